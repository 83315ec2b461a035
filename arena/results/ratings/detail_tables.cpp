#include "arena/results/ratings/detail_tables.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>

#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/records/replay.h"
#include "arena/records/run_folder.h"
#include "engine/seat.h"

namespace arena {

using hearts::at;

MoonFigures count_moons(const GameRecord& record, const hearts::GameRules& rules, const std::string& place) {
  MoonFigures figures;
  int number = 1;
  for (const HandFigures& hand : hand_figures(record, rules, place)) {
    if (!hand.is_scored) continue;
    for (int seat = 0; seat < rules.seats(); ++seat) {
      const Forfeit* forfeit = record.result.forfeit_of(seat);
      if (forfeit != nullptr && number >= forfeit->hand) continue;
      ++figures.hands[seat];
      figures.moons[seat] += hand.shooter == seat ? 1 : 0;
    }
    ++number;
  }
  return figures;
}

DetailTables::DetailTables(const RatedRuns& rated)
    : rated_(rated), tables_(rated.variants().size() + 1, std::vector<BotDetails>(rated.bots().size())) {}

void DetailTables::add(const GameRecord& record, const MoonFigures& moons, const std::string& place) {
  const std::optional<int> variant = rated_.rated_variant(record.run, record.block);
  if (!variant) return;
  const GameResult& result = record.result;
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    BotDetails details;
    details.hands = moons.hands[seat];
    details.moons = moons.moons[seat];
    for (std::size_t other = 0; other < record.bots.size(); ++other) {
      if (record.bots[other] == record.bots[seat]) continue;
      ++details.seats[seat].comparisons;
      const int ahead = result.places[other] - result.places[seat];
      details.seats[seat].halves += ahead > 0 ? 2 : ahead == 0 ? 1 : 0;
    }
    add(details, *variant, record.run, record.bots[seat], place);
  }
}

void DetailTables::add(const TimingRecord& timing) {
  const auto game = parse_game_id(timing.id);
  const std::optional<int> variant = game ? rated_.rated_variant(timing.run, game->first) : std::nullopt;
  if (!variant) return;
  for (const auto& [bot, clock] : timing.seats) {
    BotDetails details;
    details.answers = clock.questions;
    details.time = clock.total;
    if (!clock.slowest.empty()) details.slowest = clock.slowest.front().time;
    add(details, *variant, timing.run, bot, "the clocks of game " + timing.id);
  }
}

void DetailTables::fill(Standings& standings) const {
  const auto give_rows = [](StandingsTable& table, const std::vector<BotDetails>& bots) {
    for (StandingsRow& row : table.rows) row.details = bots[at(row.bot)];
  };
  give_rows(standings.overall, tables_.front());
  for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant)
    give_rows(standings.by_variant[variant], tables_[variant + 1]);
}

void DetailTables::add(const BotDetails& details, int variant, const std::string& run, const std::string& name,
                       const std::string& place) {
  const std::optional<int> bot = rated_.bot_of(run, name);
  if (!bot) throw InputError(place + ": its run has no bot '" + printable(name, 40) + "'");
  tables_.front()[at(*bot)].add(details);
  tables_[at(variant) + 1][at(*bot)].add(details);
}

void add_details(Standings& standings, const std::vector<std::string>& paths, const RatedRuns& rated) {
  const RecordFiles files = record_files(paths);
  const std::map<std::string, Manifest> runs = read_resolved_manifests(files.games);
  DetailTables tables(rated);
  LineOpener opener;
  for (const std::filesystem::path& file : files.games) {
    read_lines(file, [&](std::string_view text, const LinePlace& where) {
      const boost::json::object& line = opener.open(text, where);
      if (text_in(line, "type") != "game") return;
      const std::string place = where;
      const auto run = runs.find(std::string(text_in(line, "run").value_or("")));
      const ManifestVariant* variant =
          run == runs.end() ? nullptr : run->second.find_variant(text_in(line, "variant").value_or(""));
      if (variant == nullptr) throw InputError(place + ": this game belongs to none of the runs");
      const GameRecord record = read_game(line, *variant->rules, place);
      if (!rated.rated_variant(record.run, record.block)) return;
      tables.add(record, count_moons(record, *variant->rules, place), place);
    });
  }
  for (const std::filesystem::path& file : files.timings) {
    each_timing(file, [&](const TimingRecord& timing) { tables.add(timing); });
  }
  tables.fill(standings);
}

}  // namespace arena
