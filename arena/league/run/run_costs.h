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

/// What a run has cost in time of its workers and processors, and how many decisions it got for that.
struct RunCosts {
  // Time of the workers, summed over all of them.
  Duration starting{};   ///< starting bots
  Duration playing{};    ///< playing games
  Duration answering{};  ///< the part of `playing` that bots were charged for their answers
  Duration recording{};
  Duration ending{};   ///< ending bots, at the end of each epoch
  Duration waiting{};  ///< waiting there for the other workers

  long long decisions = 0;  ///< questions answered
  long long starts = 0;     ///< processes of bots that were started

  // Processor time.
  Duration arena_cpu{};
  Duration bots_cpu{};  ///< of bots, from the start of their first game on
  /// Processor time of all processes that were started and have ended: launchers, sandboxes and bots.
  Duration children_cpu{};

  long peak_kb = 0;  ///< the most memory that the arena itself had, in KiB

  Duration all() const { return starting + playing + recording + ending + waiting; }
  /// Returns the processor time of starting and ending bots: of their launchers, and of bots before their first game.
  Duration starts_cpu() const { return std::max(children_cpu - bots_cpu, Duration::zero()); }
  /// Adds the costs of another worker.
  void add(const RunCosts& more);
};

/// Describes in three lines how long a run took at how many tables, how many decisions it got, and where time and
/// memory went.
std::string costs_text(const RunCosts& costs, int workers);

/// Returns the processor time that this process (RUSAGE_SELF), or the processes that it has started and reaped
/// (RUSAGE_CHILDREN), have used so far.
Duration processor_time(__rusage_who who);

/// Measures consecutive steps.
class Stopwatch {
 public:
  /// Adds the time since the last call, or since the construction, to `sum`.
  void add_to(Duration& sum) {
    const TimePoint now = std::chrono::steady_clock::now();
    sum += now - std::exchange(since_, now);
  }

 private:
  TimePoint since_ = std::chrono::steady_clock::now();
};

/// How much processor time a bot used in the games of a run, in seconds.
struct BotTimes {
  int seats = 0;             ///< seats that it had in all games
  double cpu = 0;            ///< processor time
  double idle_cpu = 0;       ///< the part of `cpu` while it was not its turn
  double between_games = 0;  ///< between two games; not part of `cpu`
};

/// Sums over timings.jsonl of a whole run.
struct TimingSums {
  int games = 0;
  int busy_games = 0;  ///< games in which the machine had too much else to do
  std::map<std::string, BotTimes> bots;
  /// Games in which bots waited for a processor while the arena played more games than it had processors.
  int crowded_games = 0;
};

/// Sums up a timings.jsonl. If a game is in it more than once, the last line counts. Throws InputError, which names
/// file and line, for a line that no arena wrote, and std::system_error if the file cannot be read.
TimingSums sum_timings(const std::filesystem::path& file);

/// Returns what an organiser should know about a run's clocks, one sentence each: in how many games the machine was
/// busy or the arena had too few processors, and which bots used much processor time while it was not their turn, or
/// between games. The list is empty if there is nothing.
std::vector<std::string> timing_sentences(const TimingSums& sums);

}  // namespace arena
