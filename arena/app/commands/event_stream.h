#pragma once

#include <boost/json/fwd.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "arena/league/session/event_json.h"
#include "arena/league/session/live_pace.h"
#include "arena/league/session/session.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena::cli {

struct CommandContext;

/// Turns what happens in a run into events, which are JSON objects (docs/json.md), and passes each of them on. `run`
/// and `watch` use it, one of them for a session, the other for records that it reads. One thread at a time may use it.
class EventStream {
 public:
  using Sink = std::function<void(const boost::json::object&)>;

  /// `wanted` has the names of the events that the sink needs; if it is empty, it needs all. Leader and standings are
  /// only computed if they are needed.
  explicit EventStream(Sink sink, std::set<std::string> wanted = {})
      : sink_(std::move(sink)), wanted_(std::move(wanted)) {}

  void started(const Manifest& manifest, const std::filesystem::path& folder, int games, int done,
               const std::optional<Shard>& shard = {});
  void game(const Outcome& game);
  /// See fault_event().
  void fault(const std::optional<std::string>& game, const std::string& bot, const FaultEvent& fault);
  void block_void(const VoidBlock& block);
  void warning(const std::string& message);
  /// Emits `progress`.
  void progress(const RunPace& pace);
  /// Emits `standings`. In a duel it also emits its state, in other runs `leader` if another bot leads. Does nothing if
  /// it is too early for the next ones. `is_last`: it is not too early, because no games follow for now.
  void rate(const RatedRuns& rated, bool is_last = false);
  void withdrawn(const std::vector<std::string>& bots, std::string_view why);
  /// Emits the end of a duel.
  void duel(const DuelReport& duel);
  /// Emits `finished` or, with a reason, `stopped`. The run is the one that started last.
  void finished(RunFinish finish, const std::string& why_stopped = {});

  /// Returns events that emit what happens in a session. This object must outlive the session.
  SessionEvents of_session(const std::optional<Shard>& shard);
  /// Emits the end of a session.
  void finished(const SessionOutcome& outcome);

 private:
  bool wants(const std::string& event) const { return wanted_.empty() || wanted_.contains(event); }
  void emit(const boost::json::object& event) const;
  void stage_ends(const StageEnd& end);
  void count(int done);

  Sink sink_;
  std::set<std::string> wanted_;
  std::optional<std::string> run_;     ///< the id of the stage that started last
  std::optional<Manifest> manifest_;   ///< the manifest of that stage
  std::optional<std::string> leader_;  ///< the bot of the last `leader`
  LivePace leader_pace_{std::chrono::seconds(1)};
  LivePace standings_pace_{kLiveEvery};
  // These are only used for a session.
  const RatedRuns* rated_ = nullptr;
  std::optional<RunPace> pace_;
  int played_ = 0;
  LivePace::Clock::time_point began_{};
  LivePace progress_pace_{std::chrono::seconds(1)};
  RunFinish finish_;
  std::string why_stopped_;
};

/// Returns events that call first those of `one`, then those of `other`.
SessionEvents both(SessionEvents one, SessionEvents other);

/// Returns what `action` returns. With `is_json`, an exception is also printed as the event `error`; it is thrown
/// again.
int run_with_error_event(bool is_json, const CommandContext& context, const std::function<int()>& action);

}  // namespace arena::cli
