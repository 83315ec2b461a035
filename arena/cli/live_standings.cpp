#include "arena/cli/live_standings.h"

#include <spdlog/logger.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "arena/cli/rated_standings.h"

namespace arena::cli {

void LiveStandings::game_over(const RatedRuns& rated) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_ || (!has_written_ && !rated.leader())) return;
  has_written_ = true;
  try {
    RatedStandings(rated).write_into(folder_);
  } catch (const std::exception& error) {
    if (!std::exchange(has_failed_, true)) log_.warn("the standings so far cannot be written: {}", error.what());
  }
  const auto took = std::chrono::steady_clock::now() - now;
  next_ = now + std::max<std::chrono::steady_clock::duration>(kLiveEvery, kPartOfTime * took);
}

}  // namespace arena::cli
