#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// Columns that UTF-8 text takes on a terminal: its code points. No wide or combining ones are expected.
std::size_t columns_of(std::string_view text);

/// The text broken at spaces into lines of at most `width` columns, each ended by a newline. A word that is longer has a
/// line to itself.
std::string wrapped(std::string_view text, std::size_t width);

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

}  // namespace arena
