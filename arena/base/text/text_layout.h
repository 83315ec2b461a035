#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// The columns that a UTF-8 text has on a terminal: its number of code points. Wide and combining characters are not
/// expected. Escape sequences of colours (ESC [ ... m) have no width.
std::size_t columns_of(std::string_view text);

/// Cuts a line without colours that has more columns than this. A line that was cut ends in "…".
std::string cut_to_columns(std::string line, std::size_t columns);

/// The width of texts. The default is for output that is not a terminal: sentences of 120 columns, and tables as wide
/// as they need.
struct Page {
  static constexpr std::size_t kAnyWidth = static_cast<std::size_t>(-1);
  std::size_t columns = 120;              ///< the width of sentences
  std::size_t table_columns = kAnyWidth;  ///< the width of tables
};

/// A duration for people: "45 s", "12 min", "3.5 h", "2.0 days". At least one second.
std::string duration_text(double seconds);

/// Breaks one line of text at spaces into lines of at most `width` columns, each ended by a newline. A word that is
/// longer has a line of its own. An escape sequence must not contain a space.
std::string wrapped(std::string_view text, std::size_t width);

/// Breaks each line of the text in this way. The continuation of a line is indented by two columns more than its
/// beginning.
std::string wrapped_text(std::string_view text, std::size_t width);

/// A label with a sentence to its right. The sentence starts after `label_columns` columns and is broken into lines
/// there.
std::string labelled(std::string_view label, std::size_t label_columns, std::string_view text, std::size_t width);

/// Formats a shell command after the words that introduce it, indented by `indent` columns. A command that is too long
/// is on lines of its own, joined by "\", so that it can still be copied.
std::string shown_command(std::string_view introduction, std::string_view command, std::size_t indent,
                          std::size_t width);

/// How the cells of a column become narrower if the table is too wide.
enum class Narrowing {
  none,
  shortens,  ///< cells that are too long are cut and end in "…"
  wraps,     ///< cells that are too long are broken between words; only the last column may do this
};

/// A table: heads, and rows with as many cells as there are heads.
struct CellTable {
  struct Head {
    std::string text;
    bool is_left = false;  ///< aligned to the left; figures are aligned to the right
    int spare = 0;         ///< columns with the highest number are left out first; 0 is never left out
    Narrowing narrowing = Narrowing::none;
  };
  std::vector<Head> heads;
  std::vector<std::vector<std::string>> rows;
};

/// The table as lines with aligned columns, two spaces apart, without spaces at the ends of lines.
std::string aligned(const CellTable& table);

/// The same in at most `width` columns, as far as possible. First cells are shortened and broken between words. Then
/// columns are left out, and a sentence below the table names them. `where_all`, if it is not empty, ends that
/// sentence: it says where all columns can be found. If the last column may be broken and has no room, its cells are
/// below their rows.
std::string fitted(CellTable table, std::size_t width, std::string_view where_all = {});

/// Whether fitted() shows a column with this head in that width.
bool is_shown(const CellTable& table, std::string_view head, std::size_t width);

/// The table in parts of at most `width` columns, with an empty line between two parts. Each part has the first `fixed`
/// columns and at least one more. Cells are shortened if their column allows it.
std::string aligned_in_parts(CellTable table, std::size_t fixed, std::size_t width);

}  // namespace arena
