#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/league/session/live_pace.h"
#include "arena/records/manifest.h"
#include "arena/records/record_file.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena::cli {

/// A run as its records tell it while it is played. Reads them only, and never keeps the arena that writes them out.
class RunWatch {
 public:
  /// A run's folder. Throws InputError when it holds no records.
  explicit RunWatch(std::filesystem::path folder);

  /// Reads what has been recorded since. Throws InputError for a line that no arena wrote.
  void update(std::chrono::steady_clock::time_point now);

  /// The last stage has ended and no arena of this machine holds the records, in two updates one after the other: between
  /// two stages an arena lets go of them for a moment.
  bool is_over() const { return times_over_ >= 2; }

  /// Progress, what is left, the standings and the last faults, at most so many lines of at most so many columns.
  std::string text(std::size_t columns, std::size_t lines) const;

 private:
  void start_over();
  void take_line(std::string_view line, const std::string& place);
  void take_fault(std::string_view line, const std::string& place);
  void take_session(std::string_view line, const std::string& place);
  double rate() const;
  void rate_again(std::chrono::steady_clock::time_point now);
  const Manifest& stage() const { return stages_.back(); }
  int games_done() const;
  std::string progress() const;

  std::filesystem::path folder_;
  LineTail games_;
  LineTail faults_;
  LineTail timings_;
  std::vector<Manifest> stages_;
  std::optional<RatedRuns> rated_;
  std::set<std::string> known_;  // ids of the stages
  std::string run_;              // of the last one
  bool is_held_ = false;
  int times_over_ = 0;                      ///< updates one after the other that found it so
  LivePace pace_{std::chrono::seconds(0)};  ///< of rating
  /// The last start of an arena, and the games that it found in the stage.
  struct Session {
    std::chrono::sys_seconds started;
    std::int64_t games = 0;
  };
  /// What has been read of these records and stages.
  struct Seen {
    bool has_new_stage = false;         ///< behind those that are known
    std::map<int, int> games_of_block;  ///< of the last stage
    std::set<int> void_blocks;          ///< likewise
    bool has_ended = false;
    int faults = 0;
    std::deque<std::string> last_faults;
    CellTable table;       ///< the standings
    int rated_games = -1;  ///< of the last stage, that it tells of
    std::optional<Session> session;
    /// Games at some moments of the last minutes, for the rate.
    std::deque<std::pair<std::chrono::steady_clock::time_point, int>> moments;
  };
  Seen seen_;
};

}  // namespace arena::cli
