#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/game/table/fault.h"
#include "arena/league/run/run_settings.h"
#include "arena/league/session/resume.h"
#include "arena/league/session/written_results.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// A stage that is about to be played, or resumed.
struct StageStart {
  Manifest manifest;
  std::string run;               ///< its id in the records
  std::filesystem::path folder;  ///< of the records: the run's, or that of the attempt at a shard
  Isolation isolation = Isolation::none;
  int workers = 1;
  int games = 0;                      ///< planned: of the stage, or of the shard
  int counted_games = 0;              ///< recorded before, but for those of void blocks
  std::uint64_t cut_bytes = 0;        ///< of torn last lines, left by an arena that was killed while it wrote
  bool has_ended = false;             ///< nothing is left to play
  bool keeps_label = false;           ///< the league's label has changed, and the run keeps the one that it began with
  std::optional<std::string> news{};  ///< what an extension changes, in a sentence
  std::optional<std::string> other_receipt{};  ///< the folder had this receipt, of another run
  bool is_published = false;                   ///< the organiser publishes receipt and digests: see is_published()
  bool has_games = false;                      ///< some were recorded before, void blocks or not
  std::vector<std::string> warnings{};         ///< sentences on memory and processes that may not suffice
};

/// A stage that is no longer played, and what it came to.
struct StageEnd {
  RunEnd kind = RunEnd::finished;  ///< broken_off: Session::play() throws the exception after this event
  const StageStart& stage;
  const RatedRuns& rated;
  int counted_games = 0;     ///< recorded, but for those of void blocks
  WrittenResults results{};  ///< beside the records
  std::optional<DuelState> duel{};
  std::vector<std::string> withdrawn{};  ///< bots that have forfeited too often
  bool is_followed = false;              ///< by another stage, without the bots withdrawn
  std::optional<FirstFault> first_fault{};
  /// Why standings or digest could not be written although the games are safe.
  std::optional<std::string> unwritten{};
};

/// What happens during a session. Calls come one at a time, from the thread that plays or from workers.
struct SessionEvents {
  TellSandbox sandbox;
  std::function<void(const StageStart&, const RatedRuns&)> stage_begins;
  RunEvents games;  ///< while the stage is played; game_over comes after the game is rated
  std::function<void(const StageEnd&)> stage_ends;
};

/// What a session came to.
struct SessionOutcome {
  enum class Kind {
    finished,
    stopped,
    failed,             ///< bots_failed, first_fault, or the standings could not be written
    run_has_ended,      ///< nothing of the run is left to play
    shard_is_complete,  ///< nothing of the shard is left to play
  };
  Kind kind = Kind::finished;
  std::optional<DuelVerdict> duel{};  ///< of a duel that is finished
  std::filesystem::path folder{};     ///< of the records, for a shard that of its part
  bool is_counted = true;             ///< false: another attempt at this shard was complete first
};

/// A snapshot of a session in progress.
struct SessionProgress {
  int stage = 0;  ///< 0: none has begun
  int games = 0;  ///< recorded in this stage, but for those of void blocks
  int planned = 0;
};

/// One session of a run: it opens the folder, decides whether the run begins, is resumed, extended or refused, plays its
/// stages, or a shard, until they are finished or somebody stops them, and leaves records, standings, receipt and digest.
///
/// A duel ends when its test has a verdict. A league that withdraws bots goes on in another stage.
///
/// Everything that happens is an event or part of the outcome, so a command can print it and a server can show it. What a
/// killed session leaves can be resumed by another one with the same order.
///
/// Several sessions may play in one process, in different folders. The session prints nothing and installs no signal
/// handlers beyond those of play_run().
class Session {
 public:
  Session(SessionOrder order, SessionEvents events);

  /// Plays until the end. Call it once, on any thread. Throws InputError for a folder that holds something else, or an
  /// order that cannot be played; MachineFault when this machine cannot start bots; std::system_error for a full disk.
  SessionOutcome play();

  /// Asks play() to stop as a signal does: games in progress are dropped. From any thread, before or during play().
  void stop() { stop_.request_stop(); }
  /// From any thread.
  SessionProgress progress() const;

 private:
  struct OpenStage;

  SessionOutcome play_whole();
  SessionOutcome play_shard();
  bool play_stage(SessionOutcome& outcome);
  StageEnd play_games(OpenStage& open, const BotSandbox& sandbox);
  const BotSandbox& require_sandbox(const Manifest& manifest, const IsolationChoice& isolation);
  void report(const SessionProgress& progress);

  SessionOrder order_;
  SessionEvents events_;
  std::unique_ptr<BotSandbox> own_sandbox_;
  std::stop_source stop_;
  mutable std::mutex mutex_;
  SessionProgress progress_;
};

}  // namespace arena
