#include "arena/league/session/event_json.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <string_view>

#include "arena/base/text/input_file.h"
#include "arena/base/text/printable.h"
#include "arena/records/line_fields.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/standings_data.h"

namespace arena {
namespace {

namespace json = boost::json;

template <class Value>
json::value value_or_null(const std::optional<Value>& value) {
  return value ? json::value_from(*value) : json::value(nullptr);
}

std::string path_text(const std::filesystem::path& path) { return legible(path.string()); }

/// Returns the path of a file in the folder, or null if there is none.
json::value file_in(const std::filesystem::path& folder, std::string_view name) {
  return is_present(folder / name) ? json::value(path_text(folder / name)) : json::value(nullptr);
}

json::object end_event(std::string_view event, const RunFinish& finish) {
  return {{"event", event},
          {"run", value_or_null(finish.run)},
          {"folder", path_text(finish.folder)},
          {"records", file_in(finish.folder, kGamesFile)},
          {"ratings", file_in(finish.folder, kRatingsFile)},
          {"done", value_or_null(finish.done)},
          {"games", value_or_null(finish.games)},
          {"digest", value_or_null(finish.digest)}};
}

}  // namespace

json::object started_event(const Manifest& manifest, const std::filesystem::path& folder, int games, int done,
                           const std::optional<Shard>& shard) {
  const auto bot_json = [](const BotEntry& bot) {
    return json::object{{"name", bot.name}, {"author", bot.author}, {"version", bot.version}, {"hash", bot.hash}};
  };
  const auto variant_json = [](const ManifestVariant& variant) {
    return json::object{{"variant", variant.id}, {"seats", variant.seats}};
  };
  return {{"event", "started"},
          {"v", kEventsVersion},
          {"run", run_id(manifest)},
          {"stage", manifest.stage.number},
          {"shard", shard ? json::value(shard_name(*shard)) : json::value(nullptr)},
          {"folder", path_text(folder)},
          {"league", manifest.label.name},
          {"receipt", receipt_of(manifest)},
          {"isolation", manifest.isolation},
          {"done", done},
          {"games", games},
          {"bots", list_json(manifest.bots, bot_json)},
          {"variants", list_json(manifest.variants, variant_json)}};
}

json::object game_event(const Outcome& game) {
  const auto seat_json = [](const Outcome::Seat& seat) {
    return json::object{{"bot", seat.bot},
                        {"score", seat.score},
                        {"place", seat.place},
                        {"forfeited", seat.forfeited},
                        {"faults", seat.faults.total()}};
  };
  return {{"event", "game"},
          {"run", game.run},
          {"game", game_id(game.block, game.game)},
          {"block", game.block},
          {"variant", game.variant},
          {"hands", game.hands},
          {"seats", list_json(game.seats, seat_json)}};
}

json::object fault_event(const std::string& run, const std::optional<std::string>& game, const std::string& bot,
                         const FaultEvent& fault) {
  return {{"event", "fault"},
          {"run", run},
          {"game", value_or_null(game)},
          {"bot", bot},
          {"seat", game ? json::value(fault.seat) : json::value(nullptr)},
          {"hand", fault.hand},
          {"question", fault.question},
          {"fault", fault_name(fault.fault)},
          {"blame", blame_name(blame_of(fault.fault))},
          {"forfeits", fault.forfeits},
          {"detail", legible(fault.detail)}};
}

json::object void_event(const std::string& run, const VoidBlock& block) {
  return {{"event", "void"},
          {"run", run},
          {"block", block.block},
          {"again", block.again},
          {"game", game_id(block.block, block.game)},
          {"fault", fault_name(block.fault)},
          {"detail", legible(block.detail)}};
}

json::object warning_event(const std::string& message) {
  return {{"event", "warning"}, {"message", legible(message, "\n")}};
}

json::object progress_event(const std::string& run, const RunPace& pace) {
  const bool is_known = pace.games_per_second && *pace.games_per_second > 0;
  return {{"event", "progress"},
          {"run", run},
          {"done", pace.done},
          {"games", pace.games},
          {"faults", pace.faults},
          {"games_per_second", figure_json(pace.games_per_second)},
          {"seconds_left", is_known ? figure_json((pace.games - pace.done) / *pace.games_per_second) : nullptr},
          {"playing", pace.is_playing}};
}

json::object leader_event(const std::string& run, const std::string& bot, const std::string& second, const Figure& lead,
                          const std::optional<std::string>& before) {
  return {{"event", "leader"},
          {"run", run},
          {"bot", bot},
          {"second", second},
          {"lead", figure_json(lead.value)},
          {"lead_pm", figure_json(lead.plus_minus)},
          {"before", value_or_null(before)}};
}

json::object standings_event(const std::string& run, const Standings& standings) {
  return {{"event", "standings"},
          {"run", run},
          {"blocks", standings.overall.blocks},
          {"rated_games", standings.overall.games},
          {"intervals", intervals_json(standings.looks)},
          {"rows", standings_rows_json(standings, standings.overall)}};
}

json::object duel_event(const std::string& run, const DuelReport& duel) {
  json::object object = {{"event", "duel"}, {"run", run}};
  for (auto& member : duel_json(duel)) object.insert(std::move(member));
  return object;
}

json::object withdrawn_event(const std::string& run, const std::vector<std::string>& bots, std::string_view why) {
  return {{"event", "withdrawn"}, {"run", run}, {"bots", json::value_from(bots)}, {"why", why}};
}

json::object finished_event(const RunFinish& finish) { return end_event("finished", finish); }

json::object stopped_event(const RunFinish& finish, std::string_view why) {
  json::object object = end_event("stopped", finish);
  object["why"] = why;
  return object;
}

json::object error_event(const std::string& message, int exit_code) {
  return {{"event", "error"}, {"message", legible(message, "\n")}, {"exit_code", exit_code}};
}

}  // namespace arena
