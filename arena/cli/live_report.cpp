#include "arena/cli/live_report.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <algorithm>
#include <ctime>
#include <exception>

#include "arena/cli/build_commit.h"
#include "arena/cli/rated_standings.h"
#include "arena/records/manifest.h"

namespace arena::cli {

ReportFrame frame_of_now() {
  return {std::time(nullptr), fmt::format("{} ({})", arena_version(), build_commit().hash), {}};
}

void LiveReport::game_over(int games, int planned) {
  const auto now = std::chrono::steady_clock::now();
  if (file_.empty() || now < next_) return;
  write(ReportFrame::Live{games, planned, static_cast<int>(kLiveEvery.count())});
  const auto took = std::chrono::steady_clock::now() - now;
  next_ = now + std::max<std::chrono::steady_clock::duration>(kLiveEvery, kPartOfTime * took);
}

bool LiveReport::finish() { return !file_.empty() && write({}); }

bool LiveReport::write(std::optional<ReportFrame::Live> live) {
  ReportFrame frame = frame_of_now();
  frame.live = live;
  try {
    write_report(file_, {folder_.string()}, {}, frame);
    return true;
  } catch (const std::exception& error) {
    if (!std::exchange(has_failed_, true)) log_.warn("the report cannot be written: {}", error.what());
    return false;
  }
}

}  // namespace arena::cli
