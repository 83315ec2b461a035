#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "arena/bots/process/process_meters.h"
#include "arena/bots/process/steady_time.h"
#include "arena/bots/protocol/limits.h"
#include "arena/game/table/game_result.h"
#include "arena/game/table/own_time.h"

namespace arena {

/// A seat's clock in one game: the bank, and what the question under way has used so far.
///
/// An answer may take the time for a move, but no more than the bank has left, and the grace in either case. All time
/// used leaves the bank, then the increment comes (as with Fischer's clock in chess). A value: it reads no real clock.
class Clock {
 public:
  /// `of_laws`: that of the questions of the laws.
  explicit Clock(const Limits& limits, bool of_laws = false)
      : move_(limits.move),
        increment_(of_laws ? std::chrono::milliseconds(0) : limits.increment),
        grace_(limits.grace),
        bank_(of_laws ? limits.laws : limits.bank) {}

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

/// Splits a bot's processor time into what it used in its turns and out of turn.
///
/// A reading costs a system call or two, so short turns and waits are read together, and a bot counts as busy for all of
/// such a turn. So the time out of turn is never too large, except for bots with threads: by half a millisecond a turn
/// and processor.
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

/// Times one bot: what its clock is charged, and what it uses of the processor. What of the time is the bot's own is
/// decided by OwnTime.
class TurnTimer {
 public:
  explicit TurnTimer(const Limits& limits) { set_limits(limits); }

  /// Of the games to come.
  void set_limits(const Limits& limits);
  /// A fresh process is to be greeted. What it is measured by must outlast its last game.
  void begin_process(ProcessMeters& meters, WaitClock& wait_clock);
  /// It has said `ready`.
  void end_start();
  /// A game begins; without a process if `alive` is false.
  void begin_game(bool alive);
  /// A fresh process continues a game in which none has answered anything.
  void begin_game_again();
  /// `of_law`: it is charged to the budget of those.
  void begin_question(bool of_law);
  /// The question is to be written now, the first time or, `again`, once more.
  void begin_turn(bool again);

  /// Of the question under way.
  Clock& clock() { return of_law_ ? law_clock_ : clock_; }
  const Clock& clock() const { return of_law_ ? law_clock_ : clock_; }
  OwnTime& own_time() { return own_time_; }
  const OwnTime& own_time() const { return own_time_; }

  /// Describes how the bank was used up if the question under way had less time than for a move because of that.
  std::optional<std::string> describe_spent_bank() const;

  /// The ask that was written took the bot so long. In whole microseconds, so that its clock can be reckoned again.
  void charge(Duration time);
  /// The question under way is settled; the last line from or to the bot was at that time.
  void settle(TimePoint at, int question);
  /// Describes it if the bot used too much of the processor out of turn, since the game began or since this was last
  /// reported.
  std::optional<std::string> report_idle_cpu();
  /// What the bot and the machine have done in this game.
  void take_figures();

  /// Its input is kept elsewhere.
  const SeatTiming& timing() const { return timing_; }
  /// Of a fault that happens now.
  FaultEvent::ClockLeft left() const { return {to_ms(move_left_), to_ms(bank_left_)}; }
  Duration elapsed() const { return own_time_.now() - own_time_.asked_at(); }

 private:
  void note_clock();

  Duration longest_wait() const { return limits_.move + limits_.grace; }

  Limits limits_;  ///< of the next game
  ProcessMeters* meters_ = nullptr;
  OwnTime own_time_;

  // This game
  Clock clock_{limits_};
  Clock law_clock_{limits_};
  CpuUse cpu_;
  std::chrono::nanoseconds cpu_charged_{};   ///< what faults were counted for
  std::chrono::nanoseconds delay_before_{};  ///< the process's run_delay() when the game began
  Duration move_left_{};                     ///< for the ledger
  Duration bank_left_{};
  SeatTiming timing_;

  // This question
  bool of_law_ = false;
  bool bank_was_short_ = false;  ///< when it was asked first
};

}  // namespace arena
