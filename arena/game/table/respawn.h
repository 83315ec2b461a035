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

/// Decides when a bot's process may be replaced by a fresh one: if it goes away between two games, or in a game before
/// its first answer, having played others. So what it does after a game does not cost it the next one.
///
/// Starts that the bot itself made necessary draw on a budget of time that grows with each game: a slow starter that
/// leaves after each game would hold up a league.
class Respawn {
 public:
  explicit Respawn(Duration startup) : startup_(startup) {}
  void start_with(std::function<std::unique_ptr<BotChannel>()> start) { start_ = std::move(start); }
  void begin_process() { games_ = 0; }
  /// Of this process, from 1.
  int begin_game() { return ++games_; }
  bool has_past() const { return games_ > 1; }
  /// The seat begins a game, with a process or without.
  void grow_budget() { ++games_due_; }
  /// The process is gone: the next start is at that one's cost. The first of all is nobody's.
  void end_process(Blame blame) { next_start_by_ = blame; }
  /// A start has taken that long.
  void charge_start(Duration time) {
    if (next_start_by_ == Blame::bot) used_ += time;
  }
  /// Describes a budget that is used up; nothing if it is not, or if the bot is not to blame that it must be started.
  std::optional<std::string> describe_spent() const {
    const Duration allowed = startup_ + games_due_ * startup_ / kBudgetParts;
    if (next_start_by_ != Blame::bot || used_ <= allowed) return std::nullopt;
    return "not started again: its starts after the first took " + std::to_string(to_ms(used_).count()) + " ms in " +
           hearts::counted(games_due_, "game") + "; " + std::to_string(to_ms(allowed).count()) + " ms are allowed";
  }

  /// The process may be replaced at this question, after so many refused tries, unless the machine is to blame.
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
