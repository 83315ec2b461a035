#pragma once

#include <optional>
#include <string>

#include "arena/bots/process/process_meters.h"
#include "arena/bots/process/steady_time.h"

namespace arena {

/// Measures which part of the time since a question is the bot's own, and decides how long the arena waits for the bot.
///
/// - A bot is charged for the time since its question, less the time in which the arena or the bot waited for a
///   processor, but at least for the processor time that it has used.
/// - At its deadline the arena keeps waiting as long as the bot has time left by this rule, or may still be waiting for
///   a processor, up to ten times as long as an answer may take.
/// - If the bot has time left even then, the machine is to blame.
///
/// This way nobody gains time by starving the arena, or takes time from others by keeping the processors busy. A bot
/// with further processes that are not measured is charged for all of the time.
class OwnTime {
 public:
  OwnTime() = default;
  /// Starts when the process is greeted, which may take `startup`. Both references must stay valid.
  OwnTime(ProcessMeters& meters, WaitClock& clock, Duration startup);
  /// Notes that the process has started. From now on an answer may take `longest`.
  void end_start(Duration longest);
  /// Notes that the process is on another thread, which waits by this clock.
  void change_clock(WaitClock& clock);

  /// Notes that a question is about to be written. The process had used this much processor time before.
  void begin(TimePoint at, Duration cpu_before);
  /// Notes when the question was written or a line was received: the bot's time counts from then.
  void set_asked(TimePoint at) { asked_at_ = at; }
  TimePoint asked_at() const { return asked_at_; }
  TimePoint now() const { return clock_->now(); }

  /// Returns how much of the time from the question to `at` is the bot's own.
  Duration until(TimePoint at) const;
  /// Returns the processor time that the bot has used since the question.
  Duration cpu() const { return meters_->cpu_time() - cpu_before_; }
  /// Called when a wait for the bot has ended at `at` without a line. The wait may take `allowance` of the bot's own
  /// time. Moves the deadline and returns true if the arena is to keep waiting.
  [[nodiscard]] bool extend(TimePoint& deadline, TimePoint at, Duration allowance);
  /// Returns a description if the bot did not answer because it got no processor, and nothing if the bot was slow.
  std::optional<std::string> describe_starved(TimePoint at, Duration allowance) const;

 private:
  Duration waited() const { return clock_->starved() + meters_->threads_delay() - waited_before_; }

  ProcessMeters* meters_ = nullptr;
  WaitClock* clock_ = nullptr;
  Duration forgiven_max_{};  ///< the longest waits for a processor that are forgiven, for each question
  TimePoint asked_at_;
  Duration cpu_before_{};
  Duration waited_before_{};  ///< the waits up to the question, or up to 50 ms earlier
  TimePoint next_mark_at_;    ///< when waited_before_ is read again
  Duration cpu_seen_{};       ///< processor time since the question, at the last call of extend()
  TimePoint idle_since_;      ///< since when cpu_seen_ has not changed
};

}  // namespace arena
