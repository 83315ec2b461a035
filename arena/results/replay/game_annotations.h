#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/protocol/limits.h"
#include "arena/records/game_details.h"
#include "engine/seat.h"

namespace arena {

/// What stands beside the cards of a game, by seat and question: how long each answer took, what the bot wrote, what
/// went wrong. Question 0 is before the first. All text is printable, a line each.
class GameAnnotations {
 public:
  /// With `notes` false, of a bot's own words only those are kept that were faults or refused.
  GameAnnotations(const GameRecord& record, const GameDetails& details, const Limits& limits, bool notes);

  struct Line {
    enum class Kind { note, stderr_line, refused, fault, last_line, forfeit };

    Kind kind = Kind::note;
    std::string text;

    /// A fault, or what came of it.
    bool is_alarm() const { return kind == Kind::fault || kind == Kind::forfeit; }
    /// The text, and before it what it is.
    std::string sentence() const;
  };
  struct Answer {
    std::vector<Line> lines;
    std::optional<std::chrono::microseconds> time;  ///< it was charged, its refused tries included; if recorded
    std::optional<std::chrono::microseconds> bank;  ///< after it; nothing where not all times are recorded
  };
  const Answer& answer(hearts::Seat seat, int question) const;
  /// All of which there is anything, by seat and question.
  const std::map<std::pair<hearts::Seat, int>, Answer>& answers() const { return answers_; }

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
