#include "arena/app/commands/live_report.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <chrono>
#include <ctime>
#include <exception>

#include "arena/app/terminal/build_commit.h"
#include "arena/records/manifest.h"

namespace arena::cli {

ReportFrame frame_of_now() {
  return {std::time(nullptr), fmt::format("{} ({})", arena_version(), build_commit().hash), {}};
}

void LiveReport::game_over(int games, int planned) {
  const auto start = LivePace::Clock::now();
  if (file_.empty() || !pace_.is_due(start)) return;
  const auto every = std::chrono::ceil<std::chrono::seconds>(pace_.wait());
  write(ReportFrame::Live{games, planned, static_cast<int>(every.count())});
  pace_.done(start, LivePace::Clock::now());
}

bool LiveReport::finish() { return !file_.empty() && write({}); }

bool LiveReport::write(std::optional<ReportFrame::Live> live) {
  ReportFrame frame = frame_of_now();
  frame.live = live;
  try {
    write_report(file_, {folder_.string()}, {}, frame);
    return true;
  } catch (const std::exception& error) {
    if (std::exchange(failure_, error.what()) != error.what())
      log_.warn("the report cannot be written: {}", error.what());
    return false;
  }
}

}  // namespace arena::cli
