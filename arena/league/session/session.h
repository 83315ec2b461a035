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
#include "arena/league/plan/contest.h"
#include "arena/league/run/run_settings.h"
#include "arena/league/session/resume.h"
#include "arena/league/session/written_results.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// A stage that is about to begin or to be resumed.
struct StageStart {
  Manifest manifest;
  std::string run;  ///< its id, see run_id()
  /// The folder of its records: the run's folder, or that of the attempt at a shard.
  std::filesystem::path folder;
  Isolation isolation = Isolation::none;
  int workers = 1;
  int games = 0;          ///< games planned in the stage, or in the shard
  int counted_games = 0;  ///< games recorded before, without those of void blocks
  /// Bytes of torn last lines that were cut off, which a killed arena had left.
  std::uint64_t cut_bytes = 0;
  bool has_ended = false;  ///< nothing is left to play
  /// The league's label has changed, but the run keeps the label that it began with.
  bool keeps_label = false;
  std::optional<std::string> change_note{};    ///< a sentence about what an extension changes
  std::optional<std::string> other_receipt{};  ///< the receipt of another run that the folder had
  bool is_published = false;                   ///< the organiser publishes receipt and digests, see is_published()
  bool has_games = false;                      ///< games were recorded before, even if only in void blocks
  std::vector<std::string> warnings{};         ///< sentences about what may not suffice on this machine
};

/// How a stage ended, for now or for good, and its results.
struct StageEnd {
  /// With RunEnd::broken_off, Session::play() throws the exception after this event.
  RunEnd kind = RunEnd::finished;
  const StageStart& stage;
  const RatedRuns& rated;
  int counted_games = 0;     ///< recorded games, without those of void blocks
  WrittenResults results{};  ///< what was written next to the records
  /// The duel, if the stage is one.
  std::optional<DuelReport> duel{};
  Departure departure{};     ///< the bots that leave, if any
  bool is_followed = false;  ///< another stage follows, without these bots
  /// Set if the session is strict and stopped at this fault.
  std::optional<FirstFault> first_fault{};
  /// Set if standings or digest could not be written, and why. The games are safe.
  std::optional<std::string> unwritten{};
};

/// Functions that are called during a session, one at a time, from the thread that plays or from workers. All must be
/// set, except those of `games` that may be empty.
struct SessionEvents {
  ReportRemark sandbox;  ///< remarks on the sandbox
  /// Called before the first game of each stage. The records are open, and the games that are there have been rated.
  std::function<void(const StageStart&, const RatedRuns&)> stage_begins;
  /// While the stage is played. game_over is called after the game was rated.
  RunEvents games;
  /// Called when a stage is finished or stops.
  std::function<void(const StageEnd&)> stage_ends;
};

/// The result of a session.
struct SessionOutcome {
  enum class Kind {
    finished,
    stopped,
    /// RunEnd::bots_failed, RunEnd::first_fault, or the standings could not be written.
    failed,
    run_has_ended,      ///< nothing of the run is left to play
    shard_is_complete,  ///< nothing of the shard is left to play
  };
  Kind kind = Kind::finished;
  std::optional<DuelVerdict> duel{};  ///< the verdict, if the session finished a duel
  std::filesystem::path folder{};     ///< the folder of the records; for a shard, that of its part
  bool is_counted = true;             ///< false if another attempt at this shard was complete first
};

/// A snapshot of a session in progress.
struct SessionProgress {
  int stage = 0;  ///< 0 if none has begun
  int games = 0;  ///< games recorded in this stage, without those of void blocks
  /// Games planned in this stage.
  int planned = 0;
};

/// One session of a run. It opens the folder, decides whether the run begins, is resumed, is extended or is refused,
/// and plays its stages, or a shard, until they are finished or somebody stops it. It leaves records, standings,
/// receipt and digest in the folder.
///
/// A duel ends when its test has a verdict. A league that withdraws bots, or leaves out those that can no longer be
/// among the first, continues in another stage without them.
///
/// Everything that happens is an event or part of the outcome, so a command can print it and a server can show it. If a
/// session is killed, another session with the same order resumes the run.
///
/// Several sessions may play in one process, in different folders. A session prints nothing, and installs no signal
/// handlers except those of play_run().
class Session {
 public:
  Session(SessionOrder order, SessionEvents events);

  /// Plays until the end. Call it once, on any thread. Throws InputError if the folder holds something else or the
  /// order cannot be played, MachineFault if this machine cannot start bots, and std::system_error if the disk is full.
  SessionOutcome play();

  /// Asks play() to stop as a signal does: games in progress are dropped. Any thread may call, before or during play().
  void stop() { stop_.request_stop(); }
  /// Returns how far the session is. Any thread may call.
  SessionProgress progress() const;

 private:
  struct OpenStage;

  SessionOutcome play_whole();
  SessionOutcome play_shard();
  bool play_stage(SessionOutcome& outcome);
  StageEnd play_games(OpenStage& open, const BotSandbox& sandbox);
  /// Returns the sandbox of this session. The first call makes it, unless the order has one, and checks that it has
  /// what the manifest needs: enough user ids, and a kernel that can forget. Throws as play() does.
  const BotSandbox& require_sandbox(const Manifest& manifest, const IsolationChoice& isolation);
  void report(const SessionProgress& progress);

  SessionOrder order_;
  SessionEvents events_;
  std::unique_ptr<BotSandbox> own_sandbox_;
  const BotSandbox* sandbox_ = nullptr;  ///< once it is checked
  std::stop_source stop_;
  mutable std::mutex mutex_;
  SessionProgress progress_;
};

}  // namespace arena
