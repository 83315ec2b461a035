#include "arena/app/terminal/text_output.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/open_process.h"

namespace arena::cli {
namespace {

/// The program and its arguments; empty: no pager is wanted.
std::vector<std::string> pager_words() {
  for (const char* name : {"ARENA_PAGER", "PAGER"}) {
    const char* value = std::getenv(name);
    if (value == nullptr) continue;
    const std::string command = value;
    if (command.empty() || command == "cat") return {};
    return {"sh", "-c", command};
  }
  return {"less", "-FRX"};
}

}  // namespace

TextOutput::TextOutput(const Screen& screen, bool pages)
    : before_(std::cout.rdbuf()), size_(screen.size), pages_(pages), keeps_(pages) {
  std::cout.flush();
  std::cout.rdbuf(this);
}

TextOutput::~TextOutput() {
  if (!put(std::exchange(line_, {})) || !put_kept()) std::cout.setstate(std::ios::badbit);
  to_pager_ = OwnedFd();  // the end of the text
  while (pager_ > 0 && ::waitpid(pager_, nullptr, 0) < 0 && errno == EINTR) continue;
  const std::ios::iostate state = std::cout.rdstate();
  std::cout.rdbuf(before_);  // which clears the state
  std::cout.setstate(state);
}

TextOutput::int_type TextOutput::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return take({&one, 1}) ? c : traits_type::eof();
}

std::streamsize TextOutput::xsputn(const char* text, std::streamsize count) {
  return take({text, static_cast<std::size_t>(count)}) ? count : 0;
}

int TextOutput::sync() {
  if (pages_) return 0;
  begun_ = begun_ || !line_.empty();
  return put(std::exchange(line_, {})) ? 0 : -1;
}

bool TextOutput::take(std::string_view text) {
  std::string lines;
  take_whole_lines(line_, text, [&](const std::string& line) {
    // A line whose beginning stands there already cannot be broken any more.
    lines += (std::exchange(begun_, false) ? line : wrapped_text(line, size_.columns)) + "\n";
  });
  return put(lines);
}

bool TextOutput::put(const std::string& text) {
  if (text.empty()) return true;
  if (!keeps_ && pager_ < 0) return write_all(STDOUT_FILENO, text);
  if (!keeps_) {
    is_read_ = is_read_ && write_all(to_pager_.get(), text);
    return true;
  }
  kept_ += text;
  kept_lines_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (kept_lines_ < size_.lines) return true;
  start_pager();
  return put_kept();
}

void TextOutput::start_pager() {
  const std::vector<std::string> words = pager_words();
  if (words.empty()) return;
  ::setenv("LESSCHARSET", "utf-8", 0);  // our texts are, whatever the locale is
  OwnedFd its_input;
  std::tie(its_input, to_pager_) = make_pipe();
  if (start_program(pager_, words, its_input.get(), STDOUT_FILENO) != 0) return;
  for (const int one : {SIGPIPE, SIGINT, SIGQUIT}) ::signal(one, SIG_IGN);
}

bool TextOutput::put_kept() {
  keeps_ = false;
  return put(std::exchange(kept_, {}));
}

}  // namespace arena::cli
