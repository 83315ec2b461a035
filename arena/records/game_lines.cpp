#include "arena/records/game_lines.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <tuple>

#include "arena/records/game_record.h"
#include "arena/records/line_fields.h"

namespace arena {

namespace json = boost::json;

std::pair<std::string_view, std::string_view> game_of_line(std::string_view line, std::string_view type) {
  if (!is_line_of(line, type)) return {};
  const std::string_view head = line.substr(0, 200);
  const auto text = [&](std::string_view start) {
    const std::size_t found = head.find(start);
    if (found == std::string_view::npos) return std::string_view();
    const std::string_view rest = head.substr(found + start.size());
    return rest.substr(0, rest.find('"'));
  };
  return {text(R"(,"run":")"), text(R"(,"id":")")};
}

GameLines::GameLines(std::filesystem::path file, std::string_view type) : path_(std::move(file)), type_(type) {
  if (std::error_code ignored; !std::filesystem::exists(path_, ignored)) return;
  int session = 0;
  read_lines(path_, [&](std::string_view text, const LinePlace& place) {
    lines_ = place.line;
    session += is_line_of(text, "session") ? 1 : 0;
    const auto [run, id] = game_of_line(text, type_);
    const auto game = parse_game_id(id);
    if (!game) return;
    // Most lines are of the run that the line before is of.
    auto known = std::find(runs_.rbegin(), runs_.rend(), run);
    if (known == runs_.rend()) {
      runs_.emplace_back(run);
      known = runs_.rbegin();
    }
    const auto number = static_cast<int>(runs_.rend() - known) - 1;
    entries_.push_back({number, game->first, game->second, session, place.line, place.offset});
  });
  std::ranges::sort(entries_, {}, [](const Entry& one) { return std::tuple(one.run, one.block, one.game, one.line); });
  file_.open(path_, std::ios::binary);
}

std::span<const GameLines::Entry> GameLines::lines_of(std::string_view run, std::string_view id) const {
  const auto game = parse_game_id(id);
  const auto known = std::ranges::find(runs_, run);
  if (!game || known == runs_.end()) return {};
  const std::tuple wanted(static_cast<int>(known - runs_.begin()), game->first, game->second);
  const auto key = [](const Entry& one) { return std::tuple(one.run, one.block, one.game); };
  return {std::ranges::lower_bound(entries_, wanted, {}, key), std::ranges::upper_bound(entries_, wanted, {}, key)};
}

void GameLines::each(Which which, const std::function<void(const Line&)>& take) const {
  LineOpener opener;
  read_lines(path_, [&](std::string_view text, const LinePlace& place) {
    if (place.line > lines_) return;
    const auto [run, id] = game_of_line(text, type_);
    const std::span<const Entry> lines = lines_of(run, id);
    if (which == Which::last_of_game && !lines.empty() && lines.back().line != place.line) return;
    const json::object& members = opener.open(text, place);
    if (text_in(members, "type") != type_) return;
    if (lines.empty()) return take({.members = members, .place = place});
    const auto here = std::ranges::lower_bound(lines, place.line, {}, &Entry::line);
    take({members, place, run, lines[0].block, lines[0].game, static_cast<std::size_t>(here - lines.begin()) + 1,
          lines.size(), here->session});
  });
}

void GameLines::of_game(std::string_view run, std::string_view id,
                        const std::function<void(const json::object&, const std::string& place)>& take) {
  for (const Entry& one : lines_of(run, id)) {
    std::string text;
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(one.offset));
    std::getline(file_, text);
    const std::string place = LinePlace{&path_, one.line, one.offset};
    const json::object line = open_line(text, place);
    if (text_in(line, "type") == type_ && text_in(line, "run") == run && text_in(line, "id") == id) take(line, place);
  }
}

}  // namespace arena
