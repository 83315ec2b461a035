#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// Columns that UTF-8 text takes on a terminal: its code points. No wide or combining ones are expected. Escape
/// sequences of colours (ESC [ ... m) take no room.
std::size_t columns_of(std::string_view text);

/// A line without colours, cut to so many columns where it has more; then its end is "…".
std::string cut_to_columns(std::string line, std::size_t columns);

/// How wide texts are. As it is made it is that of output to no terminal: sentences of 120 columns, tables as wide as
/// they need.
struct Page {
  static constexpr std::size_t kAnyWidth = static_cast<std::size_t>(-1);
  std::size_t columns = 120;              ///< of sentences
  std::size_t table_columns = kAnyWidth;  ///< of tables
};

/// How long something takes, for people: "45 s", "12 min", "3.5 h", "2.0 days"; at least a second.
std::string duration_text(double seconds);

/// One line of text broken at spaces into lines of at most `width` columns, each ended by a newline. A longer word has
/// a line to itself. Escape sequences must not reach over a space.
std::string wrapped(std::string_view text, std::size_t width);

/// Each line of the text broken so; what follows of a line is two columns further to the right than its beginning.
std::string wrapped_text(std::string_view text, std::size_t width);

/// A label and a sentence beside it, broken to the right of the label's `label_columns`.
std::string labelled(std::string_view label, std::size_t label_columns, std::string_view text, std::size_t width);

/// A command for a shell behind what is said of it, so many columns to the right. One too long goes on after "\" in
/// lines of their own, so that it can still be copied.
std::string shown_command(std::string_view said, std::string_view command, std::size_t indent, std::size_t width);

/// What the cells of a column do where a table is too wide.
enum class Narrowing {
  none,
  shortens,  ///< its cells end in "…"
  wraps,     ///< its cells are broken at words; the last column alone may do so
};

/// A table of cells under heads; every row has as many cells as there are heads.
struct CellTable {
  struct Head {
    std::string text;
    bool is_left = false;  ///< aligned; figures stand right
    int spare = 0;         ///< 0: always shown; where there is no room the columns of the highest number go first
    Narrowing narrowing = Narrowing::none;
  };
  std::vector<Head> heads;
  std::vector<std::vector<std::string>> rows;
};

/// Lines of equal columns, two spaces apart, no spaces at their ends.
std::string aligned(const CellTable& table);

/// The same in at most `width` columns, if that can be done. First cells are shortened and broken, then columns left out,
/// which a sentence below names, with `whole`, which says where they are to be found. A last column that may be broken
/// and has no room still stands below each row.
std::string fitted(CellTable table, std::size_t width, std::string_view whole = {});

/// fitted() in that width shows the column, or one of those, under this head.
bool is_shown(const CellTable& table, std::string_view head, std::size_t width);

/// Lines of equal columns in parts of at most `width` columns, an empty line between two. Each has the first `fixed` columns
/// and at least one more. Cells that may be are shortened.
std::string aligned_in_parts(CellTable table, std::size_t fixed, std::size_t width);

}  // namespace arena
