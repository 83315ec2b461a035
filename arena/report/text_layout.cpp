#include "arena/text/text_layout.h"

#include <algorithm>

namespace arena {
namespace {

constexpr std::string_view kGap = "  ";

void put(std::string& line, const std::string& cell, std::size_t width, bool is_left) {
  const std::string space(width - columns_of(cell), ' ');
  if (!line.empty()) line += kGap;
  line += is_left ? cell + space : space + cell;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  // All bytes of a code point but its first are 10xxxxxx.
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    if (column > 0 && column + 1 + columns_of(word) > width) {
      lines += "\n";
      column = 0;
    }
    if (column > 0) {
      lines += " ";
      ++column;
    }
    lines += word;
    column += columns_of(word);
  }
  return lines + "\n";
}

std::string aligned(const CellTable& table) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.heads.size(); ++column) {
    widths.push_back(columns_of(table.heads[column].text));
    for (const auto& row : table.rows) widths.back() = std::max(widths.back(), columns_of(row[column]));
  }
  std::string text;
  const auto end_line = [&](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  std::string head;
  for (std::size_t column = 0; column < widths.size(); ++column)
    put(head, table.heads[column].text, widths[column], table.heads[column].is_left);
  end_line(head);
  for (const auto& row : table.rows) {
    std::string line;
    for (std::size_t column = 0; column < widths.size(); ++column)
      put(line, row[column], widths[column], table.heads[column].is_left);
    end_line(line);
  }
  return text;
}

}  // namespace arena
