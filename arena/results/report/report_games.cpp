#include "arena/results/report/report_games.h"

#include <algorithm>
#include <bit>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <cstdint>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/records/line_fields.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;

/// The most bins of a histogram.
constexpr int kBinsMax = 30;
/// Answer times from here on, 2^40 us or twelve days, are counted together.
constexpr std::size_t kTimesMax = 41;

/// The bin width: the smallest of 1, 2, 5, 10, 20 ... with which so many values give few enough bins.
int bin_width(int values) {
  for (int power = 1;; power *= 10) {
    for (const int width : {power, 2 * power, 5 * power}) {
      if (values / width < kBinsMax) return width;
    }
  }
}

int floor_to(int value, int width) { return value - ((value % width) + width) % width; }

}  // namespace

ReportGames::ReportGames(const RatedRuns& rated) : rated_(rated) {}

void ReportGames::add(int run, int variant, const GameRecord& record, const MoonFigures& moons) {
  const GameResult& result = record.result;
  ReportGame game{.run = run,
                  .variant = variant,
                  .block = record.block,
                  .game = record.game,
                  .seats = static_cast<int>(record.bots.size()),
                  .scores = result.scores,
                  .places = result.places,
                  .hands = static_cast<int>(result.hands.size()),
                  .faults = static_cast<int>(result.faults.size())};
  const bool is_rated = rated_.rated_variant(record.run, record.block).has_value();
  for (int seat = 0; seat < game.seats; ++seat) {
    const std::optional<int> known = rated_.bot_of(record.run, record.bots[at(seat)]);
    if (!known)
      throw InputError("game " + record.id + ": its run has no bot '" + printable(record.bots[at(seat)], 40) + "'");
    const int bot = *known;
    game.bots[seat] = bot;
    if (moons.moons[seat] > 0) game.shooters |= 1U << seat;
    if (!is_rated) continue;
    const int score = result.scores[seat];
    ScoreRange& range = ranges_.try_emplace(variant, ScoreRange{score, score}).first->second;
    range = {std::min(range.least, score), std::max(range.most, score)};
    ++scores_[{bot, variant}][score];
    std::vector<long>& places = places_[{bot, variant}];
    places.resize(std::max(places.size(), record.bots.size()));
    ++places[at(result.places[seat] - 1)];
  }
  for (const Forfeit& forfeit : result.forfeits) game.forfeited |= 1U << forfeit.seat;
  for (const FaultEvent& event : result.faults) game.fault_kinds.emplace(game.bots[event.seat], event.fault);
  if (std::ssize(games_) < kReportGamesMax) {
    games_.push_back(std::move(game));
  } else {
    ++left_out_;
  }
}

void ReportGames::add(const TimingRecord& timing) {
  const auto game = parse_game_id(timing.id);
  if (!game || !rated_.rated_variant(timing.run, game->first)) return;
  for (const auto& [name, clock] : timing.seats) {
    const std::optional<int> bot = rated_.bot_of(timing.run, name);
    if (!bot) continue;  // DetailTables refuses it
    std::vector<long>& answers = answers_[*bot];
    for (const std::chrono::microseconds time : clock.asks) {
      const auto width = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(time.count())));
      const std::size_t power = std::min<std::size_t>(width, kTimesMax - 1);
      answers.resize(std::max(answers.size(), power + 1));
      ++answers[power];
    }
  }
}

void ReportGames::sort() {
  std::erase_if(games_, [&](const ReportGame& game) { return void_.contains({game.run, game.block}); });
  std::ranges::sort(games_, {}, &ReportGame::place);
}

json::array ReportGames::rows_json() const {
  json::array rows;
  rows.reserve(games_.size());
  for (const ReportGame& game : games_) {
    rows.push_back(json::array{game.run, game.variant, game.block, game.game, numbers_json(game.bots, game.seats),
                               numbers_json(game.scores, game.seats), numbers_json(game.places, game.seats), game.hands,
                               game.shooters, game.forfeited, game.faults});
  }
  return rows;
}

void ReportGames::add_counts(json::object& object, int bot) const {
  json::array scores;
  json::array places;
  // All bots of a variant have the same scale, so that they can be compared.
  for (const auto& [variant, range] : ranges_) {
    const auto found = scores_.find({bot, variant});
    if (found == scores_.end()) continue;
    const int width = bin_width(range.most - range.least);
    const int from = floor_to(range.least, width);
    std::vector<long> counts(at((range.most - from) / width + 1));
    for (const auto& [score, times] : found->second) counts[at((score - from) / width)] += times;
    scores.push_back(
        json::object{{"variant", variant}, {"from", from}, {"width", width}, {"counts", json::value_from(counts)}});
    places.push_back(json::object{{"variant", variant}, {"counts", json::value_from(places_.at({bot, variant}))}});
  }
  object["scores"] = std::move(scores);
  object["places"] = std::move(places);
  const auto times = answers_.find(bot);
  object["answers"] = times == answers_.end() ? json::array() : json::value_from(times->second);
}

}  // namespace arena
