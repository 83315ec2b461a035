#include "arena/base/text/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "arena/base/text/legible.h"
#include "arena/base/text/words.h"

namespace arena {
namespace {

/// Removes the next character of a text that is not empty, or a sequence that sets a colour. Returns how many columns
/// of a terminal it takes. A colour takes none.
std::size_t columns_of_next(std::string_view& text) {
  if (text.front() == '\033') {
    text.remove_prefix(std::min(text.find('m'), text.size() - 1) + 1);
    return 0;
  }
  if (static_cast<unsigned char>(text.front()) < 0x80) {  // ASCII
    text.remove_prefix(1);
    return 1;
  }
  const std::int32_t character = cut_character(text);
  return character < 0 ? 1 : columns_of_character(character);
}

void append_wrapped(std::string& out, std::string_view line, std::size_t width, std::size_t indent) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  out += line.substr(0, first);
  std::size_t at = first;
  std::string_view rest = line.substr(first);
  for (bool begun = false; !rest.empty(); begun = true) {
    // Spaces between words are kept, except those at a break.
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

constexpr std::size_t kShortColumns = 20;    // a cell that is shortened so that no column must be left out
constexpr std::size_t kShortest = 8;         // a cell that is shortened further than that
constexpr std::size_t kWrappedColumns = 20;  // a cell that is broken between words, at least

std::size_t width_of(const CellTable& table, std::size_t column) {
  std::size_t widest = columns_of(table.heads[column].text);
  for (const auto& row : table.rows) widest = std::max(widest, columns_of(row[column]));
  return widest;
}

/// The width of the table if cells that can be broken are as narrow as possible.
std::size_t least_width_of(const CellTable& table) {
  std::size_t width = 0;
  for (std::size_t column = 0; column < table.heads.size(); ++column) {
    const std::size_t whole = width_of(table, column);
    const bool wraps = table.heads[column].narrowing == Narrowing::wraps;
    width += (column == 0 ? 0 : 2) + (wraps ? std::min(whole, kWrappedColumns) : whole);
  }
  return width;
}

void shorten(CellTable& table, std::size_t most) {
  for (std::size_t column = 0; column < table.heads.size(); ++column) {
    if (table.heads[column].narrowing != Narrowing::shortens) continue;
    for (auto& row : table.rows) row[column] = cut_to_columns(std::move(row[column]), most);
  }
}

/// Shortens cells until the table fits, as far as that is possible.
void shorten_to(CellTable& table, std::size_t width) {
  for (std::size_t most = kShortColumns; most >= kShortest && least_width_of(table) > width; --most)
    shorten(table, most);
}

/// The table without these columns.
CellTable without(const CellTable& table, const std::vector<bool>& gone) {
  CellTable rest;
  const auto copy = [&](const auto& from, auto& to) {
    for (std::size_t column = 0; column < from.size(); ++column) {
      if (!gone[column]) to.push_back(from[column]);
    }
  };
  copy(table.heads, rest.heads);
  for (const auto& row : table.rows) copy(row, rest.rows.emplace_back());
  return rest;
}

/// Which columns must be left out in this width, after cells have been shortened.
std::vector<bool> without_room(CellTable table, std::size_t width) {
  std::vector<bool> gone(table.heads.size(), false);
  if (width == Page::kAnyWidth || least_width_of(table) <= width) return gone;
  shorten(table, kShortColumns);
  for (CellTable rest = table; least_width_of(rest) > width; rest = without(table, gone)) {
    const int spare = std::ranges::max_element(rest.heads, {}, &CellTable::Head::spare)->spare;
    if (spare == 0) break;
    for (std::size_t column = 0; column < gone.size(); ++column)
      gone[column] = gone[column] || table.heads[column].spare == spare;
  }
  return gone;
}

/// The number of columns that the last column, if it may be broken, has beside the others.
std::size_t room_of_last(const CellTable& table, std::size_t width) {
  const std::size_t before = least_width_of(table) - std::min(width_of(table, table.heads.size() - 1), kWrappedColumns);
  return std::max(width - std::min(width, before), kWrappedColumns);
}

/// Whether the last column, if it may be broken, has enough room beside the others. Its longest word must fit, too.
bool has_room_for_last(const CellTable& table, std::size_t width) {
  if (table.heads.back().narrowing != Narrowing::wraps) return true;
  const std::size_t room = room_of_last(table, width);
  const auto fits = [&](const auto& row) {
    return std::ranges::all_of(words_of(row.back()), [&](std::string_view word) { return columns_of(word) <= room; });
  };
  return least_width_of(table) <= width && std::ranges::all_of(table.rows, fits);
}

/// Breaks the cells of the last column into several rows.
void break_last(CellTable& table, std::size_t width) {
  if (table.heads.back().narrowing != Narrowing::wraps) return;
  const std::size_t last = table.heads.size() - 1;
  const std::size_t room = room_of_last(table, width);
  std::vector<std::vector<std::string>> rows;
  for (auto& row : table.rows) {
    const std::string lines = wrapped(row[last], room);
    std::string_view rest = lines;
    row[last] = cut_line(rest);
    rows.push_back(std::move(row));
    while (!rest.empty()) {
      rows.emplace_back(table.heads.size());
      rows.back()[last] = cut_line(rest);
    }
  }
  table.rows = std::move(rows);
}

/// The table with the cells of the last column below their rows.
std::string with_last_below(const CellTable& table, std::size_t width) {
  constexpr std::size_t kIndent = 4;
  std::vector<bool> gone(table.heads.size(), false);
  gone.back() = true;
  CellTable beside = without(table, gone);
  shorten_to(beside, width);
  const std::string lines = aligned(beside);
  std::string_view rest = lines;
  std::string text = std::string(cut_line(rest)) + "\n";
  for (const auto& row : table.rows) {
    text.append(cut_line(rest)).append("\n");
    if (!row.back().empty()) text += labelled("", kIndent, row.back(), width);
  }
  return text;
}

/// The words of a command. A quoted word keeps its spaces.
std::vector<std::string_view> command_words(std::string_view command) {
  std::vector<std::string_view> words;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= command.size(); ++i) {
    if (i < command.size() && command[i] == '\'') quoted = !quoted;
    if (i < command.size() && (command[i] != ' ' || quoted)) continue;
    if (i > begin) words.push_back(command.substr(begin, i - begin));
    begin = i + 1;
  }
  return words;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) columns += columns_of_next(text);
  return columns;
}

std::string cut_to_columns(std::string line, std::size_t columns) {
  if (columns_of(line) <= columns) return line;
  if (columns == 0) return {};
  std::string_view rest = line;
  std::size_t end = 0;  // the end of the part that leaves room for the last character
  std::size_t used = columns_of_next(rest);
  while (used < columns) {
    end = line.size() - rest.size();
    used += columns_of_next(rest);
  }
  return line.substr(0, end) + "…";
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

std::string labelled(std::string_view label, std::size_t label_columns, std::string_view text, std::size_t width) {
  const std::string lines = wrapped(text, width - std::min(width / 2, label_columns));
  std::string shown;
  for (std::string_view rest = lines; !rest.empty(); label = {}) {
    std::string begin(label);
    begin.resize(std::max(begin.size(), label_columns), ' ');
    shown += begin.append(cut_line(rest)) + "\n";
  }
  return shown;
}

std::string shown_command(std::string_view introduction, std::string_view command, std::size_t indent,
                          std::size_t width) {
  std::string line = std::string(indent, ' ').append(introduction);
  if (!introduction.empty()) line += ' ';
  if (columns_of(line) + columns_of(command) <= width) return line.append(command) + "\n";
  std::string text;
  if (!introduction.empty()) {
    line.back() = '\n';
    text = line;
    indent += 2;
    line = std::string(indent, ' ');
  }
  bool begun = false;
  for (const std::string_view word : command_words(command)) {
    if (begun && columns_of(line) + columns_of(word) + 3 > width) {  // leaves room for " \\"
      text += line + " \\\n";
      line = std::string(indent + 2, ' ');
      begun = false;
    }
    if (begun) line += ' ';
    line += word;
    begun = true;
  }
  return text + line + "\n";
}

std::string aligned(const CellTable& table) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.heads.size(); ++column) widths.push_back(width_of(table, column));
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

bool is_shown(const CellTable& table, std::string_view head, std::size_t width) {
  const std::vector<bool> gone = without_room(table, width);
  for (std::size_t column = 0; column < gone.size(); ++column) {
    if (table.heads[column].text == head && !gone[column]) return true;
  }
  return false;
}

std::string fitted(CellTable table, std::size_t width, std::string_view where_all) {
  if (width == Page::kAnyWidth) return aligned(table);
  if (least_width_of(table) > width) shorten(table, kShortColumns);
  const std::vector<bool> gone = without_room(table, width);
  CellTable shown = without(table, gone);
  shorten_to(shown, width);
  const bool has_room = has_room_for_last(shown, width);
  if (has_room) break_last(shown, width);
  std::string text = has_room ? aligned(shown) : with_last_below(shown, width);
  std::string names;
  for (std::size_t column = 0; column < gone.size(); ++column) {
    if (gone[column]) names += (names.empty() ? "" : ", ") + table.heads[column].text;
  }
  if (names.empty()) return text;
  if (!where_all.empty()) names.append("; ").append(where_all);
  return text + wrapped("No room for: " + names + ".", width);
}

std::string aligned_in_parts(CellTable table, std::size_t fixed, std::size_t width) {
  if (width == Page::kAnyWidth) return aligned(table);
  if (least_width_of(table) > width) shorten(table, kShortColumns);
  const auto begins = [&] {
    std::size_t columns = 0;
    for (std::size_t column = 0; column < fixed; ++column) columns += width_of(table, column) + 2;
    return columns;
  };
  for (std::size_t most = kShortColumns; most >= kShortest && 2 * begins() > width; --most) shorten(table, most);
  const std::size_t fixed_width = begins();
  std::string text;
  for (std::size_t first = fixed; first < table.heads.size();) {
    std::size_t end = first;
    std::size_t wide = fixed_width;
    while (end < table.heads.size() && (end == first || wide + width_of(table, end) <= width))
      wide += width_of(table, end++) + 2;
    std::vector<bool> gone(table.heads.size(), false);
    for (std::size_t column = fixed; column < gone.size(); ++column) gone[column] = column < first || column >= end;
    text += (text.empty() ? "" : "\n") + aligned(without(table, gone));
    first = end;
  }
  return text;
}

}  // namespace arena
