#pragma once

#include <algorithm>

#include "arena/process/steady_time.h"
#include "arena/protocol/limits.h"

namespace arena {

/// A seat's clock in one game: the bank, and what the question under way has used so far.
class Clock {
 public:
  explicit Clock(const Limits& limits)
      : move_(limits.move), increment_(limits.increment), grace_(limits.grace), bank_(limits.bank) {}

  /// A new question: nothing used of its time.
  void start_question() { used_ = Duration::zero(); }
  /// Time for the next answer to this question, tries before it deducted; not negative.
  Duration move_left() const { return std::max(move_ - used_, Duration::zero()); }
  /// Bank as it would be now; not negative.
  Duration bank_left() const { return std::max(bank_ - used_, Duration::zero()); }
  /// From when the question is written to when silence is a fault.
  Duration allowance() const { return std::min(move_left(), bank_left()) + grace_; }

  /// The bot has used this much for a try.
  void use(Duration time) { used_ += time; }
  /// The question is settled: all time used leaves the bank, then the increment comes.
  void settle() {
    bank_ = bank_left() + increment_;
    used_ = Duration::zero();
  }
  Duration used() const { return used_; }

 private:
  Duration move_;
  Duration increment_;
  Duration grace_;
  Duration bank_;
  Duration used_{};
};

}  // namespace arena
