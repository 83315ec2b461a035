#include "arena/text/text_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/text/words.h"

namespace arena {
namespace {

void append_wrapped(std::string& out, std::string_view line, std::size_t width, std::size_t indent) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  out += line.substr(0, first);
  std::size_t at = first;
  std::string_view rest = line.substr(first);
  for (bool begun = false; !rest.empty(); begun = true) {
    // Spaces between words stay, but for those at a break.
    const std::size_t spaces = std::min(rest.find_first_not_of(' '), rest.size());
    const std::string_view word = cut_word(rest);
    if (word.empty()) break;
    if (begun && at + spaces + columns_of(word) > width) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
    } else {
      out.append(spaces, ' ');
      at += spaces;
    }
    out += word;
    at += columns_of(word);
  }
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  bool escape = false;
  for (char c : text) {
    if (c == '\033') escape = true;
    // All bytes of a code point but its first are 10xxxxxx.
    if (!escape && (static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++columns;
    if (c == 'm') escape = false;
  }
  return columns;
}

std::string cut_to_columns(std::string line, std::size_t columns) {
  while (columns_of(line) > columns) {
    // A character of several bytes goes whole.
    while ((static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U) line.pop_back();
    line.pop_back();
  }
  return line;
}

std::string duration_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", std::max(seconds, 1.0));
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.1f} days", seconds / 86400);
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines;
  append_wrapped(lines, text, width, 0);
  return lines + "\n";
}

std::string wrapped_text(std::string_view text, std::size_t width) {
  std::string out;
  while (!text.empty()) {
    const bool is_ended = text.find('\n') != std::string_view::npos;
    const std::string_view line = cut_line(text);
    append_wrapped(out, line, width, std::min(std::min(line.find_first_not_of(' '), line.size()) + 2, width / 2));
    if (is_ended) out += '\n';
  }
  return out;
}

std::string aligned(const CellTable& table) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.heads.size(); ++column) {
    widths.push_back(columns_of(table.heads[column].text));
    for (const auto& row : table.rows) widths.back() = std::max(widths.back(), columns_of(row[column]));
  }
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      const std::string& cell = cell_of(column);
      const std::string space(widths[column] - columns_of(cell), ' ');
      if (!line.empty()) line += "  ";
      line += table.heads[column].is_left ? cell + space : space + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add_line([&](std::size_t column) { return table.heads[column].text; });
  for (const auto& row : table.rows) add_line([&](std::size_t column) { return row[column]; });
  return text;
}

std::string aligned_in_parts(const CellTable& table, std::size_t fixed, std::size_t width) {
  const auto width_of = [&](std::size_t column) {
    std::size_t widest = columns_of(table.heads[column].text);
    for (const auto& row : table.rows) widest = std::max(widest, columns_of(row[column]));
    return widest + 2;
  };
  std::size_t fixed_width = 0;
  for (std::size_t column = 0; column < fixed; ++column) fixed_width += width_of(column);
  std::string text;
  for (std::size_t first = fixed; first < table.heads.size();) {
    std::size_t end = first;
    std::size_t wide = fixed_width;
    while (end < table.heads.size() && (end == first || wide + width_of(end) <= width + 2)) wide += width_of(end++);
    CellTable part;
    const auto take = [&](const auto& from, auto& to) {
      for (std::size_t column = 0; column < end; ++column) {
        if (column < fixed || column >= first) to.push_back(from[column]);
      }
    };
    take(table.heads, part.heads);
    for (const auto& row : table.rows) take(row, part.rows.emplace_back());
    text += (text.empty() ? "" : "\n") + aligned(part);
    first = end;
  }
  return text;
}

}  // namespace arena
