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

/// A seat's clock in one game: the bank, and what the current question has used so far.
///
/// An answer may take the time for a move, but no more than is left in the bank, plus the grace in either case. All
/// time used is taken from the bank; then the increment is added, as with Fischer's clock in chess. The first question
/// of a game has free time in addition, in which a bot may set the game up: the clock starts when that is used up. It
/// reads no real clock.
class Clock {
 public:
  /// `of_laws` makes the clock for the questions of the laws.
  explicit Clock(const Limits& limits, bool of_laws = false)
      : move_(limits.move),
        increment_(of_laws ? std::chrono::milliseconds(0) : limits.increment),
        grace_(limits.grace),
        free_(limits.newgame),
        bank_(of_laws ? limits.laws : limits.bank) {}

  /// Starts a question, of whose time nothing is used yet.
  void start_question() { used_ = Duration::zero(); }
  /// Returns the time for the next answer to this question, less that of earlier tries. Not negative.
  Duration move_left() const { return std::max(move_ - used_, Duration::zero()); }
  /// Returns the bank as it would be now. Not negative.
  Duration bank_left() const { return std::max(bank_ - used_, Duration::zero()); }
  /// Returns the time from writing the question until silence is a fault.
  Duration allowance() const { return free_ + std::min(move_left(), bank_left()) + grace_; }

  /// Notes that the bot has taken this much time for a try. What is free is used up first.
  void use(Duration time) {
    const Duration free = std::min(free_, time);
    free_ -= free;
    used_ += time - free;
  }
  /// Settles the question: takes all time used from the bank, then adds the increment.
  void settle() {
    bank_ = bank_left() + increment_;
    used_ = Duration::zero();
  }
  /// Ends the time to set up the game: the rest of it is lost.
  void end_setup() { free_ = Duration::zero(); }
  Duration used() const { return used_; }

 private:
  Duration move_;
  Duration increment_;
  Duration grace_;
  Duration free_;
  Duration bank_;
  Duration used_{};
};

/// Splits a bot's processor time into the time that it used in its turns and the time that it used out of turn.
///
/// A reading costs a system call or two. Short turns and waits are therefore read together, and the bot counts as busy
/// for the whole of such a turn. As a result the time out of turn is never too large, except for bots with threads, for
/// which it may be too large by half a millisecond for each turn and processor.
class CpuUse {
 public:
  /// Starts a fresh process. All time that it has used so far was for its start.
  void begin_process(ProcessMeters& meters, TimePoint at);
  /// Starts a game. The time since the last reading belongs to no game.
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
  /// Reads the processor time up to this moment and assigns it.
  void read(ProcessMeters& meters, TimePoint at);

  /// Returns the last reading: the processor time of the process since its start.
  std::chrono::nanoseconds last() const { return last_; }
  // The processor time in this game, up to the last reading.
  std::chrono::nanoseconds total() const { return total_; }
  std::chrono::nanoseconds out_of_turn() const { return out_of_turn_; }
  /// Returns the processor time between the game before, or `ready`, and this game.
  std::chrono::nanoseconds between_games() const { return between_games_; }

 private:
  /// Shorter turns and waits are read together with what follows.
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
  TimePoint changed_at_;  ///< when a turn began or ended, or a reading was taken
  bool in_turn_ = false;
  // Since the last reading.
  Duration turns_{};
  Duration waits_{};
};

/// Times one bot: measures what its clock is charged and how much of the processor it uses. OwnTime decides which part
/// of the time is the bot's own.
class TurnTimer {
 public:
  explicit TurnTimer(const Limits& limits) { set_limits(limits); }

  /// Sets the limits of the games to come.
  void set_limits(const Limits& limits);
  /// Starts a fresh process, which is greeted now. Both references must outlast its last game.
  void begin_process(ProcessMeters& meters, WaitClock& wait_clock);
  /// Notes that the process has said `ready`.
  void end_start();
  /// Starts a game; without a process if `alive` is false.
  void begin_game(bool alive);
  /// Continues with a fresh process a game in which the bot has not answered anything.
  void begin_game_again();
  /// Starts a question. With `of_law` it is charged to the clock for the questions of the laws.
  void begin_question(bool of_law);
  /// Starts a turn: the question is written now, for the first time or `again`.
  void begin_turn(bool again);

  /// Returns the clock for the current question.
  Clock& clock() { return of_law_ ? law_clock_ : clock_; }
  const Clock& clock() const { return of_law_ ? law_clock_ : clock_; }
  OwnTime& own_time() { return own_time_; }
  const OwnTime& own_time() const { return own_time_; }

  /// Returns a description of how the bank was used up, if the current question had less than the time for a move
  /// because of that.
  std::optional<std::string> describe_spent_bank() const;

  /// Whether the bot has computed for most of its time since the question.
  bool has_computed() const { return 2 * own_time_.cpu() > own_time_.until(own_time_.now()); }
  /// Charges the bot for the ask that was written last, in whole microseconds, so that its clock can be recalculated
  /// from the times of all asks. They include the time that was free.
  void charge(Duration time);
  /// Settles the current question. `at` is the time of the last line from or to the bot.
  void settle(TimePoint at, int question);
  /// Returns a description if the bot used too much of the processor out of turn since the game began, or since the
  /// last such report.
  std::optional<std::string> report_idle_cpu();
  /// Reads what the bot and the machine have done in this game into timing().
  void read_meters();

  /// Returns the timing of this game, without SeatTiming::input, which Dialogue keeps.
  const SeatTiming& timing() const { return timing_; }
  /// Returns the clock for a fault that happens now.
  FaultEvent::ClockLeft left() const { return {to_ms(move_left_), to_ms(bank_left_)}; }
  Duration elapsed() const { return own_time_.now() - own_time_.asked_at(); }

 private:
  void note_clock();

  Duration longest_wait() const { return limits_.newgame + limits_.move + limits_.grace; }

  Limits limits_;  ///< the limits of the next game
  ProcessMeters* meters_ = nullptr;
  OwnTime own_time_;

  // This game
  Clock clock_{limits_};
  Clock law_clock_{limits_};
  CpuUse cpu_;
  std::chrono::nanoseconds cpu_charged_{};   ///< the time out of turn at the last fault for it
  std::chrono::nanoseconds delay_before_{};  ///< the process's run_delay() when the game began
  Duration move_left_{};                     ///< for the ledger
  Duration bank_left_{};
  SeatTiming timing_;

  // This question
  bool of_law_ = false;
  bool bank_was_short_ = false;  ///< when the question was first asked
};

}  // namespace arena
