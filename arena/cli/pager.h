#pragma once

#include <sys/types.h>

#include <memory>
#include <string_view>

namespace arena::cli {

/// A program that shows long text page by page. While it runs, Ctrl-C is for it alone.
class Pager {
 public:
  /// Starts what $ARENA_PAGER says, or $PAGER, in a shell; without them less, if it is there. Null: there is none, or
  /// the variable is empty or "cat".
  static std::unique_ptr<Pager> start();
  /// Waits until the reader has seen enough.
  ~Pager();
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

  /// False: it takes no more, having ended as a rule.
  bool write(std::string_view text);

 private:
  Pager(pid_t pid, int input) : pid_(pid), input_(input) {}

  pid_t pid_;
  int input_;
};

}  // namespace arena::cli
