#include "arena/league/session/live_standings.h"

#include <exception>
#include <utility>

#include "arena/results/ratings/rated_standings.h"

namespace arena {

void LiveStandings::game_over(const RatedRuns& rated) {
  const auto start = LivePace::Clock::now();
  if (!pace_.is_due(start) || (!has_written_ && !rated.leader())) return;
  has_written_ = true;
  try {
    RatedStandings(rated).write_into(folder_);
  } catch (const std::exception& error) {
    if (!std::exchange(has_failed_, true))
      warn_(std::string("the standings so far cannot be written: ") + error.what());
  }
  pace_.done(start, LivePace::Clock::now());
}

}  // namespace arena
