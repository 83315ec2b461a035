#pragma once

#include <chrono>
#include <string>

#include "arena/league/session/live_pace.h"
#include "arena/records/game_record.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena::cli {

/// Shows the progress of a run. On a terminal this is one line that is overwritten; elsewhere it is plain lines, at
/// most one a second.
class ProgressLine {
 public:
  /// `redraws`: standard error is a terminal that can overwrite a line.
  ProgressLine(int games_planned, bool redraws) : planned_(games_planned), redraws_(redraws) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows the rate, the time left, the leader with the interval (or the test of a duel), and the faults.
  void game_over(const GameRecord& record, int done, const RatedRuns& rated);

  /// Erases the line, to make room for a message.
  void clear();

 private:
  /// The leader, or the test of a duel, about a second old.
  std::string standing(const RatedRuns& rated, std::chrono::steady_clock::time_point now);

  int planned_;
  bool redraws_;
  int played_ = 0;  ///< in this start
  int faults_ = 0;
  int last_line_faults_ = -1;  ///< faults that the last line showed; -1: the last line is still to come
  std::string standing_;
  LivePace pace_{std::chrono::seconds(1)};  ///< of standing()
  bool shown_ = false;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_at_ = started_;
};

}  // namespace arena::cli
