#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace arena {

/// What a bot used of the machine in the games of a run, in seconds.
struct BotTimes {
  int seats = 0;             ///< games it sat in, each seat counted
  double cpu = 0;            ///< processor time
  double idle_cpu = 0;       ///< of it: while it was not its turn
  double between_games = 0;  ///< beside it: between two games
};

/// What timings.jsonl says of a whole run.
struct TimingSums {
  int games = 0;
  int busy_games = 0;  ///< in which the machine had too much else to do
  std::map<std::string, BotTimes> bots;
};

/// Sums timings.jsonl. If a game is in it more than once, the last line counts. Throws InputError naming file and line for
/// what no arena wrote, std::system_error when the file cannot be read.
TimingSums sum_timings(const std::filesystem::path& file);

/// What an organiser wants to know of a run's clocks, a sentence each; nothing where all was quiet: in how many games
/// the machine was busy, and which bots used much processor time while others were to move or in between.
std::vector<std::string> timing_sentences(const TimingSums& sums);

}  // namespace arena
