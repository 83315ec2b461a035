#pragma once

#include <sys/types.h>

#include <memory>
#include <string_view>
#include <utility>

#include "arena/bots/sandbox/owned_fd.h"

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
  Pager(pid_t pid, OwnedFd input) : pid_(pid), input_(std::move(input)) {}

  pid_t pid_;
  OwnedFd input_;
};

}  // namespace arena::cli
