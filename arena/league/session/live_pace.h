#pragma once

#include <algorithm>
#include <chrono>

namespace arena {

/// Decides how often figures of a run are updated during the run. Updates come no more often than once in a given time,
/// and take at most a twentieth of all time, because the games need the processor.
class LivePace {
 public:
  using Clock = std::chrono::steady_clock;

  /// `every` is the shortest time from the start of one update to the start of the next.
  explicit LivePace(Clock::duration every) : every_(every), wait_(every) {}

  /// Whether an update is due. The first one is always due.
  bool is_due(Clock::time_point now) const { return now >= next_; }
  /// An update began at `start` and is over at `now`.
  void done(Clock::time_point start, Clock::time_point now) {
    wait_ = std::max(every_, kPartOfTime * (now - start));
    next_ = start + wait_;
  }
  /// Returns the time from the start of the last update to the start of the next one.
  Clock::duration wait() const { return wait_; }

 private:
  static constexpr int kPartOfTime = 20;

  Clock::duration every_;
  Clock::duration wait_;
  Clock::time_point next_{};
};

/// The pace of the files that a run keeps up to date.
inline constexpr auto kLiveEvery = std::chrono::seconds(30);

}  // namespace arena
