#pragma once

#include <boost/json/fwd.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/league/plan/expected_errors.h"
#include "arena/records/manifest.h"

namespace arena {

/// An estimate of what a run will cost, made before anything is played. It comes from games with random moves, a model
/// of the ratings' error, and the time that this arena takes for a decision and for a start of a bot.
struct Forecast {
  /// What one variant of the run costs.
  struct Variant {
    std::string id;
    int bots = 0;
    int blocks = 0;
    int games = 0;
    double hands = 0;      ///< hands a game: the mean of random play
    double decisions = 0;  ///< decisions a game of all seats together: the mean of random play
    /// The standard deviation of the difference between two seats, in points a hand, in games of random play.
    double spread = 0;
    std::uint64_t bytes = 0;  ///< size of the records of all its games
    ExpectedWidths plus_minus;
  };
  /// How many blocks the run would need for a narrower interval. Earlier stages count for the interval.
  struct Narrower {
    double elo = 0;  ///< the next of 20, 10, 5, 2 and 1 below the expected width
    int blocks = 0;
  };
  std::vector<Variant> variants;
  int blocks = 0;
  int games = 0;
  /// The fewest and the most games that one bot plays, over all variants. For a long schedule this is estimated from
  /// its beginning, unless each set of bots plays equally often.
  int games_min = 0;
  int games_max = 0;
  double decisions = 0;
  std::uint64_t bytes = 0;
  ExpectedWidths plus_minus;         ///< overall
  std::optional<Narrower> narrower;  ///< empty if no run of at most kBlocksMax blocks is long enough
  /// How many times as many games Elo would need to separate two bots as well as the margin does.
  double margin_gain = 1;
  int workers = 1;    ///< games at the same time
  double starts = 0;  ///< starts of bot processes, of all workers together
  /// The starts that any order of the games needs: see least_starts(), summed over the epochs.
  double starts_least = 0;
  /// The most bot processes that are alive at the same time. There may be fewer than a run allows, if fewer are
  /// started.
  int processes = 0;
  double memory_mb = 0;  ///< of the arena and its bots, without that of the bots' own programs
  /// The arena's own time, for decisions and starts, with as many at the same time as there are processors.
  double own_seconds = 0;
  std::chrono::seconds most{};  ///< how long the run takes if every bot uses its whole clock in every game
  /// What can end the run before its last planned block, to follow "if": "the duel is decided". Empty if nothing can.
  /// Games, sizes and times are then upper bounds.
  std::string early_end{};
};

/// Makes the forecast of a run. It draws the schedule, or the beginning of a long one, and plays some games of each
/// variant at random; the random numbers are the same every time. The manifest's commitment is not known yet, so the
/// run may seat bots differently, and with fewer bots than seats its number of games may differ a little.
///
/// `workers` (games at the same time) and `processors` must be at least 1. All workers together keep at most
/// `processes_max` bots alive. The forecast assumes that memory is never short.
Forecast forecast(const Manifest& manifest, int workers, int processors, int processes_max);

/// Returns a size as text: "1.5 MB".
std::string megabytes_text(double bytes);

/// Returns a warning if the records of `games` more games of the run are likely to need more than the `free_bytes` of
/// the disk that `folder` is on; otherwise nothing.
std::optional<std::string> disk_warning(const Manifest& manifest, int games, std::optional<std::uint64_t> free_bytes,
                                        const std::filesystem::path& folder);

/// Returns the forecast as JSON; docs/json.md describes it.
boost::json::object forecast_json(const Forecast& forecast);

}  // namespace arena
