#pragma once

#include <string>
#include <string_view>

namespace arena {

/// Returns the line of a bot's stderr that says most: the last one that names an error, or else the last one before a
/// trace. Printable, shortened if it is long.
std::string telling_line(std::string_view text);

/// Whether a line of stderr names an error. Lines that say where an error came from, such as "at emitError (...)", do
/// not.
bool names_error(std::string_view line);

}  // namespace arena
