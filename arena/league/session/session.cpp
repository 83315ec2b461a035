#include "arena/league/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <system_error>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/whole_file.h"
#include "arena/bots/doctor/trace_probe.h"
#include "arena/bots/package/bot_copy.h"
#include "arena/bots/sandbox/kernel_caches.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/league/plan/machine_warnings.h"
#include "arena/league/run/crew.h"
#include "arena/league/run/machine.h"
#include "arena/league/session/early_end.h"
#include "arena/league/session/live_pace.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/outcome.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// Gives the manifest the label in the first line of the stage that is resumed: ratings take the label from the
/// records. What the organiser has decided about bots is not in the records, so the league's decisions stay. Returns
/// whether the league has another label.
bool keep_label(const std::vector<Manifest>& stages, Manifest& manifest) {
  if (stages.empty() || run_id(stages.back()) != run_id(manifest)) return false;
  LeagueLabel kept = stages.back().label;
  kept.statuses = manifest.label.statuses;
  if (kept == manifest.label) return false;
  manifest.label = std::move(kept);
  return true;
}

/// Returns the stages that are rated together, this one last, all with its label.
std::vector<Manifest> rated_stages(std::vector<Manifest> stages, const Manifest& manifest) {
  if (stages.size() <= 1 && manifest.stage.number == 1) stages.clear();
  if (static_cast<int>(stages.size()) < manifest.stage.number) stages.push_back(manifest);
  for (Manifest& stage : stages) stage.label = manifest.label;
  return stages;
}

/// Throws MachineFault if this process may not open the files or start the processes that the games need.
void require_room(const Manifest& manifest, const SessionOrder& order, std::optional<long long> free_tasks) {
  const std::vector<std::string> refusals = machine_refusals(manifest, order.workers, free_tasks, order.keep_logs);
  if (!refusals.empty()) throw MachineFault(refusals.front());
}

/// Returns the number of games in the shard's blocks.
int games_of_shard(const Manifest& manifest, Shard shard) {
  BlockSizes sizes(schedule_rules(manifest));
  int games = 0;
  for (int block = manifest.stage.first_block; block < manifest.end_block(); ++block) {
    const int games_of_block = sizes.next().games;
    if (shard.has(block)) games += games_of_block;
  }
  return games;
}

/// Keeps standings.md and ratings.json of a run up to date while it is played.
class LiveStandings {
 public:
  /// If the files cannot be written, `warn` is called once with a sentence. The games continue.
  LiveStandings(fs::path folder, std::function<void(const std::string&)> warn)
      : folder_(std::move(folder)), warn_(std::move(warn)) {}

  /// Writes the standings as soon as a block is rated, and then at the pace of kLiveEvery.
  void game_over(const RatedRuns& rated) {
    const auto start = LivePace::Clock::now();
    if (!pace_.is_due(start) || (!has_written_ && rated.is_empty())) return;
    has_written_ = true;
    try {
      write_standings(rated, folder_);
    } catch (const std::exception& error) {
      if (!std::exchange(has_failed_, true)) warn_(std::string("cannot write the standings so far: ") + error.what());
    }
    pace_.done(start, LivePace::Clock::now());
  }

 private:
  fs::path folder_;
  std::function<void(const std::string&)> warn_;
  LivePace pace_{kLiveEvery};
  bool has_written_ = false;
  bool has_failed_ = false;
};

SessionOutcome::Kind kind_of(const StageEnd& end) {
  using Kind = SessionOutcome::Kind;
  if (end.kind == RunEnd::stopped || end.kind == RunEnd::out_of_time) return Kind::stopped;
  return end.kind == RunEnd::finished && !end.unwritten ? Kind::finished : Kind::failed;
}

/// Throws InputError if bots that play at the same time need more user ids than there are.
void require_user_ids(const Manifest& manifest, int workers, const BotSandbox& sandbox) {
  const UserIds* users = sandbox.sandbox().users;
  if (users == nullptr) return;
  int seats = 0;
  for (const ManifestVariant& variant : manifest.variants) seats = std::max(seats, variant.seats);
  if (workers * seats <= users->count()) return;
  throw InputError(fmt::format("--user-ids: {} at the same time need {} ids, one for each bot, but the range has {}",
                               hearts::counted(workers, "game"), workers * seats, users->count()));
}

}  // namespace

