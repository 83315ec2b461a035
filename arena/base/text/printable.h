#pragma once

#include <string>
#include <string_view>

namespace arena {

/// Bytes from a bot made safe for records and terminals: printable ASCII and what is `kept` stays, any other byte becomes
/// \xNN, and what goes beyond `bytes_max` bytes of input is cut and marked by "...".
std::string printable(std::string_view bytes, std::size_t bytes_max = 200, std::string_view kept = {});

/// The same for text of several lines: newlines and tabs stay.
inline std::string printable_lines(std::string_view bytes, std::size_t bytes_max) {
  return printable(bytes, bytes_max, "\n\t");
}

}  // namespace arena
