#include "arena/text/json_file.h"

#include <algorithm>
#include <boost/json/parser.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "arena/text/duplicate_key.h"
#include "arena/text/printable.h"

namespace arena {
namespace {

/// "NAME:LINE:COLUMN".
std::string place_of(std::string_view name, std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? at + 1 : at - newline;
  return std::string(name) + ":" + std::to_string(line) + ":" + std::to_string(column);
}

}  // namespace

boost::json::value parse_json(std::string_view name, std::string_view text) {
  boost::json::parser parser;
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(text.data(), text.size(), error);
  if (!error && parsed < text.size()) error = boost::json::error::extra_data;
  if (!error) return parser.release();
  throw InputError(place_of(name, text, parsed) + ": " + error.message());
}

boost::json::value read_json_file(const std::filesystem::path& path, std::size_t bytes_max) {
  // Only then opened: a pipe would wait for ever.
  std::error_code error;
  if (const auto status = std::filesystem::status(path, error); !std::filesystem::is_regular_file(status)) {
    throw InputError(path.string() + ": " + (std::filesystem::exists(status) ? "not a file" : error.message()));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path.string() + ": " + std::strerror(errno));
  std::string text(bytes_max + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > bytes_max)
    throw InputError(path.string() + ": longer than " + std::to_string(bytes_max) + " bytes");
  boost::json::value value = parse_json(path.string(), text);
  if (const auto twice = find_duplicate_key(text)) {
    throw InputError(place_of(path.string(), text, twice->at) + ": duplicate key \"" + printable(twice->key, 40) +
                     "\"");
  }
  return value;
}

}  // namespace arena
