#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

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

/// Measures the processor time of this process, and of those that it has started and reaped, from here on.
class ProcessorTime {
 public:
  ProcessorTime() : self_(of_self()), children_(of_children()) {}
  Duration self() const { return of_self() - self_; }
  Duration children() const { return of_children() - children_; }

 private:
  static Duration of_self();
  static Duration of_children();

  Duration self_;
  Duration children_;
};

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

}  // namespace arena
