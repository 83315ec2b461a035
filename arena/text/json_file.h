#pragma once

#include <boost/json/value.hpp>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace arena {

/// Bad input from a user; the text names the file and the place. Caught at the command's edge.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Parses one JSON text. Throws InputError "NAME:LINE:COLUMN: what is wrong".
boost::json::value parse_json(std::string_view name, std::string_view text);

/// Reads a JSON file of at most `bytes_max` bytes. Throws InputError naming the file, and for text that is no JSON or a key
/// that stands twice in one object the line and the column.
boost::json::value read_json_file(const std::filesystem::path& path, std::size_t bytes_max = 1 << 20);

}  // namespace arena
