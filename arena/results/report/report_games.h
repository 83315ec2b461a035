#pragma once

#include <boost/json/fwd.hpp>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/results/ratings/detail_tables.h"
#include "arena/results/ratings/rated_runs.h"
#include "engine/seat.h"

namespace arena {

/// The most games that a page lists.
inline constexpr int kReportGamesMax = 100'000;

/// A game in a page's list. Bots and variants are indices in the field; the run is an index in the page.
struct ReportGame {
  int run = 0;
  int variant = 0;
  int block = 0;
  int game = 0;
  int seats = 0;
  hearts::PerSeat<int> bots{};
  hearts::PerSeat<int> scores{};
  hearts::PerSeat<int> places{};
  int hands = 0;
  unsigned shooters = 0;   ///< one bit a seat
  unsigned forfeited = 0;  ///< one bit a seat
  int faults = 0;
  std::set<std::pair<int, Fault>> fault_kinds{};  ///< bots with the kinds of faults that they had, each once

  std::string id() const { return game_id(block, game); }
  /// The key that sorts games: run, block and number.
  auto place() const { return std::tuple(run, block, game); }
};

/// Collects the games of a report as they are read, and counts by bot and variant.
class ReportGames {
 public:
  /// `rated` must outlive it.
  explicit ReportGames(const RatedRuns& rated);

  /// Adds a game. `variant` is the index of its variant in the field. Throws InputError for a bot that the run does not
  /// have.
  void add(int run, int variant, const GameRecord& record, const MoonFigures& moons);
  void add(const TimingRecord& timing);
  /// Marks a block of which no game counts. Its games are removed from the list.
  void remove(int run, int block) { void_.emplace(run, block); }

  /// Sorts the list. Call it once all games were added.
  void sort();
  const std::vector<ReportGame>& games() const { return games_; }
  int left_out() const { return left_out_; }

  /// Returns `games` of web/data.ts.
  boost::json::array rows_json() const;
  /// Adds `scores`, `places` and `answers` of a bot to the object.
  void add_counts(boost::json::object& object, int bot) const;

 private:
  using BotInVariant = std::pair<int, int>;

  const RatedRuns& rated_;
  std::vector<ReportGame> games_;
  int left_out_ = 0;
  std::set<std::pair<int, int>> void_;
  struct ScoreRange {
    int least = 0;
    int most = 0;
  };

  std::map<int, ScoreRange> ranges_;                    ///< of all bots, by variant
  std::map<BotInVariant, std::map<int, long>> scores_;  ///< number of times of each score
  std::map<BotInVariant, std::vector<long>> places_;
  std::map<int, std::vector<long>> answers_;
};

}  // namespace arena
