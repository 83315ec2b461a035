#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "arena/bots/process/process_meters.h"
#include "arena/bots/process/steady_time.h"
#include "arena/bots/protocol/limits.h"
#include "arena/game/table/game_result.h"

namespace arena {

/// A seat's clock in one game: the bank, and what the question under way has used so far.
class Clock {
 public:
  explicit Clock(const Limits& limits)
      : move_(limits.move), increment_(limits.increment), grace_(limits.grace), bank_(limits.bank) {}
  /// That of the questions of the laws.
  static Clock of_laws(const Limits& limits) {
    Clock clock(limits);
    clock.increment_ = Duration::zero();
    clock.bank_ = limits.laws;
    return clock;
  }

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

/// Splits a bot's processor time into what it used in its turns and out of turn. A reading costs a system call or two,
/// so short turns and waits are read together and the time of the turns is taken as used in them: what is called out of
/// turn is never too much, but for bots with threads, by half a millisecond a turn and processor.
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

/// Times one bot: how long it takes for its questions, what its clock is charged, and what it uses of the processor. A
/// bot pays for its own time only, not for that in which it or the arena could not run.
class TurnTimer {
 public:
  explicit TurnTimer(const Limits& limits)
      : full_clock_(limits),
        full_law_clock_(Clock::of_laws(limits)),
        startup_(limits.startup),
        longest_wait_(limits.move + limits.grace) {}

  /// Of the games to come.
  void set_limits(const Limits& limits);
  /// A fresh process is to be greeted. What it is measured by must outlast its last game.
  void begin_process(ProcessMeters& meters, WaitClock& wait_clock);
  /// The same process is timed by another clock from its next game on.
  void change_clock(WaitClock& wait_clock) { wait_clock_ = &wait_clock; }
  /// It has said `ready`.
  void end_start();
  /// A game begins; without a process if `alive` is false.
  void begin_game(bool alive);
  /// A fresh process goes on with a game in which none has answered anything.
  void begin_game_again();
  /// `of_law`: it is charged to the budget of those.
  void begin_question(bool of_law);
  /// The question is to be written now, the first time or, `again`, once more.
  void begin_turn(bool again);
  /// The question was written, or something was heard.
  void set_asked(TimePoint at) { asked_at_ = at; }
  TimePoint asked_at() const { return asked_at_; }

  /// Of the question under way.
  Clock& clock() { return of_law_ ? law_clock_ : clock_; }
  const Clock& clock() const { return of_law_ ? law_clock_ : clock_; }

  /// What of the time since the question was written is the bot's.
  Duration own_time(TimePoint at) const;
  /// Until when a write goes on that ended by the clock on the wall; nothing: its time is over.
  std::optional<TimePoint> write_deadline(TimePoint at, Duration allowance) const;
  /// A wait for a line.
  struct Wait {
    Duration allowance;
    TimePoint deadline;
  };
  Wait begin_wait(Duration allowance) const { return {allowance, asked_at_ + allowance}; }
  /// The wait has ended at `at` by the clock on the wall: true if it goes on to its new deadline. A pause of the arena
  /// moves the end; nothing that a bot does moves it.
  bool extend(Wait& wait, TimePoint at);

  /// The question under way had less time than for a move, for the bank was used up: by how much, in words. Empty: not so.
  std::string tell_bank_spent() const;
  /// The wait is over, without success, because the bot had no processor for longer than is forgiven, and had not used
  /// up its time: in words. Empty: it has been slow itself.
  std::string tell_starved(TimePoint at, Duration allowance) const;

  /// The ask that was written took the bot so long. In whole microseconds, so that its clock can be reckoned again.
  void charge(Duration time);
  /// The question under way is settled; what the bot heard or said last was at that time.
  void settle(TimePoint at, int question);
  /// The bot used too much of the processor out of turn, since the game began or since this was last told: in words.
  /// Empty: it did not.
  std::string tell_idle_cpu();
  /// What the bot and the machine have done in this game.
  void take_figures();

  /// Its input is kept elsewhere.
  const SeatTiming& timing() const { return timing_; }
  /// Of a fault that happens now.
  FaultEvent::ClockLeft left() const { return {to_ms(move_left_), to_ms(bank_left_)}; }
  Duration elapsed() const { return wait_clock_->now() - asked_at_; }

 private:
  Duration cpu_since_question() const { return meters_->cpu_time() - cpu_.last(); }
  Duration waited() const;
  void mark_delay();
  void note_clock();
  bool waits_still(TimePoint at, Duration allowance) const;

  Clock full_clock_;
  Clock full_law_clock_;
  Duration startup_;
  Duration longest_wait_;    ///< for an answer
  Duration forgiven_max_{};  ///< of waits for a processor, a question
  ProcessMeters* meters_ = nullptr;
  WaitClock* wait_clock_ = nullptr;

  // This game
  Clock clock_{full_clock_};
  Clock law_clock_{full_law_clock_};
  CpuUse cpu_;
  std::chrono::nanoseconds cpu_charged_{};   ///< what faults were counted for
  std::chrono::nanoseconds delay_before_{};  ///< the process's run_delay() when the game began
  Duration move_left_{};                     ///< for the ledger
  Duration bank_left_{};
  SeatTiming timing_;

  // This question
  bool of_law_ = false;
  bool bank_was_short_ = false;  ///< when it was asked first
  TimePoint asked_at_;
  Duration starved_before_{};                ///< the arena's thread, when it began
  Duration unexplained_{};                   ///< time since then that is not the bot's, see extend()
  Duration cpu_seen_{};                      ///< used at the last look
  TimePoint idle_since_;                     ///< of these looks the first
  std::chrono::nanoseconds delay_marked_{};  ///< the process's threads_delay() then, or up to fifty milliseconds before
  TimePoint next_mark_at_;
};

}  // namespace arena
