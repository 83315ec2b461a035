#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/app/commands/event_stream.h"
#include "arena/base/text/text_layout.h"
#include "arena/league/session/live_pace.h"
#include "arena/records/manifest.h"
#include "arena/records/record_file.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena::cli {

/// A run in progress, as its records show it. It only reads the records, and never locks out the arena that writes
/// them.
class RunWatch {
 public:
  /// `folder`: that of a run. `stream`: gets what happens after the first update; may be null. Throws InputError when
  /// the folder has no records.
  explicit RunWatch(std::filesystem::path folder, EventStream* stream);

  /// Reads what was recorded since the last call. Throws InputError for a line that no arena has written.
  void update(std::chrono::steady_clock::time_point now);

  /// Whether the last stage has ended and no arena on this machine has locked the records. This must be so in two
  /// consecutive updates, because an arena unlocks the records for a moment between two stages.
  bool is_over() const { return times_over_ >= 2; }
  /// Whether the last stage has ended.
  bool has_ended() const { return seen_.has_ended; }

  /// Emits the end of the run.
  void emit_end() const;

  /// Returns the progress, the time left, the standings and the last faults. No line is longer than the page's
  /// tables, and there are at most `lines` of them.
  std::string text(const Page& page, std::size_t lines) const;

 private:
  /// Reads the manifests again, because the records are those of another run or have a new stage.
  void start_over();
  void emit_start() { stream_->started(stage(), folder_, stage().games, games_done()); }
  /// Emits what has changed since the last update, except games and faults, which are emitted as they are read.
  void emit_state();
  /// Rates the games again if there are new ones.
  void rate_again(std::chrono::steady_clock::time_point now);
  void add_line(std::string_view line, const std::string& place);
  /// Reads the parts of a stage that is played in shards. Complete parts are rated; of others the games are counted.
  void read_parts();
  /// Returns which shards are complete or in progress: "2 of 3 shards complete, 1 in progress with 7 games".
  std::string shards_text() const;
  void add_fault(std::string_view line, const std::string& place);
  void add_session(std::string_view line, const std::string& place);
  /// Returns the games per second; 0 if that is unknown, or if no arena plays the run.
  double rate() const;
  int games_done() const;
  std::string progress() const;
  const Manifest& stage() const { return stages_.back(); }

  std::filesystem::path folder_;
  EventStream* stream_;
  bool emits_ = false;  ///< the first update is over, and there is a stream
  LineTail games_;
  LineTail faults_;
  LineTail timings_;
  /// An attempt at a shard that is in progress.
  struct Attempt {
    LineTail games;
    int count = 0;  ///< recorded games
  };
  std::vector<Manifest> stages_;
  std::optional<RatedRuns> rated_;
  std::set<std::string> known_;  // ids of the stages
  std::string run_;              ///< the id of the last stage
  bool is_held_ = false;
  int times_over_ = 0;                      ///< consecutive updates that found the run over
  LivePace pace_{std::chrono::seconds(0)};  ///< of rating
  /// When the last arena was started, and how many games of the stage it found.
  struct Session {
    std::chrono::sys_seconds started;
    std::int64_t games = 0;
  };
  /// Holds what was read of these records and stages.
  struct Seen {
    bool has_new_stage = false;         ///< after the stages that are known
    std::map<int, int> games_of_block;  ///< of the last stage
    std::set<int> void_blocks;          ///< of the last stage
    bool has_ended = false;
    int faults = 0;
    std::deque<std::string> last_faults;
    CellTable table;       ///< the standings
    std::string legend;    ///< what "±" means in them
    std::string state;     ///< how far the duel or the search for the first bots is; empty if the run is neither
    int rated_games = -1;  ///< games of the last stage that it includes
    /// The games, the faults and whether an arena was playing, as they were last emitted.
    std::optional<std::tuple<int, int, bool>> emitted;
    /// If the stage is played in shards: the complete shards, each rated once, and the attempts in progress by folder.
    int shards = 0;
    std::set<int> complete_shards;
    std::map<std::filesystem::path, Attempt> attempts;
    std::optional<Session> session;
    /// The number of games at some moments of the last minutes, for the rate.
    std::deque<std::pair<std::chrono::steady_clock::time_point, int>> moments;
  };
  Seen seen_;
};

}  // namespace arena::cli
