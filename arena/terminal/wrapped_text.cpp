#include "arena/terminal/wrapped_text.h"

#include <algorithm>

namespace arena {
namespace {

std::size_t width_of(std::string_view word) {
  std::size_t width = 0;
  bool escape = false;
  for (char c : word) {
    if (c == '\033') escape = true;
    if (!escape) ++width;
    if (c == 'm') escape = false;
  }
  return width;
}

void append_line(std::string& out, std::string_view line, std::size_t columns) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t indent = std::min(first + 2, columns / 2);
  out += line.substr(0, first);
  std::size_t at = first;
  std::string_view rest = line.substr(first);
  for (bool begun = false; !rest.empty(); begun = true) {
    // Spaces between words stay, but for those at a break.
    const std::size_t spaces = std::min(rest.find_first_not_of(' '), rest.size());
    const std::string_view tail = rest.substr(spaces);
    const std::string_view word = tail.substr(0, std::min(tail.find(' '), tail.size()));
    if (word.empty()) break;
    if (begun && at + spaces + width_of(word) > columns) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
    } else {
      out.append(spaces, ' ');
      at += spaces;
    }
    out += word;
    at += width_of(word);
    rest = tail.substr(word.size());
  }
}

}  // namespace

std::string wrapped_text(std::string_view text, std::size_t columns) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    append_line(out, text.substr(0, end), columns);
    if (end == std::string_view::npos) break;
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace arena
