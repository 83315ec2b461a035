#pragma once

#include <chrono>

#include "arena/process/steady_time.h"

namespace arena {

class ProcessMeters;

/// Splits a bot's processor time into what it used in its turns and what it used out of turn. A reading costs a system
/// call or two, so short turns and waits are read together, and the time of the turns is taken as used in them: what is
/// said to be used out of turn is never too much, but for bots with threads, by half a millisecond a turn and
/// processor.
class CpuUse {
 public:
  /// A fresh process: all it has used so far was for its start.
  void begin_process(ProcessMeters& meters, TimePoint at);
  /// What it used since the last reading belongs to no game.
  void begin_game(ProcessMeters& meters, TimePoint at);
  void begin_turn(ProcessMeters& meters, TimePoint at) {
    pass_time(at);
    if (at - read_at_ >= kReadAfter) read(meters, at);
    in_turn_ = true;
  }
  void end_turn(ProcessMeters& meters, TimePoint at) {
    const bool was_long = at - changed_at_ >= kReadAfter;
    pass_time(at);
    if (was_long) read(meters, at);
    in_turn_ = false;
  }
  /// Settles what there is to this moment.
  void read(ProcessMeters& meters, TimePoint at);

  /// The last reading: of the process since its start.
  std::chrono::nanoseconds last() const { return last_; }
  // In this game so far, as of the last reading.
  std::chrono::nanoseconds total() const { return total_; }
  std::chrono::nanoseconds out_of_turn() const { return out_of_turn_; }
  /// Between the game before, or `ready`, and this one.
  std::chrono::nanoseconds between_games() const { return between_games_; }

 private:
  /// What lasts less is read together with what follows.
  static constexpr Duration kReadAfter = std::chrono::microseconds(500);

  void pass_time(TimePoint at) {
    (in_turn_ ? turns_ : waits_) += at - changed_at_;
    changed_at_ = at;
  }

  std::chrono::nanoseconds last_{};
  std::chrono::nanoseconds total_{};
  std::chrono::nanoseconds out_of_turn_{};
  std::chrono::nanoseconds between_games_{};
  TimePoint read_at_;
  TimePoint changed_at_;  ///< a turn began or ended, or a reading was taken
  bool in_turn_ = false;
  Duration turns_{};  ///< since the last reading
  Duration waits_{};
};

}  // namespace arena
