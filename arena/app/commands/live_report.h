#pragma once

#include <spdlog/fwd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "arena/league/session/live_pace.h"
#include "arena/results/report/report.h"

namespace arena::cli {

/// Returns the frame of a page that this program writes now.
ReportFrame frame_of_now();

/// Keeps the report of a run up to date while the run is played, if a report is wanted.
class LiveReport {
 public:
  /// `file` is the page, or empty if no report is wanted. `folder` is that of the run.
  LiveReport(std::filesystem::path file, std::filesystem::path folder, spdlog::logger& log)
      : file_(std::move(file)), folder_(std::move(folder)), log_(log) {}

  /// Writes the page after the first game, and then at the pace of kLiveEvery. If that fails, logs a warning, but only
  /// once for the same reason; the games continue.
  void game_over(int games, int planned);
  /// Writes the final page. Returns true if a report was wanted and is written.
  bool finish();

 private:
  bool write(std::optional<ReportFrame::Live> live);

  std::filesystem::path file_;
  std::filesystem::path folder_;
  spdlog::logger& log_;
  LivePace pace_{kLiveEvery};
  std::string failure_;  // of the last write that failed
};

}  // namespace arena::cli
