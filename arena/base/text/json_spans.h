#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace arena {

// Where the parts of a JSON text are. These functions serve to change one value of a file and to leave its layout as it
// is. The text must be JSON.

/// The position of a value in a text, without the space around it.
struct JsonSpan {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// The whole value.
JsonSpan json_span(std::string_view text);

/// The value of that key in the object. Nothing if the span is no object or has no such key.
std::optional<JsonSpan> json_member(std::string_view text, JsonSpan object, std::string_view key);

/// The items of the list, in order. None if the span is no list.
std::vector<JsonSpan> json_items(std::string_view text, JsonSpan list);

}  // namespace arena
