#pragma once

#include <string>
#include <string_view>

#include "engine/typed_text.h"

namespace arena {

/// Makes bytes from a bot safe for records and terminals. Printable ASCII and the characters in `kept` stay; any other
/// byte becomes \xNN. Input after the first `bytes_max` bytes is cut and replaced by "...".
inline std::string printable(std::string_view bytes, std::size_t bytes_max = 200, std::string_view kept = {}) {
  return hearts::escaped(bytes.substr(0, bytes_max), kept) + (bytes.size() > bytes_max ? "..." : "");
}

/// The same for text of several lines: newlines and tabs stay.
inline std::string printable_lines(std::string_view bytes, std::size_t bytes_max) {
  return printable(bytes, bytes_max, "\n\t");
}

}  // namespace arena
