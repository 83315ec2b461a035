#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// Columns that UTF-8 text takes on a terminal: its code points. No wide or combining ones are expected. Escape
/// sequences of colours (ESC [ ... m) take no room.
std::size_t columns_of(std::string_view text);

/// As much of a line without colours as fits so many columns.
std::string cut_to_columns(std::string line, std::size_t columns);

/// How long something takes, for people: "45 s", "12 min", "3.5 h", "2.0 days"; at least a second.
std::string duration_text(double seconds);

/// One line of text broken at spaces into lines of at most `width` columns, each ended by a newline. A longer word has
/// a line to itself. Escape sequences must not reach over a space.
std::string wrapped(std::string_view text, std::size_t width);

/// Each line of the text broken so; what follows of a line is two columns further to the right than its beginning.
std::string wrapped_text(std::string_view text, std::size_t width);

/// A table of cells under heads; every row has as many cells as there are heads.
struct CellTable {
  struct Head {
    std::string text;
    bool is_left = false;  ///< aligned; figures stand right
  };
  std::vector<Head> heads;
  std::vector<std::vector<std::string>> rows;
};

/// Lines of equal columns, two spaces apart, no spaces at their ends.
std::string aligned(const CellTable& table);

/// The same in parts of at most `width` columns, an empty line between two. Each has the first `fixed` columns and at
/// least one more.
std::string aligned_in_parts(const CellTable& table, std::size_t fixed, std::size_t width);

}  // namespace arena
