#include <spdlog/logger.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/game/schedule/shard.h"
#include "arena/league/plan/forecast.h"
#include "arena/league/run/machine.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"

namespace arena::cli {

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
