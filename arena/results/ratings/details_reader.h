#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/results/ratings/rated_runs.h"
#include "arena/results/ratings/standings.h"
#include "engine/seat.h"

namespace arena {

/// Hands of one game that bots played themselves to their end, and the moons that they shot in them, by seat.
struct MoonFigures {
  hearts::PerSeat<int> hands{};
  hearts::PerSeat<int> moons{};
};

/// Plays a game again. Throws InputError "PLACE: ..." for one that cannot have been played so.
MoonFigures count_moons(const GameRecord& record, const hearts::GameRules& rules, const hearts::MatchLength& length,
                        const std::string& place);

/// The details of standings as games and clocks come in; only those of rated blocks count.
class DetailTables {
 public:
  /// All games must have been added to `rated`, which must outlast the tables.
  explicit DetailTables(const RatedRuns& rated);

  /// Throws InputError "PLACE: ..." for a bot that the run does not have.
  void add(const GameRecord& record, const MoonFigures& moons, const std::string& place);
  void add(const TimingRecord& timing);
  /// Gives each row its details. The standings are those of `rated`.
  void give(Standings& standings) const;

 private:
  void add(const BotDetails& details, int variant, const std::string& run, const std::string& name,
           const std::string& place);

  const RatedRuns& rated_;
  std::vector<std::vector<BotDetails>> tables_;  ///< the overall one first, then by variant; by bot
};

/// Gives each row of the standings its details. `paths` are those that `rated` was read from: their games are read once
/// more and played again, and the clocks beside them are read, where there are any. Throws InputError naming file and
/// line for a game that cannot have been played so, and for rules that are not those of this arena.
void add_details(Standings& standings, const std::vector<std::string>& paths, const RatedRuns& rated);

}  // namespace arena
