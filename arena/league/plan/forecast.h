#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/records/manifest.h"

namespace arena {

/// What a run will cost, estimated before anything is played: from games of random moves, a model of the ratings' error,
/// and the times that this arena needs for a decision and a start.
struct Forecast {
  struct Variant {
    std::string id;
    int bots = 0;
    int blocks = 0;
    int games = 0;
    double hands = 0;         ///< a game, mean of random play
    double decisions = 0;     ///< a game, all seats together, the same
    std::uint64_t bytes = 0;  ///< of all its records
    /// Half the width of a 95% interval of Elo in the middle of equal bots, by all that is played then, in earlier
    /// stages, too; empty with too few comparisons.
    std::optional<double> plus_minus;
  };
  std::vector<Variant> variants;
  int blocks = 0;
  int games = 0;
  int games_min = 0;  ///< of one bot, over all variants; of a long schedule estimated from its beginning, unless
                      ///< every set of bots plays equally often
  int games_max = 0;
  double decisions = 0;
  std::uint64_t bytes = 0;
  std::optional<double> plus_minus;  ///< overall
  int workers = 1;                   ///< games at once
  double starts = 0;                 ///< of processes of bots, all workers together
  int processes = 0;                 ///< of bots, alive at once at most; no more than are started
  double own_seconds = 0;            ///< of the arena: decisions and starts, as many at once as there are processors
  std::chrono::seconds most{};       ///< every bot uses up its clock in every game
};

/// Makes the forecast of a run. It draws the schedule, or the beginning of a long one, and plays some games of each variant
/// at random, from a fixed seed. The manifest's commitment is not known yet, so who plays whom may differ, and with fewer
/// bots than seats the number of games a little. `workers` and `processors` are at least 1; all workers together keep
/// `processes_max` bots alive, and memory is assumed never to be short.
Forecast forecast(const Manifest& manifest, int workers, int processors, int processes_max);

/// The forecast in sentences and a table.
std::string forecast_text(const Forecast& forecast, const Page& page = {});

/// The same in short of one of so many shards, played alone.
std::string shard_forecast_text(const Forecast& shard, int shards, const Page& page);

}  // namespace arena
