#include "arena/app/terminal/text_output.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"

namespace arena::cli {

TextOutput::TextOutput(const Screen& screen, bool pages)
    : before_(std::cout.rdbuf()), size_(screen.size), pages_(pages), keeps_(pages) {
  std::cout.flush();
  std::cout.rdbuf(this);
}

TextOutput::~TextOutput() {
  finish();
  std::cout.rdbuf(before_);
}

void TextOutput::finish() {
  if (!put(std::exchange(line_, {})) || !put_kept()) std::cout.setstate(std::ios::badbit);
  pager_.reset();
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
  if (!keeps_) return pager_ ? (is_read_ = is_read_ && pager_->write(text), true) : write_all(STDOUT_FILENO, text);
  kept_ += text;
  kept_lines_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (kept_lines_ < size_.lines) return true;
  pager_ = Pager::start();
  return put_kept();
}

bool TextOutput::put_kept() {
  keeps_ = false;
  return put(std::exchange(kept_, {}));
}

}  // namespace arena::cli
