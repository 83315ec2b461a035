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

/// The most faults that a page shows, and the most of one kind of one bot, so that a broken bot does not crowd out the
/// others.
inline constexpr std::size_t kFaultRowsMax = 1000;
inline constexpr int kFaultRowsOfKindMax = 100;
/// The bytes of last lines and stderr that a page has room for. Faults that come after that get less of them.
inline constexpr std::size_t kFaultTextMax = std::size_t{384} << 10;

/// The faults of a report: those in the records of games, with what the ledgers know about them.
class FaultRows {
 public:
  /// `rated` must outlive it.
  explicit FaultRows(const RatedRuns& rated) : rated_(rated) {}

  /// Adds the faults of a game. `variant` is the index of its variant in the field.
  void add(int run, int variant, const GameRecord& record);
  /// Adds what the ledger of a run knows about the faults so far, and those of its faults that no bot is to blame for.
  /// Throws InputError that names the file and the line for anything that no arena wrote, and std::system_error if the
  /// file cannot be read.
  void read_ledger(int run, const std::filesystem::path& file);
  /// Adds what the details of a game know about its faults. The details were read before.
  void add_details(int run, const GameRecord& record, const GameDetails& details);
  /// Sets the variant of the faults of a block, if it was not known. That is so in void blocks.
  void set_variant(int run, int block, int variant);

  /// Returns `faults` of web/data.ts, by run and game, and removes all of them from this object.
  boost::json::array release_rows();
  int left_out() const { return left_out_; }

 private:
  /// Run, block, game, and number of the fault in the game, from 1. The number is 0 for a fault that the game's record
  /// does not have.
  using Place = std::tuple<int, int, int, std::size_t>;
  /// Adds a row. `variant` is -1 if it is not known. Returns null if there is no room.
  boost::json::object* add_row(const Place& place, int variant, int bot, const FaultEvent& event);
  /// The row of a fault; null if there was no room for it.
  boost::json::object* find_row(const Place& place);
  /// Adds the last lines and the stderr of a fault to its row, if it has one.
  void add_texts(boost::json::object* row, const FaultEvent& event);

  const RatedRuns& rated_;
  RecordedFaults recorded_;
  std::multimap<Place, boost::json::object> rows_;  ///< several rows with number 0 are in the ledger's order
  std::map<std::pair<int, Fault>, int> of_kind_;    ///< by bot and fault
  std::size_t text_bytes_ = 0;
  int left_out_ = 0;
};

}  // namespace arena
