#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arena/base/text/input_error.h"

namespace arena {

/// A key that appears a second time in the same object.
struct DuplicateKey {
  std::string key;     ///< without escapes
  std::size_t at = 0;  ///< the byte of the text where it appears again
};

/// Finds the first duplicate key in a text that is JSON. It is needed because the parser keeps the last of two equal
/// keys without an error.
std::optional<DuplicateKey> find_duplicate_key(std::string_view text);

/// Whether JSON can contain the text, that is, whether it is UTF-8.
bool is_unicode(std::string_view text);

/// Returns what is wrong with the encoding of a text that should be JSON, and how to correct it, if it has a byte-order
/// mark or is UTF-16.
std::optional<std::string> find_encoding_mistake(std::string_view text);

/// Parses one JSON text. Throws InputError "NAME:LINE:COLUMN: what is wrong".
boost::json::value parse_json(std::string_view name, std::string_view text);

/// The most bytes of a JSON file that people write: a league, a bot's manifest.
inline constexpr std::size_t kJsonBytesMax = 1 << 20;

/// Reads a JSON file of at most `bytes_max` bytes. Throws InputError that names the file. If the text is not JSON, or
/// an object has a duplicate key, the error also has the line and the column.
boost::json::value read_json_file(const std::filesystem::path& path, std::size_t bytes_max = kJsonBytesMax);

}  // namespace arena
