#pragma once

#include <chrono>
#include <string>

#include "arena/league/session/live_pace.h"
#include "arena/records/game_record.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena::cli {

/// Shows how a run goes: one line that is overwritten on a terminal; plain lines, at most one a second, elsewhere.
class ProgressLine {
 public:
  /// `is_duel`: what stands is the test, not who leads. `redraws`: standard error is a terminal where that can be done.
  ProgressLine(int games_planned, bool is_duel, bool redraws)
      : planned_(games_planned), is_duel_(is_duel), redraws_(redraws) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows rate, time to go, how it stands with its interval, and faults.
  void game_over(const GameRecord& record, int done, const RatedRuns& rated);

  /// Makes room for another message.
  void clear();

 private:
  /// How it stands, as of a second ago or a little longer.
  std::string standing(const RatedRuns& rated, std::chrono::steady_clock::time_point now);

  int planned_;
  bool is_duel_;
  bool redraws_;
  int played_ = 0;  ///< in this start
  int faults_ = 0;
  int told_all_with_ = -1;  ///< so many faults, when all games were over; -1: they were not
  std::string standing_;
  LivePace pace_{std::chrono::seconds(1)};  ///< of standing()
  bool shown_ = false;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_at_ = started_;
};

}  // namespace arena::cli
