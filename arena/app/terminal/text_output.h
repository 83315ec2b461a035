#pragma once

#include <sys/types.h>

#include <cstddef>
#include <streambuf>
#include <string>

#include "arena/base/text/screen.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena::cli {

/// Stands between std::cout and a terminal while a command writes text for people: breaks lines at words, and hands text
/// that is longer than the terminal to a pager. A pager that ends early is no error. Nothing passes std::cout by.
class TextOutput : private std::streambuf {
 public:
  /// `pages`: all text is kept until it is longer than the terminal, or until the end.
  TextOutput(const Screen& screen, bool pages);
  /// Writes what is left and waits for the pager. What cannot be written is std::cout's failure from then on.
  ~TextOutput() override;
  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

 private:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

  bool take(std::string_view text);
  bool put(const std::string& text);
  bool put_kept();
  /// Starts what $ARENA_PAGER says, or $PAGER, in a shell; without them less. No pager is started where there is no such
  /// program, or the variable is empty or "cat". While it runs, Ctrl-C is for it alone.
  void start_pager();

  std::streambuf* before_;
  TerminalSize size_;
  bool pages_;
  std::string line_;    ///< the last one, whose end has not come
  bool begun_ = false;  ///< some of that line is written already
  std::string kept_;
  std::size_t kept_lines_ = 0;
  bool keeps_;
  bool is_read_ = true;  ///< the pager has not ended
  pid_t pager_ = -1;     ///< -1: none
  OwnedFd to_pager_;
};

}  // namespace arena::cli
