#pragma once

#include <algorithm>
#include <chrono>

namespace arena {

/// How often figures of a run are updated while it goes on: at most once in a given time, and so that updates take at most
/// a twentieth of all time, since the games need the processor.
class LivePace {
 public:
  using Clock = std::chrono::steady_clock;

  /// `every`: the shortest time from one start to the next.
  explicit LivePace(Clock::duration every) : every_(every), wait_(every) {}

  /// At first it is due at once.
  bool is_due(Clock::time_point now) const { return now >= next_; }
  /// The figures came anew: that began at `start` and is over now.
  void done(Clock::time_point start, Clock::time_point now) {
    wait_ = std::max(every_, kPartOfTime * (now - start));
    next_ = start + wait_;
  }
  /// From one start to the next, as long as they take what the last one took.
  Clock::duration wait() const { return wait_; }

 private:
  static constexpr int kPartOfTime = 20;

  Clock::duration every_;
  Clock::duration wait_;
  Clock::time_point next_{};
};

/// Of the files that a run keeps up to date.
inline constexpr auto kLiveEvery = std::chrono::seconds(30);

}  // namespace arena
