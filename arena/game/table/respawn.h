#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/steady_time.h"
#include "arena/game/table/fault.h"
#include "engine/typed_text.h"

namespace arena {

/// Decides when a bot's process may be replaced by a fresh one: if it ends between two games, or in a game before its
/// first answer after it has played others. This way, what it does after a game does not cost it the next one.
///
/// The time for starts that the bot itself made necessary is limited; the limit grows with each game. Without it a bot
/// that starts slowly and exits after each game would hold up a league.
class Respawn {
 public:
  explicit Respawn(Duration startup) : startup_(startup) {}
  void start_with(std::function<std::unique_ptr<BotChannel>()> start) { start_ = std::move(start); }
  void begin_process() { games_ = 0; }
  /// Starts a game and returns its number for this process, from 1.
  int begin_game() { return ++games_; }
  bool has_past() const { return games_ > 1; }
  /// Called when the seat begins a game, with a process or without.
  void raise_budget() { ++games_due_; }
  /// Notes that the process has ended and who is to blame. The next start is charged to the bot if it is to blame. The
  /// very first start is charged to nobody.
  void end_process(Blame blame) { next_start_by_ = blame; }
  /// Charges the time of a start.
  void charge_start(Duration time) {
    if (next_start_by_ == Blame::bot) used_ += time;
  }
  /// Returns a description if the time for starts is used up and the bot is to blame for the next start. Otherwise
  /// returns nothing.
  std::optional<std::string> describe_spent() const {
    const Duration allowed = startup_ + games_due_ * startup_ / kBudgetParts;
    if (next_start_by_ != Blame::bot || used_ <= allowed) return std::nullopt;
    return "not started again: its starts after the first took " + std::to_string(to_ms(used_).count()) + " ms in " +
           hearts::counted(games_due_, "game") + "; " + std::to_string(to_ms(allowed).count()) + " ms are allowed";
  }

  /// Whether the process may be replaced at this question, after this number of refused tries, unless the machine is to
  /// blame.
  bool allows(int question, int tries) const { return start_ && has_past() && question <= 1 && tries == 0; }
  std::unique_ptr<BotChannel> start() const { return start_(); }

 private:
  /// This part of the startup limit is added to the budget for starts with each game.
  static constexpr int kBudgetParts = 10;

  std::function<std::unique_ptr<BotChannel>()> start_;
  int games_ = 0;
  Duration startup_;
  Duration used_{};
  int games_due_ = 0;
  Blame next_start_by_ = Blame::arena;
};

}  // namespace arena