/// The stage that is being played: its records are open, and its games so far are rated.
struct Session::OpenStage {
  OpenStage(StageStart stage_start, RunKey stage_key, RunRecords& open_records, std::vector<Manifest> stages)
      : start(std::move(stage_start)),
        key(std::move(stage_key)),
        records(open_records),
        rated(stages),
        early_end(start.manifest, rated) {}

  /// Prepares the records for adding games, and rates the games that are there.
  void begin(int workers, const std::optional<RunKey>& last_key, std::optional<Shard> shard) {
    rate_records(rated, records, start.manifest, workers, start.folder, last_key, shard);
    start.run = records.run();
    start.counted_games = records.counted_games();
    start.has_games = records.recorded().count() > 0;
    start.cut_bytes = records.cut_bytes();
    start.has_ended = records.finished();
  }

  StageStart start;
  RunKey key;
  RunRecords& records;
  RatedRuns rated;
  EarlyEnd early_end;
};

Session::Session(SessionOrder order, SessionEvents events) : order_(std::move(order)), events_(std::move(events)) {
  if (order_.strict) order_.workers = 1;
}

SessionOutcome Session::play() { return order_.shard ? play_shard() : play_whole(); }

SessionProgress Session::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Session::report(const SessionProgress& progress) {
  const std::lock_guard lock(mutex_);
  progress_ = progress;
}

const BotSandbox& Session::require_sandbox(const Manifest& manifest, const IsolationChoice& isolation) {
  if (sandbox_ != nullptr) return *sandbox_;
  const BotSandbox* sandbox = order_.sandbox;
  if (sandbox == nullptr) {
    if (!own_sandbox_) own_sandbox_ = std::make_unique<BotSandbox>(isolation, events_.sandbox, manifest.bots);
    sandbox = own_sandbox_.get();
  }
  require_user_ids(manifest, order_.workers, *sandbox);
  if (manifest.drops_caches) {
    const double time = std::chrono::duration<double, std::milli>(require_forgetful_kernel(sandbox->sandbox())).count();
    events_.sandbox({false, fmt::format("the kernel's caches are dropped before each epoch, which took {:.0f} ms just "
                                        "now; a canary found no trace of an earlier one",
                                        time)});
  }
  sandbox_ = sandbox;
  return *sandbox_;
}

SessionOutcome Session::play_whole() {
  SessionOutcome outcome;
  outcome.folder = order_.folder;
  while (play_stage(outcome)) continue;
  return outcome;
}

