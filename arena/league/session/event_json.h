#pragma once

#include <boost/json/fwd.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/game/schedule/shard.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/outcome.h"
#include "arena/results/ratings/duel_report.h"
#include "arena/results/ratings/standings.h"

namespace arena {

// What happens in a run, as JSON objects. `arena run --json` and `arena watch --json` print them, and hooks receive
// them. docs/json.md describes every key. All texts are legible, see legible().

/// The version of these objects, the "v" of `started`.
inline constexpr int kEventsVersion = 1;

/// A stage begins, or is resumed. `games` are those planned in the stage (or the shard), `done` those recorded before.
boost::json::object started_event(const Manifest& manifest, const std::filesystem::path& folder, int games, int done,
                                  const std::optional<Shard>& shard);
/// A game was recorded.
boost::json::object game_event(const Outcome& game);
/// A bot was at fault. `game` is the id of the game; without one the fault was in a test start before the first game.
boost::json::object fault_event(const std::string& run, const std::optional<std::string>& game, const std::string& bot,
                                const FaultEvent& fault);
/// A block is void.
boost::json::object void_event(const std::string& run, const VoidBlock& block);
boost::json::object warning_event(const std::string& message);

/// How far a stage is.
struct RunPace {
  int done = 0;   ///< recorded games, without those of void blocks
  int games = 0;  ///< planned games
  int faults = 0;
  std::optional<double> games_per_second{};
  bool is_playing = true;  ///< an arena is playing the run
};
boost::json::object progress_event(const std::string& run, const RunPace& pace);

/// Another bot leads. `lead`: how far it is above the second, in Elo. `before`: the one that led until now.
boost::json::object leader_event(const std::string& run, const std::string& bot, const std::string& second,
                                 const Figure& lead, const std::optional<std::string>& before);
/// The overall standings so far.
boost::json::object standings_event(const std::string& run, const Standings& standings);
/// The state of a duel.
boost::json::object duel_event(const std::string& run, const DuelReport& duel);
/// Bots left at the end of a stage, all for the same reason: "forfeits" or "outclassed".
boost::json::object withdrawn_event(const std::string& run, const std::vector<std::string>& bots, std::string_view why);

/// The end of a run, for now or for good.
struct RunFinish {
  std::optional<std::string> run{};  ///< empty if nothing was opened because nothing was left to play
  std::filesystem::path folder{};
  std::optional<int> done{};
  std::optional<int> games{};
  std::optional<std::string> digest{};
};
/// All games are recorded.
boost::json::object finished_event(const RunFinish& finish);
/// The run has stopped. `why` is one word, which docs/json.md lists.
boost::json::object stopped_event(const RunFinish& finish, std::string_view why);
/// A command failed with this message and exit code.
boost::json::object error_event(const std::string& message, int exit_code);

}  // namespace arena
