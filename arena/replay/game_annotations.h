#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/protocol/limits.h"
#include "arena/records/game_details.h"

namespace arena {

/// What stands beside the cards of a game, by seat and question: how long each answer took, what the bot wrote, what
/// went wrong. Question 0 is before the first. All text is printable, a line each.
class GameAnnotations {
 public:
  /// With `notes` false, of a bot's own words only those are kept that were faults or refused.
  GameAnnotations(const GameRecord& record, const GameDetails& details, const Limits& limits, bool notes);

  struct Line {
    std::string text;
    bool alarm = false;  ///< a fault, or what came of it
  };
  struct Answer {
    std::vector<Line> lines;
    std::optional<std::chrono::microseconds> time;  ///< it was charged, its refused tries included; if recorded
    std::optional<std::chrono::microseconds> bank;  ///< after it; nothing where not all times are recorded
  };
  const Answer& answer(hearts::Seat seat, int question) const;

  /// At least half of what a move may take.
  bool is_slow(std::chrono::microseconds time) const { return 2 * time >= limits_.move; }
  /// Some time of an answer is recorded.
  bool any_time() const { return any_time_; }

 private:
  Answer& at(hearts::Seat seat, int question) { return answers_[{seat, question}]; }
  void add_faults(const GameRecord& record, const GameDetails& details, bool notes);
  void add_times(const GameRecord& record, const GameDetails& details, hearts::Seat seat);

  Limits limits_;
  std::map<std::pair<hearts::Seat, int>, Answer> answers_;
  bool any_time_ = false;
};

}  // namespace arena