/// Plays the next stage until it ends or is stopped. Returns whether another stage follows.
bool Session::play_stage(SessionOutcome& outcome) {
  const fs::path& folder = order_.folder;
  const std::optional<long long> tasks = free_tasks();
  if (!order_.too_few_bots) require_room(order_.manifest, order_, tasks);
  const BotSandbox& sandbox = require_sandbox(order_.manifest, order_.isolation);
  check_entropy(order_.entropy);
  RunRecords records(folder);
  const KeptReceipt was = read_receipt(folder);
  if (was.is_committed && records.stages().empty() && order_.seed.empty() && !kept_key(folder)) {
    throw InputError(fmt::format(
        "{} has the receipt of a planned run but no records, and the key of that run is missing ({}); copy it from "
        "where the run was planned, or plan another run: arena plan LEAGUE --commit DIR",
        folder.string(), (folder / kKeyFile).string()));
  }
  Resumption next = resume_run(order_, records, sandbox.sandbox().isolation);
  StageStart start;
  start.keeps_label = keep_label(records.stages(), next.manifest);
  start.folder = folder;
  start.isolation = sandbox.sandbox().isolation;
  start.workers = order_.workers;
  start.games = next.manifest.games;
  // The run was planned when other bots took part, and the default has changed since.
  if (order_.deals_by_default && was.is_committed && was.receipt != receipt_of(next.manifest)) {
    Manifest other = next.manifest;
    other.duplicate_deals = !other.duplicate_deals;
    if (was.receipt == receipt_of(other)) next.manifest = std::move(other);
  }
  if (was.receipt && was.receipt != receipt_of(next.manifest) && !next.change_note) start.other_receipt = was.receipt;
  if (start.other_receipt && was.is_committed) {
    throw InputError(fmt::format(
        "the receipt in {} is {}, so another run was planned here; give the same arguments as to 'arena plan "
        "--commit', or choose another --out",
        (folder / kReceiptFile).string(), *was.receipt));
  }
  start.is_published = is_published(next.manifest, was);
  start.change_note = std::move(next.change_note);
  std::vector<Manifest> stages = rated_stages(records.stages(), next.manifest);
  start.manifest = std::move(next.manifest);
  OpenStage open(std::move(start), std::move(next.key), records, std::move(stages));
  open.begin(order_.workers, next.last_key, {});
  if (next.is_cut) {
    records.finish(open.key, {}, true);
    open.start.has_ended = true;
  }
  Manifest& manifest = open.start.manifest;
  manifest.played = records.played();
  copy_statuses(manifest.label.statuses, folder);
  if (!records.finished()) {
    write_receipt(folder, manifest, records.stages(), records.recorded().count(), records.digest(), was.is_committed);
    open.start.warnings =
        machine_warnings(manifest, order_.workers, tasks, open.start.games - open.start.counted_games, folder);
  }
  events_.stage_begins(open.start, open.rated);
  const auto broken_off = [&](StageEnd& end) {
    try {
      if (records.recorded().count() > 0) end.results = write_digest(folder, manifest, records);
    } catch (const std::system_error& error) {
      end.unwritten = error.what();
    }
    events_.stage_ends(end);
  };
  std::optional<StageEnd> played;
  try {
    played.emplace(play_games(open, sandbox));
  } catch (const std::exception&) {
    StageEnd end{RunEnd::broken_off, open.start, open.rated, records.counted_games()};
    broken_off(end);
    throw;
  }
  StageEnd& end = *played;
  if (end.first_fault) {
    broken_off(end);
    outcome.kind = kind_of(end);
    return false;
  }
  if (end.kind != RunEnd::bots_failed) {
    if (end.kind == RunEnd::finished) {
      open.rated.add_end(records.run(), folder.string(), records.is_cut());
      const std::optional<DuelReport> duel = open.rated.duel();
      records.finish(open.key, duel ? std::optional<DuelEnd>(duel->state) : std::nullopt);
    }
    end.counted_games = records.counted_games();
    try {
      if (end.counted_games > 0) end.results = write_results(folder, manifest, records, open.rated);
    } catch (const std::system_error& error) {
      end.unwritten = error.what();
    }
    end.duel = open.rated.duel();
    std::optional<Departure> found;
    if (end.kind == RunEnd::finished && !end.unwritten) found = open.early_end.departure();
    if (found) {
      end.departure = *found;
      end.is_followed = found->end_block < manifest.end_block() && !is_settled(manifest, *found) &&
                        bots_left(manifest, *found).size() >= 2;
    }
  }
  events_.stage_ends(end);
  outcome.kind = kind_of(end);
  if (end.duel && outcome.kind == SessionOutcome::Kind::finished) outcome.duel = end.duel->state.verdict;
  return end.is_followed;
}

/// Plays what the stage lacks. Throws as play_run() does, except FirstFault, which it returns as a way to end.
StageEnd Session::play_games(OpenStage& open, const BotSandbox& sandbox) {
  const Manifest& manifest = open.start.manifest;
  RunRecords& records = open.records;
  StageEnd end{RunEnd::finished, open.start, open.rated, open.start.counted_games};
  SessionProgress progress{manifest.stage.number, open.start.counted_games, open.start.games};
  report(progress);
  if (records.finished()) return end;
  fs::path wire_folder;
  if (order_.keep_bytes) make_folder(wire_folder = open.start.folder / "wire");
  const fs::path log_folder = order_.keep_logs ? open.start.folder / "logs" : fs::path();
  // The bots run from copies of what was hashed, so later changes of their own files do not matter.
  BotCopies copies(manifest.bots, sandbox.staging());
  ProcessBounds processes = bearable_processes(order_.keep_logs);
  if (const UserIds* users = sandbox.sandbox().users) processes.most = std::min(processes.most, users->count());
  const RunSettings settings{
      .manifest = &manifest,
      .key = open.key.mixed_with(manifest.entropy),
      .start = {process_channels(sandbox.sandbox(), copies.commands(), manifest, wire_folder, log_folder),
                [&copies] { copies.renew(); }, order_.strict, processes,
                manifest.drops_caches ? drop_kernel_caches : std::function<void()>(), sandbox.sandbox().server},
      .wanted = {},
      .is_decided = open.early_end.is_decided(),
      .shard = order_.shard.value_or(Shard()),
      .workers = order_.workers,
      .pinned = order_.pinned,
      .keep_going = order_.keep_going,
      .stop_at = order_.stop_at,
      .stop = stop_.get_token()};
  std::optional<LiveStandings> standings;
  if (!order_.shard) standings.emplace(open.start.folder, events_.games.warning);
  RunEvents events = events_.games;
  events.game_over = [&](const GameRecord& record, int counted) {
    open.rated.add(outcome_of(record), record.id);
    progress.games = counted;
    report(progress);
    events_.games.game_over(record, counted);
    if (standings) standings->game_over(open.rated);
  };
  events.block_void = [&](const VoidBlock& block) {
    open.rated.add_void(records.run(), block.block, "");
    events_.games.block_void(block);
  };
  try {
    end.kind = play_run(settings, records, events);
  } catch (const FirstFault& fault) {
    end.kind = RunEnd::first_fault;
    end.first_fault = fault;
  }
  end.counted_games = records.counted_games();
  return end;
}

