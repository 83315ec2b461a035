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
  /// The league, resolved. It lacks its commitment, its isolation and the number of its blocks: the session fills them in.
  Manifest manifest;
  WantedLength length;
  std::filesystem::path folder;  ///< of the run: see record_folder()
  std::string seed{};            ///< that the run's key is made from; empty: the key is drawn
  std::string entropy{};         ///< public random text that is mixed with the key; empty: none
  bool extend = false;           ///< if the league changes the run, play the change as another stage
  std::optional<Shard> shard{};  ///< the part of a planned run to play; nothing: the whole run
  int workers = 1;               ///< games at the same time

  IsolationChoice isolation{};
  const BotSandbox* sandbox = nullptr;  ///< where to start the bots; null: the session makes one by `isolation`

  bool strict = false;      ///< stop at the first fault, one game at a time
  bool keep_going = false;  ///< play although a bot cannot be started; it forfeits
  bool keep_bytes = false;  ///< keep all bytes between arena and bots in the folder's wire/
  bool pinned = true;       ///< bind each game and its bots to one processor
  std::optional<std::chrono::steady_clock::time_point> stop_at{};
};

/// The folder `asked`; if that is empty a new one: results/2026-11-20-183012, with -2 and so on if that is taken.
/// Refuses one whose records would count as files of a bot. What runs leave below a bot's folder is not a part of the
/// bot, but only once records are there. Throws InputError that names the bot.
std::filesystem::path record_folder(const std::string& asked, const Manifest& manifest);

/// The stage of a run to be played next: of a new run, of one that is resumed, or of one that is extended.
struct Resumption {
  Manifest manifest;
  RunKey key;
  std::optional<RunKey> last_key;   ///< of the stage that this one ends; nothing unless the run is extended
  std::optional<std::string> news;  ///< a sentence on what the extension changes; nothing unless the run is extended
};

/// Compares what the league wants with the records that the folder holds, and decides whether to begin a run, resume it,
/// extend it, or refuse. `isolation`: the level that the bots will run at. Throws InputError when the run is played in
/// shards, when the league changes something and the order does not extend, when it changes what no stage can change, and
/// when nothing is left to play.
Resumption resume_run(const SessionOrder& order, RunRecords& records, Isolation isolation);

/// What plan_run() has made.
struct CommittedPlan {
  Manifest manifest;                         ///< with all that the league's lacks
  std::optional<std::string> news;           ///< a sentence on what the next stage changes; nothing for a new run
  std::optional<std::string> other_receipt;  ///< the folder had this receipt, of another run that was committed to
};

/// Makes the key of the run, or of its next stage, and its receipt, both of which stay in the folder. With `shards` it
/// also writes the line that begins the records, so that parts of the run can be played elsewhere; 0: the run is played
/// whole, and may become another one until it begins. Throws InputError where the folder holds records that the order
/// does not extend, and for more shards than blocks.
CommittedPlan plan_run(const SessionOrder& order, int shards, const TellSandbox& tell);

/// The stage that is planned in a folder.
struct PlannedRun {
  std::filesystem::path folder;
  std::vector<Manifest> stages;  ///< as recorded, with what was played before each; the last one is planned
  bool has_ended = false;        ///< its key is revealed
  bool has_games = false;        ///< it was begun as a whole

  const Manifest& manifest() const { return stages.back(); }
};

/// Reads the plan in a folder. Throws InputError when there is none, or one that cannot be played in shards.
PlannedRun planned_run(const std::filesystem::path& folder);

/// Fills in the league's manifest as that of the planned stage. Returns a sentence on the first difference; nothing where
/// there is none.
[[nodiscard]] std::optional<std::string> take_planned(Manifest& league, const WantedLength& length,
                                                      const PlannedRun& run);

/// Throws InputError for a public random text that two readers might write in two ways.
void check_entropy(const std::string& entropy);

}  // namespace arena
