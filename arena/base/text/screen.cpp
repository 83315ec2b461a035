#include "arena/base/text/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/typed_text.h"

namespace arena {
namespace {

constexpr int kSizeMax = 10'000;  // a larger number is not the size of a terminal
constexpr std::size_t kColumnsMin = 40;
constexpr std::size_t kColumnsMax = 200;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::optional<std::size_t> number_in(const char* name) {
  const std::optional<int> number = hearts::whole_number(variable(name), 1, kSizeMax);
  if (!number) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

bool is_dumb() { return variable("TERM").empty() || variable("TERM") == "dumb"; }

bool shows_color(bool is_terminal) {
  if (!variable("NO_COLOR").empty()) return false;
  if (const std::string_view force = variable("CLICOLOR_FORCE"); !force.empty() && force != "0") return true;
  return is_terminal && !is_dumb();
}

/// The first of these variables that is set names the locale of characters.
bool is_unicode_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(variable(name));
    if (value.empty()) continue;
    std::ranges::transform(value, value.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

TerminalSize terminal_size(int fd) {
  TerminalSize size;
  winsize reported = {};
  if (::ioctl(fd, TIOCGWINSZ, &reported) == 0) {
    if (reported.ws_col > 0) size.columns = reported.ws_col;
    if (reported.ws_row > 0) size.lines = reported.ws_row;
  }
  size.columns = number_in("COLUMNS").value_or(size.columns);
  size.lines = number_in("LINES").value_or(size.lines);
  return size;
}

Page Screen::page() const { return is_terminal ? Page{size.columns, size.columns} : Page{}; }

std::string Screen::fitting(std::string_view text) const {
  return is_terminal ? wrapped_text(text, size.columns) : std::string(text);
}

Screen find_screen(int fd, When color) {
  Screen screen;
  screen.is_terminal = ::isatty(fd) == 1;
  screen.can_redraw = screen.is_terminal && !is_dumb();
  screen.size = terminal_size(fd);
  screen.size.columns = std::clamp(screen.size.columns, kColumnsMin, kColumnsMax);
  screen.color = color == When::automatic ? shows_color(screen.is_terminal) : color == When::always;
  screen.symbols = screen.is_terminal && is_unicode_locale();
  return screen;
}

}  // namespace arena
