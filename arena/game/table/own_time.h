#pragma once

#include <optional>
#include <string>

#include "arena/bots/process/process_meters.h"
#include "arena/bots/process/steady_time.h"

namespace arena {

/// Measures what of the time since a question is the bot's own, and decides by that how long the bot is waited for.
///
/// - A bot pays for the time since its question, less the time in which the arena or the bot waited for a processor, but
///   at least for the processor time that it has used.
/// - At its deadline it is waited for on as long as it has time left by this reckoning, or may still be waiting for a
///   processor, up to ten times as long as an answer may take.
/// - If it has time left even then, the machine is to blame.
///
/// So nobody gains time by starving the arena, or takes time from others by keeping the processors busy. A bot whose
/// further processes nobody measures pays for all of the time.
class OwnTime {
 public:
  OwnTime() = default;
  /// The process is to be greeted now, and may take `startup` for that. Both references must stay valid.
  OwnTime(ProcessMeters& meters, WaitClock& clock, Duration startup);
  /// It has started; from now on an answer may take `longest`.
  void end_start(Duration longest);
  /// The process is on another thread, which waits by this clock.
  void change_clock(WaitClock& clock);

  /// A question is about to be written. The process had used this much processor time before.
  void begin(TimePoint at, Duration cpu_before);
  /// The question was written, or a line was received: the bot's time counts from then.
  void set_asked(TimePoint at) { asked_at_ = at; }
  TimePoint asked_at() const { return asked_at_; }
  TimePoint now() const { return clock_->now(); }

  /// Returns what of the time from the question to `at` is the bot's own.
  Duration until(TimePoint at) const;
  /// A wait for the bot has ended at `at` by the clock on the wall. Moves the deadline and returns true if the bot is
  /// waited for on, of whose own time the wait may take `allowance`.
  [[nodiscard]] bool extend(TimePoint& deadline, TimePoint at, Duration allowance);
  /// Returns a description if the wait was in vain because the bot had no processor, and nothing if the bot was slow.
  std::optional<std::string> describe_starved(TimePoint at, Duration allowance) const;

 private:
  Duration cpu() const { return meters_->cpu_time() - cpu_before_; }
  Duration waited() const { return clock_->starved() + meters_->threads_delay() - waited_before_; }

  ProcessMeters* meters_ = nullptr;
  WaitClock* clock_ = nullptr;
  Duration forgiven_max_{};  ///< of waits for a processor, a question
  TimePoint asked_at_;
  Duration cpu_before_{};
  Duration waited_before_{};  ///< as of the question, or up to 50 ms earlier
  TimePoint next_mark_at_;    ///< when that is read again
  Duration cpu_seen_{};       ///< since the question, when extend() looked last
  TimePoint idle_since_;      ///< cpu_seen_ has not changed since
};

}  // namespace arena
