#include "arena/league/json_file.h"

#include <algorithm>
#include <boost/json/parser.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace arena {

boost::json::value parse_json(std::string_view name, std::string_view text) {
  boost::json::parser parser;
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(text.data(), text.size(), error);
  if (!error && parsed < text.size()) error = boost::json::error::extra_data;
  if (!error) return parser.release();

  const std::string_view before = text.substr(0, parsed);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? parsed + 1 : parsed - newline;
  throw InputError(std::string(name) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " +
                   error.message());
}

boost::json::value read_json_file(const std::filesystem::path& path, std::size_t bytes_max) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path.string() + ": " + std::strerror(errno));
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (text.size() > bytes_max)
    throw InputError(path.string() + ": longer than " + std::to_string(bytes_max) + " bytes");
  return parse_json(path.string(), text);
}

}  // namespace arena
