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

/// Everything that is shown beside the cards of a game, by seat and question: how long each answer took, what the bot
/// wrote, what went wrong. Question 0 is before the first question. All text is printable and without line ends.
class GameAnnotations {
 public:
  /// Without `notes`, a bot's own words are only kept if they were a fault or were refused.
  GameAnnotations(const GameRecord& record, const GameDetails& details, const TableLimits& limits, bool notes);

  struct Line {
    enum class Kind { note, stderr_line, refused, fault, last_line, forfeit };

    Kind kind = Kind::note;
    std::string text;

    /// Whether it is a fault, or the result of one.
    bool is_alarm() const { return kind == Kind::fault || kind == Kind::forfeit; }
    /// The text, with a word before it that names its kind.
    std::string sentence() const;
  };
  struct Answer {
    std::vector<Line> lines;
    /// The time that the bot was charged, including its refused tries. Nothing if it is not recorded.
    std::optional<std::chrono::microseconds> time;
    std::optional<std::chrono::microseconds> bank;  ///< the bank after it; nothing if not all times are recorded
  };
  const Answer& answer(hearts::Seat seat, int question) const;
  /// All answers with something to show, by seat and question.
  const std::map<std::pair<hearts::Seat, int>, Answer>& answers() const { return answers_; }

  /// Whether the time is at least half of the seat's limit for one move.
  bool is_slow(hearts::Seat seat, std::chrono::microseconds time) const { return 2 * time >= limits_.of(seat).move; }
  /// Whether the time of any answer is recorded.
  bool any_time() const { return any_time_; }

 private:
  Answer& at(hearts::Seat seat, int question) { return answers_[{seat, question}]; }
  void add_faults(const GameRecord& record, const GameDetails& details, bool notes);
  void add_times(const GameRecord& record, const GameDetails& details, hearts::Seat seat);

  TableLimits limits_;
  std::map<std::pair<hearts::Seat, int>, Answer> answers_;
  bool any_time_ = false;
};

}  // namespace arena
