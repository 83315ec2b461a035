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

/// For each seat of one game: the hands that its bot itself played to the end, and the moons that it shot in them.
struct MoonFigures {
  hearts::PerSeat<int> hands{};
  hearts::PerSeat<int> moons{};
};

/// Replays a game to count moons. Throws InputError "PLACE: ..." if the game cannot have been played that way.
MoonFigures count_moons(const GameRecord& record, const hearts::GameRules& rules, const std::string& place);

/// Collects the details of standings from games and clocks. Only those of rated blocks count.
class DetailTables {
 public:
  /// All games must have been added to `rated` before. `rated` must outlive this object.
  explicit DetailTables(const RatedRuns& rated);

  /// Throws InputError "PLACE: ..." for a bot that the run does not have.
  void add(const GameRecord& record, const MoonFigures& moons, const std::string& place);
  void add(const TimingRecord& timing);
  /// Fills in the details of each row. The standings must come from `rated`.
  void fill(Standings& standings) const;

 private:
  void add(const BotDetails& details, int variant, const std::string& run, const std::string& name,
           const std::string& place);

  const RatedRuns& rated_;
  std::vector<std::vector<BotDetails>> tables_;  ///< the overall table first, then one for each variant; each by bot
};

/// Fills in the details of each row of the standings. `paths` are those that `rated` was read from. Their games are
/// read a second time and replayed, and the clocks beside them are read if there are any. Throws InputError that names
/// the file and the line for a game that cannot have been played that way, and for rules that are not those of this
/// arena.
void add_details(Standings& standings, const std::vector<std::string>& paths, const RatedRuns& rated);

}  // namespace arena
