#include "arena/base/text/json_spans.h"

#include <algorithm>
#include <boost/json/parse.hpp>

namespace arena {
namespace {

std::size_t skip_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

/// The position after the value that begins at `at`.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '"') {
      ++at;
      while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    }
    const bool opens = at < text.size() && (text[at] == '{' || text[at] == '[');
    const bool closes = at < text.size() && (text[at] == '}' || text[at] == ']');
    depth += opens ? 1 : closes ? -1 : 0;
    // A number or a word ends before the character that follows it.
    const std::size_t next = std::min(at + 1, text.size());
    if (depth == 0 && (next == text.size() || std::string_view(",:]} \t\r\n").find(text[next]) != std::string::npos))
      return next;
  }
  return text.size();
}

/// The values between the brackets of the span. The keys of an object are among them.
std::vector<JsonSpan> values_in(std::string_view text, JsonSpan within) {
  std::vector<JsonSpan> values;
  std::size_t at = skip_space(text, within.begin + 1);
  while (at + 1 < within.end) {
    values.push_back({at, end_of_value(text, at)});
    at = skip_space(text, values.back().end);
    if (at + 1 < within.end) at = skip_space(text, at + 1);  // after "," or ":"
  }
  return values;
}

}  // namespace

JsonSpan json_span(std::string_view text) {
  const std::size_t begin = skip_space(text, 0);
  return {begin, end_of_value(text, begin)};
}

std::optional<JsonSpan> json_member(std::string_view text, JsonSpan object, std::string_view key) {
  if (!object.of(text).starts_with('{')) return std::nullopt;
  const std::vector<JsonSpan> values = values_in(text, object);
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    if (boost::json::parse(values[i].of(text)).get_string() == key) return values[i + 1];
  }
  return std::nullopt;
}

std::vector<JsonSpan> json_items(std::string_view text, JsonSpan list) {
  return list.of(text).starts_with('[') ? values_in(text, list) : std::vector<JsonSpan>{};
}

}  // namespace arena
