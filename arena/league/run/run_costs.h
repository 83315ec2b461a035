#pragma once

#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/process/steady_time.h"

namespace arena {

/// What a run has cost, in time of workers and processors, and how many decisions it got for that.
struct RunCosts {
  // --- the time of its workers, summed over them ---
  Duration starting{};   ///< bots
  Duration playing{};    ///< games
  Duration answering{};  ///< of it: what the bots were charged for their answers
  Duration recording{};
  Duration ending{};   ///< bots, at the ends of epochs
  Duration waiting{};  ///< there, for the other workers

  long long decisions = 0;  ///< questions answered
  long long starts = 0;     ///< processes of bots

  // --- processor time ---
  Duration arena_cpu{};
  Duration bots_cpu{};      ///< of bots from their first game on
  Duration children_cpu{};  ///< of all processes that were started and have ended: launchers, sandboxes, bots

  long peak_kb = 0;  ///< the most memory that the arena itself had, in KiB

  Duration all() const { return starting + playing + recording + ending + waiting; }
  /// Bots until their first game, and their launchers, till their ends.
  Duration starts_cpu() const { return std::max(children_cpu - bots_cpu, Duration::zero()); }
  void add(const RunCosts& more);
};

/// Says in three lines how long a run took at how many tables, what it got for that, and where time and memory went.
std::string costs_text(const RunCosts& costs, int workers);

/// The processor time so far of this process (RUSAGE_SELF), or of those that it has started and reaped (RUSAGE_CHILDREN).
Duration processor_time(__rusage_who who);

/// Measures one step after another.
class Stopwatch {
 public:
  /// Adds the time since the last call.
  void add_to(Duration& sum) {
    const TimePoint now = std::chrono::steady_clock::now();
    sum += now - std::exchange(since_, now);
  }

 private:
  TimePoint since_ = std::chrono::steady_clock::now();
};

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
