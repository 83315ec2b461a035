#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/bots/doctor/bot_sandbox.h"
#include "arena/game/schedule/shard.h"
#include "arena/league/plan/next_stage.h"
#include "arena/league/run/run_records.h"
#include "arena/records/manifest.h"

namespace arena {

/// What a session is asked to play, and how.
struct SessionOrder {
  /// The league, resolved. It lacks its commitment, its isolation and its number of blocks, which the session fills in.
  Manifest manifest;
  WantedLength length;
  /// Why the league cannot be played, see too_few_bots(). It can then only end a run that has begun.
  std::optional<std::string> too_few_bots{};
  /// The league does not say whether the games of a block have the same deals, so a run that has begun keeps what it
  /// has.
  bool deals_by_default = false;
  std::filesystem::path folder;  ///< the run's folder, see RecordFolder
  /// The seed that the run's key is made from. If it is empty, the key is random.
  std::string seed{};
  /// Public random text that the key is mixed with; empty if there is none.
  std::string entropy{};
  bool extend = false;  ///< if the league changes the run, play the change as another stage
  /// The part of a planned run to play. If it is empty, the whole run is played.
  std::optional<Shard> shard{};
  int workers = 1;  ///< games at the same time

  IsolationChoice isolation{};
  /// Starts the bots. If it is null, the session makes a sandbox as `isolation` asks.
  const BotSandbox* sandbox = nullptr;

  bool strict = false;      ///< stop at the first fault; play one game at a time
  bool keep_going = false;  ///< play even if a bot cannot be started; it forfeits its games
  bool keep_bytes = false;  ///< write all bytes between arena and bots to the folder's wire/
  bool keep_logs = false;   ///< keep each bot's stderr and what it leaves in its /tmp, in the folder's logs/
  bool pinned = true;       ///< bind each game and its bots to one processor
  /// When to stop, as on a signal; empty if never.
  std::optional<std::chrono::steady_clock::time_point> stop_at{};
};

/// The folder for the records of a run. If nothing was written to a folder that did not exist before, the destructor
/// removes it.
class RecordFolder {
 public:
  /// Chooses the folder `asked` or, if that is empty, makes a new one such as results/2026-11-20-183012, with -2 and so
  /// on if that exists already. Arenas that begin at the same time never get the same new folder.
  ///
  /// Throws InputError, which names the bot, if records there would count as files of a bot. A bot's folder may contain
  /// records of runs, which are not part of the bot. But a folder in it that has no records yet must be new or empty,
  /// and the records must not be in the bot's folder itself. Also throws InputError for folders in which the arena
  /// keeps its copies of bots, and std::system_error if no folder can be made.
  RecordFolder(const std::string& asked, const Manifest& manifest);
  ~RecordFolder();
  RecordFolder(const RecordFolder&) = delete;
  RecordFolder& operator=(const RecordFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Removes the folder with everything in it, unless it existed before. Returns whether it did.
  bool remove();

 private:
  std::filesystem::path path_;
  std::vector<std::filesystem::path> missing_;  // the folder and those above it that did not exist, from the bottom up
};

/// The stage that is played next: of a new run, of one that is resumed, or of one that is extended.
struct Resumption {
  Manifest manifest;
  RunKey key;
  /// The key of the stage that this one ends. Set only if the run is extended.
  std::optional<RunKey> last_key{};
  /// A sentence about what the league changes. Set only if the run is extended, or would be if games were left to play.
  std::optional<std::string> change_note{};
  /// The stage ends before its last block and none follows it, because too few bots are left to play.
  bool is_cut = false;
};

/// Compares what the league wants with the records in the folder, and decides whether to begin a run, resume it, extend
/// it, or refuse. `isolation` is the level at which the bots will run. Throws InputError if the run is played in
/// shards, if the league changes something and the order does not ask to extend the run, if it changes something that
/// no stage can change, if nothing is left to play, and if a run cannot begin because the league has too few bots.
Resumption resume_run(const SessionOrder& order, RunRecords& records, Isolation isolation);

/// The result of plan_run().
struct CommittedPlan {
  Manifest manifest;                       ///< complete, with what the league's manifest lacks
  std::optional<std::string> change_note;  ///< a sentence about what the next stage changes; empty for a new run
  /// If the folder had the receipt of another run that was committed to: that receipt.
  std::optional<std::string> other_receipt;
};

/// Makes the key and the receipt of a run, or of its next stage, and keeps both in the folder. With `shards` above 0 it
/// also writes the manifest line that begins the records, so that parts of the run can be played elsewhere. With 0 the
/// run is played as a whole, and may be replaced by another run until it begins. Throws InputError if the folder holds
/// records that the order does not extend, and if there are more shards than blocks.
CommittedPlan plan_run(const SessionOrder& order, int shards, const ReportRemark& report);

/// A planned stage in a folder.
struct PlannedRun {
  std::filesystem::path folder;
  /// The recorded stages, each with what was played before it. The last one is the planned one.
  std::vector<Manifest> stages;
  bool has_ended = false;  ///< its key is revealed
  bool has_games = false;  ///< it was begun as a whole run

  const Manifest& manifest() const { return stages.back(); }
};

/// Reads the plan in a folder. Throws InputError if there is none, or if it cannot be played in shards.
PlannedRun planned_run(const std::filesystem::path& folder);

/// Completes the league's manifest with what the planned stage has. The order says how long the run is to be. Returns a
/// sentence about the first difference between them, or nothing if there is none.
[[nodiscard]] std::optional<std::string> apply_plan(Manifest& league, const SessionOrder& order, const PlannedRun& run);

/// Throws InputError if the text may not be used as public random text, see is_entropy().
void check_entropy(const std::string& entropy);

}  // namespace arena