SessionOutcome Session::play_shard() {
  const Shard shard = *order_.shard;
  const PlannedRun run = planned_run(order_.folder);
  Manifest manifest = order_.manifest;
  if (const auto difference = apply_plan(manifest, order_, run))
    throw InputError(fmt::format("{} holds another run: {}", run.folder.string(), *difference));
  const fs::path shards = shards_folder(run.folder, manifest.stage.number);
  if (shard.count > manifest.blocks) {
    throw InputError(fmt::format("--shard {}: the run has only {}, and each shard needs at least one",
                                 shard_name(shard), hearts::counted(manifest.blocks, "block")));
  }
  if (run.has_ended) return {.kind = SessionOutcome::Kind::run_has_ended, .folder = run.folder};
  check_shard_count(shards, shard);
  const fs::path complete = shards / shard_folder_name(shard);
  if (std::error_code ignored; fs::is_directory(complete, ignored))
    return {.kind = SessionOutcome::Kind::shard_is_complete, .folder = complete};
  if (run.has_games) {
    throw InputError(fmt::format("{} was started as a whole run; to resume it, repeat the command without --shard",
                                 run.folder.string()));
  }
  const std::optional<RunKey> key = kept_key(run.folder);
  if (!key || key->commitment() != manifest.commitment)
    throw InputError(fmt::format("{}: the key of the run is missing ({}), and a shard needs it", run.folder.string(),
                                 (run.folder / kKeyFile).string()));
  const std::optional<long long> tasks = free_tasks();
  require_room(manifest, order_, tasks);
  IsolationChoice isolation = order_.isolation;
  if (isolation.asked == IsolationChoice{}.asked) isolation.asked = manifest.isolation;
  const BotSandbox& sandbox = require_sandbox(manifest, isolation);
  if (isolation_name(sandbox.sandbox().isolation) != manifest.isolation) {
    throw InputError(fmt::format("--isolation {}: the run was planned with '{}', and all its shards must use that",
                                 order_.isolation.asked, printable(manifest.isolation)));
  }

  make_folder(shards_folder(run.folder, 1));  // the folder of a later stage is in it
  ShardAttempt attempt(shards, shard);
  StageStart start;
  start.folder = attempt.folder();
  start.isolation = sandbox.sandbox().isolation;
  start.workers = order_.workers;
  start.games = games_of_shard(manifest, shard);
  start.manifest = manifest;
  OpenStage open(std::move(start), *key, attempt.records(), {manifest});
  std::optional<StageEnd> played;
  try {
    open.begin(order_.workers, {}, shard);
    open.start.warnings = machine_warnings(manifest, order_.workers, tasks, open.start.games - open.start.counted_games,
                                           attempt.folder());
    events_.stage_begins(open.start, open.rated);
    played.emplace(play_games(open, sandbox));
  } catch (const std::exception&) {
    events_.stage_ends({RunEnd::broken_off, open.start, open.rated, open.start.counted_games});
    throw;
  }
  SessionOutcome outcome{.kind = kind_of(*played)};
  if (played->kind == RunEnd::finished) outcome.is_counted = attempt.complete();
  outcome.folder = attempt.folder();
  events_.stage_ends(*played);
  return outcome;
}

}  // namespace arena
