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
#include "arena/results/ratings/details_reader.h"
#include "arena/results/ratings/rated_runs.h"
#include "engine/seat.h"

namespace arena {

/// Most games that a page lists.
inline constexpr int kReportGamesMax = 100'000;

/// A game in a page's list. Bots and variants go by their index in the field, runs by that in the page.
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
  unsigned shooters = 0;   ///< a bit a seat
  unsigned forfeited = 0;  ///< likewise
  int faults = 0;
  std::set<std::pair<int, Fault>> fault_kinds{};  ///< of which bot, each once

  std::string id() const { return game_id(block, game); }
  /// Games go by run, block and number.
  auto place() const { return std::tuple(run, block, game); }
};

/// The games of a report as they are read, and what is counted of them by bot and variant.
class ReportGames {
 public:
  /// `rated` must outlast it.
  explicit ReportGames(const RatedRuns& rated);

  /// Adds a game. `variant` is the index of its variant in the field. Throws InputError for a bot that the run does not have.
  void add(int run, int variant, const GameRecord& record, const MoonFigures& moons);
  void add(const TimingRecord& timing);
  /// None of the block's games counts: they leave the list.
  void remove(int run, int block) { void_.emplace(run, block); }

  /// In order, once all were added.
  void sort();
  const std::vector<ReportGame>& games() const { return games_; }
  int left_out() const { return left_out_; }

  /// Returns `games` of web/data.ts.
  boost::json::array rows_json() const;
  /// Puts `scores`, `places` and `answers` of a bot there.
  void put_counts(boost::json::object& object, int bot) const;

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
  std::map<BotInVariant, std::map<int, long>> scores_;  ///< how often each score
  std::map<BotInVariant, std::vector<long>> places_;
  std::map<int, std::vector<long>> answers_;
};

}  // namespace arena
