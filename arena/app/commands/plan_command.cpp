#include <spdlog/logger.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"
#include "arena/base/seeds/run_key.h"
#include "arena/base/text/text_layout.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/game/schedule/shard.h"
#include "arena/league/plan/forecast.h"
#include "arena/league/run/machine.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"

namespace arena::cli {
namespace {

/// Whether the key of a run decides how many games its blocks have. If bots sit in several seats, some rotations of a
/// block may be equal, and these are played once.
bool depends_on_key(const Manifest& manifest) {
  return std::ranges::any_of(manifest.variants, [&](const ManifestVariant& variant) {
    const auto plays = [&](const BotEntry& bot) { return plays_variant(bot, variant.id); };
    return std::ranges::count_if(manifest.bots, plays) < variant.seats;
  });
}

}  // namespace

void define_plan(Command& command, const CommandContext& context) {
  auto options = std::make_shared<SessionOptions>();
  static constexpr const char* kPlanHeading = "Preparing a run";
  command.heading(kGamesHeading);
  command.heading(kPlanHeading);
  add_run_headings(command, false);
  options->league = add_league_options(command);
  command.heading(kPlanHeading);
  const Argument commit =
      command
          .value("--commit", options->out,
                 "create the key of a run in this folder, and print the receipt to publish before the run is played")
          .value_name("DIR")
          .not_empty();
  const Argument shards =
      command
          .value("--shards", options->shards,
                 "divide the run into this many parts. Any machine that has the folder can play a part with 'arena run "
                 "--shard'; 'arena merge' joins them")
          .within(1, kShardsMax)
          .needs(commit);
  for (Argument& argument : add_plan_options(command, *options)) argument.needs(shards);
  add_isolation_options(command, options->order.isolation);
  command.writes(Output::long_text);
  command.footer(
      "The forecast of hands, decisions and sizes comes from games played at random. The interval is that of a bot "
      "among equals; very strong and very weak bots have wider ones.\n"
      "Examples:\n"
      "  arena plan league.json\n"
      "  arena plan mybot otherbot third --games 1000\n"
      "  arena plan mybot otherbot third --variant royal-classic@2 --full\n"
      "  arena plan league.json --commit results/autumn\n"
      "  arena run league.json --out results/autumn    plays what the line above has prepared\n"
      "  arena plan league.json --commit results/autumn --shards 7");
  command.run([options, context] {
    SessionOptions plan = *options;
    order_league(plan);
    const int workers = plan.order.workers;
    Manifest manifest = plan.order.manifest;
    if (plan.out.empty()) {
      for (const std::string& note : plan.notes) context.log->info("{}", note);
      report_default_deals(plan, manifest, *context.log);
      // The key decides how bots are seated, and so how many games a block has.
      if (!plan.order.seed.empty())
        manifest.commitment = RunKey::from_seed(plan.order.seed).of_stage(manifest.stage.number).commitment();
      plan_blocks(manifest, plan.order.length.blocks, plan.order.length.games);
    } else {
      manifest = commit_plan(plan, context);
    }
    const int processors = std::max(1, static_cast<int>(usable_cores().size()));
    const Page page = context.screens->out.page();
    if (!manifest.label.name.empty()) std::cout << manifest.label.name << "\n";
    for (const std::string& note : manifest.label.notes) std::cout << note << "\n";
    if (!manifest.label.name.empty() || !manifest.label.notes.empty()) std::cout << "\n";
    const int bearable = bearable_processes().most;
    std::cout << forecast_text(forecast(manifest, workers, processors, bearable), page);
    if (plan.shards > 1) {
      Manifest shard = manifest;  // one of the largest shards
      shard.blocks = (manifest.blocks + plan.shards - 1) / plan.shards;
      std::cout << shard_forecast_text(forecast(shard, workers, processors, bearable), plan.shards, page);
    }
    if (manifest.commitment.empty() && depends_on_key(manifest)) {
      std::cout << "\n"
                << wrapped(
                       "Some bots sit in several seats of a table, and the key of the run decides in which, so the "
                       "run may have a few games or blocks more or fewer. To make the key and see its numbers, add "
                       "--commit DIR.",
                       page.columns);
    }
    const Isolation wanted = find_isolation(plan.order.isolation.asked).value_or(Isolation::full);
    for (const std::string& low : limits_too_low(manifest.bots, wanted)) std::cout << "\n" << low << "\n";
    const std::optional<long long> tasks = free_tasks();
    const auto few = too_few_tasks(manifest, workers, tasks);
    const auto disk =
        plan.out.empty() ? std::nullopt : disk_warning(manifest, manifest.games, free_disk_bytes(plan.out), plan.out);
    for (const auto& warning : {processors_warning(manifest, workers), too_few_descriptors(workers),
                                memory_warning(manifest, workers, machine_memory_mb()),
                                few ? few : tasks_warning(manifest, workers, tasks), disk}) {
      if (warning) std::cout << "\n" << *warning << "\n";
    }
    return kDone;
  });
}

}  // namespace arena::cli
