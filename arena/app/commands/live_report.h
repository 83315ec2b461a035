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

/// Keeps the report of a run up to date while it is played, where one is wanted.
class LiveReport {
 public:
  /// `file`: where it is written; empty: nowhere. `folder`: the run's.
  LiveReport(std::filesystem::path file, std::filesystem::path folder, spdlog::logger& log)
      : file_(std::move(file)), folder_(std::move(folder)), log_(log) {}

  /// Writes it after the first game, then at the pace of kLiveEvery. A write that fails is told,
  /// once while it fails for the same reason; the games go on.
  void game_over(int games, int planned);
  /// Writes it once more, as of the end. True where that was wanted, and done.
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
