#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// One cell of comma-separated values (RFC 4180), in quotes where it must be. A text that a spreadsheet would take for a
/// formula, and one that begins with an apostrophe, has one apostrophe before it.
std::string csv_quoted(std::string_view text);

/// Cells that are quoted already, as a line ended by "\n".
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace arena
