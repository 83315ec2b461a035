#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace arena {

// Find the parts of a JSON text, so that one value of a file can be changed without changing its layout. The text must
// be JSON.

/// The position of a value in a text, without the space around it.
struct JsonSpan {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// The whole value.
JsonSpan json_span(std::string_view text);

/// The value of that key in the object. Nothing if the span is not an object or has no such key.
std::optional<JsonSpan> json_member(std::string_view text, JsonSpan object, std::string_view key);

/// The items of the list, in order. None if the span is not a list.
std::vector<JsonSpan> json_items(std::string_view text, JsonSpan list);

}  // namespace arena
