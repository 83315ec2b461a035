#pragma once

#include <spdlog/fwd.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "arena/report/report.h"

namespace arena::cli {

/// Of a page that this program writes now.
ReportFrame frame_of_now();

/// Keeps the report of a run up to date while it is played, where one is wanted.
class LiveReport {
 public:
  /// `file`: where it is written; empty: nowhere. `folder`: the run's.
  LiveReport(std::filesystem::path file, std::filesystem::path folder, spdlog::logger& log)
      : file_(std::move(file)), folder_(std::move(folder)), log_(log) {}

  /// Writes it after the first game, then every half minute at most, and for a twentieth of the time. A write that fails is
  /// told once; the games go on.
  void game_over(int games, int planned);
  /// Writes it once more, as of the end. True where that was wanted, and done.
  bool finish();

 private:
  bool write(std::optional<ReportFrame::Live> live);

  std::filesystem::path file_;
  std::filesystem::path folder_;
  spdlog::logger& log_;
  std::chrono::steady_clock::time_point next_{};
  bool has_failed_ = false;
};

}  // namespace arena::cli
