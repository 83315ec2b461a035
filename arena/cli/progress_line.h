#pragma once

#include <chrono>
#include <string>

#include "arena/ratings/rated_runs.h"
#include "arena/records/game_record.h"

namespace arena::cli {

/// Shows how a run goes: one line that is overwritten on a terminal; plain lines, at most one a second, elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(int games_planned);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows rate, time to go, the leader with his interval, and faults.
  void game_over(const GameRecord& record, int done, const RatedRuns& rated);
  /// Makes room for another message.
  void clear();

 private:
  void show(const std::string& line);

  std::string leader(const RatedRuns& rated, std::chrono::steady_clock::time_point now);

  int planned_;
  int played_ = 0;  ///< in this start
  int faults_ = 0;
  std::string leader_;
  std::chrono::steady_clock::time_point leader_until_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point shown_at_;
};

}  // namespace arena::cli
