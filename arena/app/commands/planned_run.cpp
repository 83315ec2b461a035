#include "arena/app/commands/planned_run.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <iostream>

#include "arena/app/commands/league_run.h"
#include "arena/app/commands/record_folder.h"
#include "arena/app/commands/stage_to_play.h"
#include "arena/base/text/input_error.h"
#include "arena/league/plan/league.h"
#include "arena/league/plan/next_stage.h"
#include "arena/league/plan/receipt.h"
#include "arena/league/run/run_records.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"

namespace arena::cli {

namespace fs = std::filesystem;

namespace {

/// A shard without a block would cost a start of the arena and of every bot.
void check_shards(int shards, int blocks) {
  if (shards <= blocks) return;
  throw InputError(fmt::format("--shards {}: {} to play, and each shard must have one", shards,
                               hearts::counted(blocks, "block") + (blocks == 1 ? " is" : " are")));
}

/// Why there is nothing to plan in a folder that has records. `is_same`: the league changes nothing of its run.
std::string already_there(const RunRecords& records, const fs::path& folder, bool is_same) {
  const Manifest& last = records.stages().back();
  const std::string run = last.stage.number == 1 ? "the run" : fmt::format("stage {}", last.stage.number);
  const std::string where = folder.string();
  if (!records.has_games())
    return fmt::format("{}: {} is planned already; its receipt is {}", where, run, receipt_of(last));
  if (!is_same) return fmt::format("{} holds records already; the receipt of {} is {}", where, run, receipt_of(last));
  if (records.has_ended()) return where + ": nothing is left to play, the league changes nothing; ask for more";
  return fmt::format("{}: {} is being played, and the league changes nothing: 'arena run' goes on with it", where, run);
}

}  // namespace

std::vector<Argument> add_chance_options(Command& command, std::string& seed, std::string& entropy) {
  const Argument by_seed =
      command
          .value("--seed", seed, "any text; the same seed gives the same deals (for reproduction: it can be guessed)")
          .not_empty();
  const Argument by_entropy = command
                                  .value("--entropy", entropy,
                                         "public chance, announced before it was drawn, that the key is mixed with: "
                                         "then whoever made the key could not choose the deals")
                                  .not_empty();
  return {by_seed, by_entropy};
}

std::vector<Argument> add_plan_options(Command& command, PlanOptions& options) {
  std::vector<Argument> arguments = add_chance_options(command, options.seed, options.entropy);
  arguments.push_back(command.flag("--extend", options.extend, "plan the next stage of a run that is there already"));
  return arguments;
}

void check_entropy(const std::string& entropy) {
  if (!entropy.empty() && !is_entropy(entropy)) throw InputError(fmt::format("--entropy must be {}", kEntropyRule));
}

Manifest plan_run(WantedRun wanted, const PlanOptions& options, spdlog::logger& log) {
  check_entropy(options.entropy);
  if (wanted.manifest.may_end_early() && options.shards > 0)
    throw InputError(
        "--shards: a duel, or a league that withdraws bots, is played whole, since any block may be its last");
  const fs::path folder = record_folder(options.out, wanted.manifest);
  if (!has_records(folder)) {
    Manifest sized = wanted.manifest;
    plan_blocks(sized, wanted.length.blocks, wanted.length.games);
    check_shards(options.shards, sized.blocks);
  }
  const BotSandbox sandbox(options.isolation, log, wanted.manifest.bots);
  RunRecords records(folder);
  const bool is_new = records.stages().empty();
  if (!is_new && !options.extend) throw InputError(already_there(records, folder, false));
  if (!records.has_ended()) check_no_shards(folder, std::max(1, static_cast<int>(records.stages().size())));
  RunOptions run;
  run.seed = options.seed;
  run.entropy = options.entropy;
  run.extend = options.extend;
  const auto [manifest, key, last_key, news] =
      stage_to_play(run, std::move(wanted), records, folder, std::string(isolation_name(sandbox.sandbox().isolation)));
  if (!is_new && news.empty()) throw InputError(already_there(records, folder, true));
  check_shards(options.shards, manifest.blocks);
  if (const KeptReceipt was = read_receipt(folder); is_new && was.is_committed && was.receipt != receipt_of(manifest))
    log.warn("the receipt in {} was {}: this is another run", (folder / kReceiptFile).string(), was.receipt);
  if (options.shards > 0) {
    records.begin(manifest, 0, [](GameRecord&&, const hearts::GameRules&, const std::string&) {}, last_key);
    records.keep(key);
  }
  write_receipt(folder, manifest, 0, {}, true);
  if (!news.empty()) log.info("{}", news);
  std::cout << fmt::format("receipt {}: publish this before the first card\n\n", receipt_of(manifest)) << std::flush;
  return manifest;
}

PlannedRun planned_run(const fs::path& folder) {
  if (!has_records(folder)) {
    throw InputError(fmt::format("{} has no plan: 'arena plan LEAGUE --commit {} --shards S' makes one",
                                 folder.string(), folder.string()));
  }
  RunSummary summary = read_run(folder, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
  PlannedRun run;
  run.folder = folder;
  run.has_ended = summary.last().revealed_key.has_value();
  run.has_games = summary.last().games > 0 || !summary.last().voids.empty();
  for (StageSummary& stage : summary.stages) run.stages.push_back(std::move(stage.manifest));
  if (run.manifest().may_end_early()) {
    throw InputError(
        folder.string() +
        " holds a duel, or a league that withdraws bots, which is played whole: any block may be its last");
  }
  return run;
}

std::string take_planned(Manifest& wanted, const WantedLength& length, const PlannedRun& run) {
  const Manifest& planned = run.manifest();
  wanted.arena = arena_version();
  wanted.isolation = planned.isolation;
  wanted.commitment = planned.commitment;
  wanted.entropy = planned.entropy;
  wanted.label = planned.label;
  std::string difference;
  if (planned.stage.number > 1) {
    take_identities(run.stages, wanted);
    const RunChanges found = run_changes(run.stages, wanted, length);
    difference = found.refusal.empty() ? found.text() : found.refusal;
    take_plan(planned, wanted);
    wanted.played = planned.played;
  }
  if (planned.stage.number == 1) {
    take_shown_words(planned, wanted);
    plan_blocks(wanted, length.blocks, length.games);
  }
  return difference.empty() ? manifest_difference(planned, wanted) : difference;
}

Manifest as_planned(Manifest wanted, const WantedLength& length, const PlannedRun& run) {
  const std::string difference = take_planned(wanted, length, run);
  if (difference.empty()) return wanted;
  throw InputError(fmt::format("{} holds another run: {}", run.folder.string(), difference));
}

}  // namespace arena::cli
