#include "arena/base/text/json_file.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/parser.hpp>
#include <boost/json/serialize.hpp>
#include <fstream>
#include <set>
#include <vector>

#include "arena/base/text/input_file.h"
#include "arena/base/text/json_mistake.h"
#include "arena/base/text/printable.h"

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

/// The key in a JSON string, quotes included.
std::string key_of(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) return std::string(quoted.substr(1, quoted.size() - 2));
  const boost::json::value value = boost::json::parse(quoted);
  return {value.get_string().data(), value.get_string().size()};
}

}  // namespace

bool is_unicode(std::string_view text) {
  boost::system::error_code error;
  boost::json::parse(boost::json::serialize(boost::json::string(text)), error);
  return !error;
}

std::optional<DuplicateKey> find_duplicate_key(std::string_view text) {
  std::vector<std::set<std::string>> objects;  // keys so far, the innermost object last
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{') objects.emplace_back();
    if (text[at] == '}') objects.pop_back();
    if (text[at] != '"') continue;
    const std::size_t start = at++;
    while (text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    const std::size_t after = text.find_first_not_of(" \t\r\n", at + 1);
    if (after == std::string_view::npos || text[after] != ':') continue;
    std::string key = key_of(text.substr(start, at + 1 - start));
    if (!objects.back().insert(key).second) return DuplicateKey{std::move(key), start};
  }
  return std::nullopt;
}

boost::json::value parse_json(std::string_view name, std::string_view text) {
  boost::json::parser parser;
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(text.data(), text.size(), error);
  if (!error && parsed < text.size()) error = boost::json::error::extra_data;
  if (!error) return parser.release();
  const JsonMistake mistake = find_json_mistake(text, parsed, error.message());
  throw InputError(place_of(name, text, mistake.at) + ": " + mistake.what);
}

boost::json::value read_json_file(const std::filesystem::path& path, std::size_t bytes_max) {
  std::ifstream file = open_input(path);
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
