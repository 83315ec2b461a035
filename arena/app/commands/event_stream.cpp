#include "arena/app/commands/event_stream.h"

#include <boost/json/object.hpp>
#include <exception>
#include <utility>

#include "arena/app/commands/commands.h"
#include "arena/app/terminal/json_output.h"
#include "arena/records/outcome.h"
#include "engine/seat.h"

namespace arena::cli {
namespace {

/// The word for the end of a stage that is not finished.
std::string why_stopped(RunEnd end) {
  switch (end) {
    case RunEnd::stopped:
      return "signal";
    case RunEnd::out_of_time:
      return "time";
    case RunEnd::bots_failed:
      return "bots_failed";
    case RunEnd::first_fault:
      return "first_fault";
    case RunEnd::finished:
    case RunEnd::broken_off:
      break;
  }
  return "unwritten";
}

/// Returns a function that calls both. Either may be empty.
template <class... Values>
std::function<void(Values...)> both_of(std::function<void(Values...)> one, std::function<void(Values...)> other) {
  if (!one) return other;
  if (!other) return one;
  return [one = std::move(one), other = std::move(other)](Values... values) {
    one(values...);
    other(values...);
  };
}

}  // namespace

void EventStream::emit(const boost::json::object& event) const { sink_(event); }

void EventStream::started(const Manifest& manifest, const std::filesystem::path& folder, int games, int done,
                          const std::optional<Shard>& shard) {
  run_ = run_id(manifest);
  manifest_ = manifest;
  if (wants("started")) emit(started_event(manifest, folder, games, done, shard));
}

void EventStream::game(const Outcome& game) {
  if (wants("game")) emit(game_event(game));
}

void EventStream::fault(const std::optional<std::string>& game, const std::string& bot, const FaultEvent& fault) {
  if (wants("fault")) emit(fault_event(*run_, game, bot, fault));
}

void EventStream::block_void(const VoidBlock& block) {
  if (wants("void")) emit(void_event(*run_, block));
}

void EventStream::warning(const std::string& message) {
  if (wants("warning")) emit(warning_event(message));
}

void EventStream::progress(const RunPace& pace) {
  if (wants("progress")) emit(progress_event(*run_, pace));
}

void EventStream::rate(const RatedRuns& rated, bool is_last) {
  const auto start = LivePace::Clock::now();
  if (wants("leader") && !manifest_->duel && (is_last || leader_pace_.is_due(start))) {
    const std::optional<Leader> first = rated.leader();
    const auto name = [&](int bot) { return rated.bots()[static_cast<std::size_t>(bot)]; };
    if (first && leader_ != name(first->bot)) {
      emit(leader_event(*run_, name(first->bot), name(first->second), first->lead, leader_));
      leader_ = name(first->bot);
    }
    leader_pace_.done(start, LivePace::Clock::now());
  }
  // There is nothing to show before a block is complete, and then it should not take half a minute.
  if (!wants("standings") || (!is_last && (!standings_pace_.is_due(start) || rated.is_empty()))) return;
  emit(standings_event(*run_, rated.standings()));
  if (const auto so_far = rated.duel(); so_far && !is_last) duel(*so_far);
  standings_pace_.done(start, LivePace::Clock::now());
}

void EventStream::withdrawn(const std::vector<std::string>& bots, std::string_view why) {
  if (!bots.empty() && wants("withdrawn")) emit(withdrawn_event(*run_, bots, why));
}

void EventStream::duel(const DuelReport& duel) {
  if (wants("duel")) emit(duel_event(*run_, duel));
}

void EventStream::finished(RunFinish finish, const std::string& why_stopped) {
  finish.run = run_;
  if (!why_stopped.empty()) {
    if (wants("stopped")) emit(stopped_event(finish, why_stopped));
  } else if (wants("finished")) {
    emit(finished_event(finish));
  }
}

/// Emits `progress` after a game, at its pace.
void EventStream::count(int done) {
  const auto now = LivePace::Clock::now();
  ++played_;
  pace_->done = done;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  if (seconds > 0) pace_->games_per_second = played_ / seconds;
  if (!progress_pace_.is_due(now)) return;
  progress(*pace_);
  progress_pace_.done(now, now);
}

SessionEvents EventStream::of_session(const std::optional<Shard>& shard) {
  SessionEvents events;
  events.sandbox = [this](const SandboxRemark& remark) {
    if (remark.is_warning) warning(remark.text);
  };
  events.stage_begins = [this, shard](const StageStart& start, const RatedRuns& rated) {
    rated_ = &rated;
    pace_ = {.done = start.counted_games, .games = start.games};
    played_ = 0;
    began_ = LivePace::Clock::now();
    started(start.manifest, start.folder, start.games, start.counted_games, shard);
    for (const std::string& text : start.warnings) warning(text);
  };
  events.stage_ends = [this](const StageEnd& end) { stage_ends(end); };
  events.games.bot_failed_to_start = [this](const BotEntry& bot, const FaultEvent& event) {
    fault({}, bot.name, event);
  };
  events.games.rehearsal_failed = events.games.bot_failed_to_start;
  events.games.game_over = [this, is_whole = !shard](const GameRecord& record, int counted) {
    for (const FaultEvent& event : record.result.faults) {
      ++pace_->faults;
      fault(record.id, record.bots[static_cast<std::size_t>(event.seat)], event);
    }
    game(outcome_of(record));
    count(counted);
    if (is_whole) rate(*rated_);  // the parts of a run are not rated until they are merged
  };
  events.games.block_void = [this](const VoidBlock& block) { block_void(block); };
  events.games.warning = [this](const std::string& text) { warning(text); };
  return events;
}

void EventStream::stage_ends(const StageEnd& end) {
  pace_->done = end.counted_games;
  pace_->is_playing = false;
  progress(*pace_);
  if (end.results.standings) rate(end.rated, true);
  if (end.duel) duel(*end.duel);
  withdrawn(end.departure.withdrawn, "forfeits");
  withdrawn(end.departure.outclassed, "outclassed");
  finish_ = {.folder = end.stage.folder, .done = end.counted_games, .games = end.stage.games};
  if (!end.results.digest.empty()) finish_.digest = end.results.digest;
  why_stopped_ = end.kind == RunEnd::finished && !end.unwritten ? "" : why_stopped(end.kind);
}

void EventStream::finished(const SessionOutcome& outcome) {
  finish_.folder = outcome.folder;
  finished(finish_, why_stopped_);
}

SessionEvents both(SessionEvents one, SessionEvents other) {
  SessionEvents events;
  events.sandbox = both_of(std::move(one.sandbox), std::move(other.sandbox));
  events.stage_begins = both_of(std::move(one.stage_begins), std::move(other.stage_begins));
  events.stage_ends = both_of(std::move(one.stage_ends), std::move(other.stage_ends));
  RunEvents& games = events.games;
  games.bot_failed_to_start =
      both_of(std::move(one.games.bot_failed_to_start), std::move(other.games.bot_failed_to_start));
  games.game_over = both_of(std::move(one.games.game_over), std::move(other.games.game_over));
  games.block_void = both_of(std::move(one.games.block_void), std::move(other.games.block_void));
  games.warning = both_of(std::move(one.games.warning), std::move(other.games.warning));
  games.over = both_of(std::move(one.games.over), std::move(other.games.over));
  games.rehearsal_failed = both_of(std::move(one.games.rehearsal_failed), std::move(other.games.rehearsal_failed));
  return events;
}

int run_with_error_event(bool is_json, const CommandContext& context, const std::function<int()>& action) {
  try {
    return action();
  } catch (const std::exception& error) {
    if (is_json) print_json(error_event(error_text(error), exit_code_of(error, *context.failure_code)));
    throw;
  }
}

}  // namespace arena::cli
