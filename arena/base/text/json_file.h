#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arena/base/text/input_error.h"

namespace arena {

/// A key that its object has already.
struct DuplicateKey {
  std::string key;     ///< its escapes resolved
  std::size_t at = 0;  ///< byte of the text where it comes again
};

/// Finds the first duplicate key of a text that is JSON. A parsed object silently keeps the last of two equal keys.
std::optional<DuplicateKey> find_duplicate_key(std::string_view text);

/// JSON can hold the text: it is UTF-8.
bool is_unicode(std::string_view text);

/// Parses one JSON text. Throws InputError "NAME:LINE:COLUMN: what is wrong".
boost::json::value parse_json(std::string_view name, std::string_view text);

/// Reads a JSON file of at most `bytes_max` bytes. Throws InputError naming the file, and for text that is no JSON or a
/// duplicate key in one object the line and the column.
boost::json::value read_json_file(const std::filesystem::path& path, std::size_t bytes_max = 1 << 20);

}  // namespace arena
