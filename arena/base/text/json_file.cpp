#include "arena/base/text/json_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/parser.hpp>
#include <boost/json/serialize.hpp>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

#include "arena/base/text/input_file.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"

namespace arena {
namespace {

/// What is wrong with a text that should be JSON.
struct JsonMistake {
  std::size_t at = 0;  ///< the byte of the text where it is
  std::string what;    ///< in words, with what was expected
};

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::size_t kShownBytes = 20;

/// What comes before a position in JSON that is correct up to there.
struct Before {
  std::string open;       ///< the open braces and brackets, the innermost last
  char last = '\0';       ///< the last character that is no space
  std::size_t at = 0;     ///< the position of that character
  bool in_text = false;   ///< the position is inside quotes
  std::size_t quote = 0;  ///< the position where these quotes begin
};

Before look_before(std::string_view text, std::size_t end) {
  Before found;
  for (std::size_t at = 0; at < end; ++at) {
    const char c = text[at];
    if (found.in_text) {
      if (c == '\\') ++at;
      if (c == '"') found.in_text = false;
    } else if (c == '"') {
      found.in_text = true;
      found.quote = at;
    } else if (c == '{' || c == '[') {
      found.open += c;
    } else if (c == ':' && found.open.ends_with('{')) {
      found.open.back() = ':';
    } else if (c == ',' && found.open.ends_with(':')) {
      found.open.back() = '{';
    } else if ((c == '}' || c == ']') && !found.open.empty()) {
      found.open.pop_back();
    }
    if (kSpace.find(c) != std::string_view::npos && !found.in_text) continue;
    found.last = c;
    found.at = std::min(at, end - 1);
  }
  return found;
}

/// The word, number or text that begins there, shortened for an error.
std::string thing_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with('"')) return printable(rest.substr(0, rest.find('"', 1) + 1), kShownBytes);
  std::size_t size = 0;
  while (size < rest.size() && (std::isalnum(static_cast<unsigned char>(rest[size])) != 0 || rest[size] == '_')) ++size;
  return printable(rest.substr(0, std::max<std::size_t>(size, 1)), kShownBytes);
}

bool ends_value(char c) { return c == '"' || c == '}' || c == ']' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool begins_value(char c) {
  return c == '"' || c == '{' || c == '[' || c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

char closing(char open) { return open == '[' ? ']' : '}'; }

/// Finds out why a text is no JSON: a comment, a comma too many or too few, missing quotes. `stopped` is the byte at
/// which the parser gave up; everything before it is the beginning of JSON. `otherwise` is the parser's own message,
/// for a mistake of another kind.
JsonMistake find_json_mistake(std::string_view text, std::size_t stopped, std::string_view otherwise) {
  if (auto mistake = find_encoding_mistake(text)) return {0, std::move(*mistake)};
  const Before before = look_before(text, std::min(stopped, text.size()));
  if (before.in_text) {
    const std::size_t line_end = text.find('\n', before.quote);
    if (stopped >= text.size() || stopped >= line_end)
      return {before.quote, "these quotes are not closed on their line; expected \" at its end"};
    if (stopped > 0 && text.substr(0, stopped + 1).find('\\', before.quote) != std::string_view::npos)
      return {stopped, "not a JSON escape; expected \\n, \\t, \\\", \\\\, \\/ or \\u and four hexadecimal digits"};
    if (static_cast<unsigned char>(text[stopped]) < ' ')
      return {stopped,
              "a tab or another control character inside quotes; expected \\t or \\u and four hexadecimal digits"};
    return {stopped, std::string(otherwise)};
  }
  const std::size_t at = std::min(text.find_first_not_of(kSpace, std::min(stopped, text.size())), text.size());
  if (at == text.size()) {
    if (before.open.empty()) return {at, "the file is empty; expected { or another JSON value"};
    return {at, fmt::format("the text ends too early; expected {}", closing(before.open.back()))};
  }
  const char c = text[at];
  const std::string_view rest = text.substr(at);
  if (c == '#' || rest.starts_with("//") || rest.starts_with("/*"))
    return {at, "JSON has no comments; expected the text after this one"};
  if (before.open.empty() && before.last != '\0')
    return {at, fmt::format("text after the end of the JSON; expected nothing, not {}", thing_at(text, at))};
  if ((c == '}' || c == ']') && before.last == ',')
    return {before.at, fmt::format("a comma before {}; expected another item, or none", c)};
  if (before.open.empty() && (c == '}' || c == ']'))
    return {at, fmt::format("{} closes nothing; expected {{ or another JSON value", c)};
  if ((c == '}' || c == ']') && c != closing(before.open.back()))
    return {at, fmt::format("{} closes nothing; expected {}", c, closing(before.open.back()))};
  const bool before_colon = before.open.ends_with('{');
  const bool is_key = before_colon && !ends_value(before.last);
  if (c == '\'') return {at, "single quotes; expected \""};
  if (is_key && c != '"') {
    if (c == ',') return {at, "one comma too many; expected a key in quotes"};
    return {at, fmt::format("a key must be in quotes; expected \"{}\"", thing_at(text, at))};
  }
  if (before_colon && ends_value(before.last))
    return {at, fmt::format("a colon is missing before {}; expected :", thing_at(text, at))};
  if (!before.open.empty() && ends_value(before.last) && begins_value(c)) {
    return {at, fmt::format("a comma is missing before {}; expected , or {}", thing_at(text, at),
                            closing(before.open.back()))};
  }
  if (c == ',' && (before.last == ',' || before.last == '[' || before.last == '{' || before.last == ':'))
    return {at, "one comma too many; expected a value"};
  if (before.last == ':' || before.last == '[' || before.last == ',' || before.last == '\0') {
    if (rest.starts_with("True") || rest.starts_with("False") || rest.starts_with("None"))
      return {at, fmt::format("{} is Python's; expected true, false or null", thing_at(text, at))};
    if (!begins_value(c) || std::isalpha(static_cast<unsigned char>(c)) != 0)
      return {at, fmt::format("{} is not a JSON value; expected text in quotes, a number, true, false, null, [ or {{",
                              thing_at(text, at))};
  }
  return {at, std::string(otherwise)};
}

/// The position as "NAME:LINE:COLUMN".
std::string place_of(std::string_view name, std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? at + 1 : at - newline;
  return fmt::format("{}:{}:{}", name, line, column);
}

/// The key in a JSON string that still has its quotes.
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

std::optional<std::string> find_encoding_mistake(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF"))
    return "a byte-order mark (EF BB BF); expected JSON in UTF-8 without one: sed -i '1s/^\\xEF\\xBB\\xBF//' FILE";
  if (is_utf16(text)) return "UTF-16; expected JSON in UTF-8: iconv -f UTF-16 -t UTF-8 FILE >FILE.utf8";
  return std::nullopt;
}

std::optional<DuplicateKey> find_duplicate_key(std::string_view text) {
  std::vector<std::set<std::string>> objects;  // the keys so far, the innermost object last
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
  const std::string text = read_input(path, bytes_max + 1);
  if (text.size() > bytes_max) throw InputError(fmt::format("{}: longer than {} bytes", path.string(), bytes_max));
  boost::json::value value = parse_json(path.string(), text);
  if (const auto twice = find_duplicate_key(text)) {
    throw InputError(place_of(path.string(), text, twice->at) + ": duplicate key \"" + printable(twice->key, 40) +
                     "\"");
  }
  return value;
}

}  // namespace arena
