#include <spdlog/logger.h>

#include <algorithm>
#include <boost/json/value_from.hpp>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"
#include "arena/app/terminal/json_output.h"
#include "arena/base/seeds/run_key.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/game/schedule/shard.h"
#include "arena/league/plan/contest.h"
#include "arena/league/plan/forecast_text.h"
#include "arena/league/plan/machine_warnings.h"
#include "arena/league/run/machine.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"

namespace arena::cli {
namespace {

boost::json::object plan_json(const SessionOptions& plan, const Manifest& manifest, const Forecast& costs,
                              const std::optional<Forecast>& of_shard, const std::vector<std::string>& warnings) {
  const bool is_committed = !plan.out.empty();
  boost::json::object object = {
      {"plan", 1},
      {"league", manifest.label.name},
      {"notes", boost::json::value_from(manifest.label.notes)},
      {"folder", is_committed ? boost::json::value(legible(plan.out)) : boost::json::value(nullptr)},
      {"receipt", is_committed ? boost::json::value(receipt_of(manifest)) : boost::json::value(nullptr)}};
  for (const auto& member : forecast_json(costs)) object.insert(member);
  object["shards"] = std::max(1, plan.shards);
  object["shard"] = of_shard ? boost::json::value(forecast_json(*of_shard)) : boost::json::value(nullptr);
  object["warnings"] = list_json(warnings, [](const std::string& warning) { return legible(warning); });
  return object;
}

void print_plan(const SessionOptions& plan, const Manifest& manifest, const Forecast& costs,
                const std::optional<Forecast>& of_shard, const std::vector<std::string>& warnings, const Page& page) {
  const LeagueLabel& label = manifest.label;
  if (!label.name.empty()) std::cout << label.name << "\n";
  for (const std::string& note : label.notes) std::cout << note << "\n";
  if (!label.name.empty() || !label.notes.empty()) std::cout << "\n";
  std::cout << forecast_text(costs, page);
  if (of_shard) std::cout << shard_forecast_text(*of_shard, plan.shards, page);
  for (const std::string& warning : warnings) std::cout << "\n" << warning << "\n";
}

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
  command.writes(
      Output::long_text,
      {command.flag("--json", options->json, "print the forecast as one JSON object (docs/json.md describes it)")});
  add_isolation_options(command, options->order.isolation);
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
      if (const auto problem = contest_size_problem(manifest)) throw InputError("\"until\"" + *problem);
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
    const int bearable = bearable_processes().most;
    const Forecast costs = forecast(manifest, workers, processors, bearable);
    std::optional<Forecast> of_shard;
    if (plan.shards > 1) {
      Manifest shard = manifest;  // one of the largest shards
      shard.blocks = (manifest.blocks + plan.shards - 1) / plan.shards;
      of_shard = forecast(shard, workers, processors, bearable);
    }
    const Isolation wanted = find_isolation(plan.order.isolation.asked).value_or(Isolation::full);
    std::vector<std::string> warnings = limits_too_low(manifest.bots, wanted);
    if (manifest.commitment.empty() && depends_on_key(manifest)) {
      warnings.emplace_back(
          "Some bots sit in several seats of a table, and the key of the run decides in which, so the run may have a "
          "few games or blocks more or fewer. To make the key and see its numbers, add --commit DIR.");
    }
    const std::optional<long long> tasks = free_tasks();
    std::ranges::copy(machine_refusals(manifest, workers, tasks), std::back_inserter(warnings));
    const auto folder = plan.out.empty() ? std::nullopt : std::optional<std::filesystem::path>(plan.out);
    std::ranges::copy(machine_warnings(manifest, workers, tasks, manifest.games, folder), std::back_inserter(warnings));
    if (plan.json) {
      print_json(plan_json(plan, manifest, costs, of_shard, warnings));
    } else {
      print_plan(plan, manifest, costs, of_shard, warnings, context.screens->out.page());
    }
    return kDone;
  });
}

}  // namespace arena::cli
