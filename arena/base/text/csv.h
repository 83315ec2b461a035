#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// One cell of comma-separated values (RFC 4180), with quotes if it needs them. A text that a spreadsheet would read as
/// a formula gets an apostrophe before it. So does a text that begins with an apostrophe, so that the mark can be
/// removed again.
std::string csv_quoted(std::string_view text);

/// A line of cells that are quoted already, ended by "\n".
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace arena
