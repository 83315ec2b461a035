#pragma once

#include <string>
#include <vector>

#include "arena/check/trial_tables.h"
#include "arena/table/game_result.h"

namespace arena {

inline constexpr std::size_t kAnswersKept = 1000;

/// What a channel saw that its seat does not tell.
struct Overheard {
  /// Of the game under way: the number, then the words in the order of the alphabet. At most kAnswersKept.
  std::vector<std::string> answers;
  /// The answer that was to be late had come in time, and was kept.
  bool kept_one = false;
  /// `ready` or an answer came when its time was over, and the input was still open.
  bool came_late = false;
  /// `ready` or an answer came only when the input had been closed.
  bool came_at_close = false;
  /// Most memory the process ever had, in KiB; 0: not known.
  long peak_kb = 0;
};

/// A game of the bot among partners, up to its first fault.
struct Trial {
  TrialTable table;
  GameResult result;
  std::vector<FaultEvent> faults;    ///< the bot's
  std::vector<std::string> answers;  ///< see Overheard
};

}  // namespace arena
