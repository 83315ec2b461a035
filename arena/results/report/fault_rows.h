#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Most faults that a page tells, and most of one kind of one bot: a broken bot must not drown the others.
inline constexpr std::size_t kFaultRowsMax = 1000;
inline constexpr int kFaultRowsOfKindMax = 100;
/// A page holds so many bytes of their last lines and stderr; the faults that come then have less of them.
inline constexpr std::size_t kFaultTextMax = std::size_t{384} << 10;

/// The faults of a report: those that the games' records have, with what the ledgers know of them.
class FaultRows {
 public:
  /// `rated` must outlast it.
  explicit FaultRows(const RatedRuns& rated) : rated_(rated) {}

  /// Adds the faults of a game. `variant` is the index of its variant in the field.
  void add(int run, int variant, const GameRecord& record);
  /// Adds what the ledger of a run tells of the faults so far, and its faults that are not a bot's. Throws InputError naming
  /// file and line for what no arena wrote, std::system_error when it cannot be read.
  void read_ledger(int run, const std::filesystem::path& file);
  /// Adds what the details of a game, which were read before, tell of its faults.
  void take_ledger(int run, const GameRecord& record, const GameDetails& details);
  /// Gives the faults of these games the variant, where it was not known: of blocks that are void.
  void set_variant(int run, int block, int variant);

  /// Hands out `faults` of web/data.ts, by run and game; none are left here.
  boost::json::array take();
  int left_out() const { return left_out_; }

 private:
  /// Run, block, game and number of the fault in it, from 1; 0: of a fault that the game's record does not have.
  using Place = std::tuple<int, int, int, std::size_t>;
  /// `variant`: -1 where it is not known. Null where there is no room for it.
  boost::json::object* add_row(const Place& place, int variant, int bot, const FaultEvent& event);
  /// Null where there was no room for it.
  boost::json::object* find_row(const Place& place);
  /// Puts the last lines and the stderr of a fault into its row, if it has one.
  void put_texts(boost::json::object* row, const FaultEvent& event);

  const RatedRuns& rated_;
  RecordedFaults recorded_;
  std::multimap<Place, boost::json::object> rows_;  ///< in the order of the ledger where it has several of number 0
  std::map<std::pair<int, Fault>, int> of_kind_;    ///< by bot and fault
  std::size_t text_bytes_ = 0;
  int left_out_ = 0;
};

}  // namespace arena
