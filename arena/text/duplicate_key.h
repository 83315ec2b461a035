#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// A key that its object has already.
struct DuplicateKey {
  std::string key;     ///< its escapes resolved
  std::size_t at = 0;  ///< byte of the text where it comes again
};

/// Finds the first duplicate key of a text that is JSON. A parsed object silently keeps the last of two equal keys.
std::optional<DuplicateKey> find_duplicate_key(std::string_view text);

}  // namespace arena
