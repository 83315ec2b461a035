#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// One cell of comma-separated values (RFC 4180), in quotes where it must be.
std::string csv_quoted(std::string_view text);

/// Cells that are quoted already, as a line ended by "\n".
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace arena
