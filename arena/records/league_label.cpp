#include "arena/records/league_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>
#include <stdexcept>
#include <utility>

#include "arena/base/text/json_file.h"
#include "arena/records/line_fields.h"

namespace arena {
namespace {

namespace json = boost::json;

/// The first and the last of some characters, in UTF-8.
using Characters = std::pair<std::string_view, std::string_view>;

/// C0 and C1 controls, line and paragraph separators, and what turns the direction of writing.
constexpr Characters kControls[] = {{{"\0", 1}, "\x1F"},  {"\x7F", "\x7F"},     {"\xC2\x80", "\xC2\x9F"},
                                    {"\u061C", "\u061C"}, {"\u200E", "\u200F"}, {"\u2028", "\u202E"},
                                    {"\u2066", "\u2069"}};

bool has_control(std::string_view utf8) {
  for (; !utf8.empty(); utf8.remove_prefix(1)) {
    const auto is_next = [utf8](const Characters& some) {
      const std::string_view next = utf8.substr(0, some.first.size());
      return some.first <= next && next <= some.second;
    };
    if (std::ranges::any_of(kControls, is_next)) return true;
  }
  return false;
}

std::string read_line(const json::value& value, std::string_view what, std::size_t bytes_max) {
  std::string line = json::value_to<std::string>(value);
  if (!is_label_line(line, bytes_max))
    throw std::runtime_error(fmt::format("the league's {} must be {}", what, kLabelLineRule));
  return line;
}

}  // namespace

bool is_label_line(std::string_view text, std::size_t bytes_max) {
  return !text.empty() && text.size() <= bytes_max && text.front() != ' ' && text.back() != ' ' && is_unicode(text) &&
         !has_control(text);
}

json::object label_json(const LeagueLabel& label) {
  json::object object;
  if (!label.name.empty()) object["name"] = label.name;
  if (!label.notes.empty()) object["notes"] = json::value_from(label.notes);
  if (!label.anchors.empty()) object["anchors"] = json::value_from(label.anchors);
  return object;
}

LeagueLabel read_label(const json::object& object) {
  LeagueLabel label;
  if (const json::value* name = object.if_contains("name")) label.name = read_line(*name, "name", kLeagueNameBytesMax);
  if (const json::value* notes = object.if_contains("notes")) {
    for (const json::value& note : notes->as_array())
      label.notes.push_back(read_line(note, "notes", kLeagueNoteBytesMax));
    if (label.notes.size() > kLeagueNotesMax) throw std::runtime_error("the league has too many notes");
  }
  if (const json::value* anchors = object.if_contains("anchors")) {
    label.anchors = json::value_to<std::map<std::string, int>>(*anchors);
    for (const auto& [bot, elo] : label.anchors) {
      if (elo < 0 || elo > kAnchorEloMax)
        throw std::runtime_error(fmt::format("an anchor must be from 0 to {}", kAnchorEloMax));
    }
  }
  return label;
}

}  // namespace arena
