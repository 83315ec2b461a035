#include "arena/app/commands/shard_run.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <optional>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/league_events.h"
#include "arena/app/commands/planned_run.h"
#include "arena/app/commands/progress_line.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_copy.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/game/schedule/schedule.h"
#include "arena/game/schedule/shard.h"
#include "arena/league/plan/forecast.h"
#include "arena/league/run/machine.h"
#include "arena/league/run/run.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/outcome.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

Shard wanted_shard(const RunOptions& options) {
  const std::optional<Shard> shard = find_shard(options.shard);
  if (!shard) {
    throw InputError(fmt::format("--shard takes s/S, from 0/S to the last of S shards, {} at most, not '{}'",
                                 kShardsMax, printable(options.shard)));
  }
  if (options.out.empty()) throw InputError("--shard needs --out, the folder that the run is planned in");
  return *shard;
}

/// Games of the blocks that the shard has.
int games_of_shard(const Manifest& manifest, Shard shard) {
  BlockSizes sizes(schedule_rules(manifest));
  int games = 0;
  for (int block = manifest.stage.first_block; block < manifest.end_block(); ++block) {
    const int games_of_block = sizes.next().games;
    if (shard.has(block)) games += games_of_block;
  }
  return games;
}

void say_complete(Shard shard, const fs::path& folder) {
  std::cout << fmt::format("shard {} is complete: {}\n", shard_name(shard), folder.string());
}

/// What is played of the run, and how.
struct ShardPlan {
  const Manifest& manifest;
  const RunKey& key;
  Shard shard;
  int workers;
  std::optional<std::chrono::steady_clock::time_point> stop_at;
};

/// Plays what the attempt lacks.
RunEnd play_shard(const RunOptions& options, const ShardPlan& wanted, const BotSandbox& sandbox, ShardAttempt& attempt,
                  const CommandContext& context) {
  spdlog::logger& log = *context.log;
  const Manifest& manifest = wanted.manifest;
  RunRecords& records = attempt.records();
  RatedRuns rated({manifest});
  const TakeGame rate = [&rated](GameRecord&& record, const hearts::GameRules&, const std::string& place) {
    rated.add(outcome_of(record), place);
  };
  records.begin(manifest, wanted.workers, rate, {}, wanted.shard);
  for (const VoidBlock& block : records.voids()) rated.add_void(records.run(), block.block, attempt.folder().string());
  if (records.cut_bytes() > 0)
    log.warn("{} of torn last lines cut: an earlier attempt was killed while it wrote",
             hearts::counted(records.cut_bytes(), "byte"));
  if (records.counted_games() > 0) log.info("going on after {}", hearts::counted(records.counted_games(), "game"));
  fs::path wire_folder;
  if (options.keep_bytes) fs::create_directories(wire_folder = attempt.folder() / "wire");
  BotCopies copies(manifest.bots, sandbox.staging());
  RunPlan plan{.manifest = &manifest,
               .key = wanted.key.mixed_with(manifest.entropy),
               .start = {process_channels(sandbox.sandbox(), copies.commands(), manifest, wire_folder),
                         [&copies] { copies.renew(); }, options.strict, bearable_processes()},
               .wanted = {},
               .is_decided = {},
               .shard = wanted.shard,
               .workers = wanted.workers,
               .pinned = !options.no_pin,
               .keep_going = options.keep_going,
               .stop_at = wanted.stop_at};
  ProgressLine progress(games_of_shard(manifest, wanted.shard), false, context.screens->err.can_redraw);
  const RunEvents events =
      league_events(progress, manifest.bots, sandbox.sandbox().isolation, records.run(), rated, log);
  try {
    return play_run(plan, records, events);
  } catch (const std::exception&) {
    progress.clear();
    throw;
  }
}

}  // namespace

int run_shard(const RunOptions& options, WantedRun wanted, const CommandContext& context) {
  spdlog::logger& log = *context.log;
  prepare_to_play();
  const Shard shard = wanted_shard(options);
  const auto stop_at = stop_time(options);
  const PlannedRun run = planned_run(options.out);
  const Manifest manifest = as_planned(wanted.manifest, wanted.length, run);
  const fs::path shards = shards_folder(run.folder, manifest.stage.number);
  if (shard.count > manifest.blocks) {
    throw InputError(fmt::format("--shard {}: the run has {} to play in shards", options.shard,
                                 hearts::counted(manifest.blocks, "block")));
  }
  if (run.has_ended) {
    std::cout << fmt::format("{} has ended: nothing is left to play\n", run.folder.string());
    return kDone;
  }
  check_shard_count(shards, shard);
  if (const auto folder = complete_part(shards, shard)) {
    say_complete(shard, *folder);
    return kDone;
  }
  if (run.has_games) {
    throw InputError(
        fmt::format("{} was begun as a whole: the same command without --shard goes on with it", run.folder.string()));
  }
  const std::optional<RunKey> key = kept_key(run.folder);
  if (!key || key->commitment() != manifest.commitment)
    throw InputError(fmt::format("{}: the key of its run is missing: shards need it", run.folder.string()));

  const int workers = options.strict ? 1 : wanted.workers;
  if (const std::string few = too_few_descriptors(workers); !few.empty()) throw MachineFault(few);
  if (const std::string few = too_few_tasks(manifest, workers, free_tasks()); !few.empty()) throw MachineFault(few);
  IsolationOptions isolation = options.isolation;
  if (isolation.asked == IsolationOptions{}.asked) isolation.asked = manifest.isolation;
  const BotSandbox sandbox(isolation, log, manifest.bots);
  if (isolation_name(sandbox.sandbox().isolation) != manifest.isolation) {
    throw InputError(fmt::format("--isolation {}: the run was planned with '{}', which holds for all its shards",
                                 options.isolation.asked, manifest.isolation));
  }

  ShardAttempt attempt(shards, shard);
  RunEnd end = RunEnd::finished;
  const std::string go_on =
      fmt::format("To go on: the same command on this machine, which finds {}", in_shell(attempt.folder().string()));
  try {
    end = play_shard(options, {manifest, *key, shard, workers, stop_at}, sandbox, attempt, context);
  } catch (const FirstFault& first) {
    report_first_fault(first, attempt.folder());
    return kFailed;
  } catch (const std::exception&) {
    log.error("shard {} is not complete. {}", shard_name(shard), go_on);
    throw;
  }
  if (end == RunEnd::bots_failed) {
    log.error("nothing was played. --keep-going plays on, and the bots that fail forfeit their games");
    return kFailed;
  }
  if (end != RunEnd::finished) {
    log.warn("stopped{}; {} recorded. {}", end == RunEnd::out_of_time ? ", its time is over" : "",
             hearts::counted(attempt.records().counted_games(), "game") + " of shard " + shard_name(shard), go_on);
    return kInterrupted;
  }
  if (!attempt.complete()) {
    log.warn("another attempt at shard {} was complete first, and counts; this one is kept as {}", shard_name(shard),
             attempt.folder().string());
    return kDone;
  }
  say_complete(shard, attempt.folder());
  return kDone;
}

}  // namespace arena::cli
