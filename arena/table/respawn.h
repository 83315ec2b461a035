#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "arena/process/process_end.h"

namespace arena {

class BotChannel;

/// Says when a bot's process may be replaced by a fresh one: if it goes away between two games, or before it has
/// answered anything in a game, having played others. What it does after a game must not cost it the next one.
class Respawn {
 public:
  void start_with(std::function<std::unique_ptr<BotChannel>()> start) { start_ = std::move(start); }
  void begin_process() { games_ = 0; }
  /// Of this process, from 1.
  int begin_game() { return ++games_; }
  bool has_past() const { return games_ > 1; }

  /// The process may be replaced at this question, after so many refused tries, unless the machine is to blame.
  bool allows(int question, int tries) const { return start_ && has_past() && question <= 1 && tries == 0; }
  /// Nobody pays for a sandbox that fails.
  static bool allows(const ProcessEnd& end) { return end.kind != ProcessEnd::Kind::sandbox_failed; }
  std::unique_ptr<BotChannel> start() const { return start_(); }

 private:
  std::function<std::unique_ptr<BotChannel>()> start_;
  int games_ = 0;
};

}  // namespace arena
