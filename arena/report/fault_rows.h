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

#include "arena/ratings/rated_runs.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"

namespace arena {

/// Most faults that a page tells, and most of one kind of one bot: a broken bot must not drown the others.
inline constexpr std::size_t kFaultRowsMax = 1000;
inline constexpr int kFaultRowsOfKindMax = 100;
/// Of their last lines and stderr together; the faults that come then have less of them.
inline constexpr std::size_t kFaultTextMax = std::size_t{384} << 10;

/// The faults of a report: those that the games' records have, with what the ledgers know of them.
class FaultRows {
 public:
  /// Must outlast it.
  explicit FaultRows(const RatedRuns& rated) : rated_(rated) {}

  /// The faults of a game, which is of the variant of that index in the field.
  void add(int run, int variant, const GameRecord& record);
  /// What the ledger of a run has of them, and its faults that are not a bot's. Throws InputError naming file and line for
  /// what no arena wrote, std::system_error when it cannot be read.
  void read_ledger(int run, const std::filesystem::path& file);
  /// The same of one game, read before.
  void take_ledger(int run, const GameRecord& record, const GameDetails& details);
  /// Gives the faults of these games the variant, where it was not known: of blocks that are void.
  void set_variant(int run, int block, int variant);

  /// `faults` of web/data.ts, by run and game.
  boost::json::array take();
  int left_out() const { return left_out_; }

 private:
  /// Run, game, seat, hand, question, fault.
  using Place = std::tuple<int, std::string, int, int, int, std::string>;
  struct Texts {
    std::vector<std::string> sent;
    std::vector<std::string> received;
    std::string stderr_text;
  };

  boost::json::object* add_row(const Place& place, int variant, int bot, std::string_view detail, bool forfeits);
  void put_texts(boost::json::object& row, const Texts& texts);

  const RatedRuns& rated_;
  std::map<Place, boost::json::object> rows_;
  std::map<std::pair<int, std::string>, int> of_kind_;  ///< by bot and fault
  std::size_t text_bytes_ = 0;
  int left_out_ = 0;
};

}  // namespace arena
