#pragma once

#include <chrono>
#include <string>

#include "arena/records/game_record.h"

namespace arena::cli {

/// Shows how a run goes: one line that is overwritten on a terminal; plain lines, at most one a second, elsewhere.
class ProgressLine {
 public:
  ProgressLine(int games_planned, int games_done);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void game_over(const GameRecord& record, int done);
  /// Makes room for another message.
  void clear();

 private:
  void show(const std::string& line);

  int planned_;
  int done_before_;
  int faults_ = 0;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point shown_at_;
};

}  // namespace arena::cli
