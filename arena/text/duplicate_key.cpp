#include "arena/text/duplicate_key.h"

#include <boost/json/parse.hpp>
#include <set>
#include <vector>

namespace arena {
namespace {

/// The key in a JSON string, quotes included.
std::string key_of(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) return std::string(quoted.substr(1, quoted.size() - 2));
  const boost::json::value value = boost::json::parse(quoted);
  return {value.get_string().data(), value.get_string().size()};
}

}  // namespace

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

}  // namespace arena
