#include <spdlog/logger.h>

#include <boost/json/object.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/hooks.h"
#include "arena/app/commands/results_text.h"
#include "arena/league/session/event_json.h"
#include "arena/league/session/written_results.h"
#include "arena/league/shards/merge.h"
#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::string run;
  std::vector<std::string> parts;
  std::vector<std::string> hooks;
};

const std::vector<std::string> kMergeEvents = {"finished"};

int merge(const MergeOptions& options, const CommandContext& context) {
  spdlog::logger& log = *context.log;
  Hooks hooks(hooks_of(options.hooks, kMergeEvents), {"ARENA_RUN=" + fs::absolute(options.run).string()}, log);
  const Merged merged = merge_shards(options.run, {options.parts.begin(), options.parts.end()});
  for (const fs::path& repeat : merged.repeats)
    log.info("{} has exactly the same games as another part", repeat.string());
  for (const std::string& lacks : merged.incomplete) log.warn("{}; another part has them and is used", lacks);
  if (merged.was_merged) {
    log.info("{} has already ended and has all of these games", options.run);
  } else {
    log.info("{} of {} merged", hearts::counted(merged.games, "game"), hearts::counted(merged.shards, "shard"));
  }
  const EndedRun run = rate_ended_run(options.run);
  show_results(run.rated, run.results, options.run, context);
  hooks.fire(finished_event({.run = run_id(read_manifests(games_file(options.run)).back()),
                             .folder = options.run,
                             .done = run.results.digest_games,
                             .games = run.results.digest_games,
                             .digest = run.results.digest}));
  return kDone;
}

}  // namespace

void define_merge(Command& command, const CommandContext& context) {
  auto options = std::make_shared<MergeOptions>();
  command.value("RUN", options->run, "the folder of the run, as 'arena plan --shards' made it").required();
  command.value("PART", options->parts, "folders of complete parts").show_default("all in RUN/shards");
  add_hook_option(command, options->hooks, kMergeEvents);
  command.footer(
      "merge copies the games of all parts into RUN in the order of their numbers, reveals the key and rates the run. "
      "It uses identical parts once, and it leaves out an incomplete part if another part of the same shard is "
      "complete. If parts contradict each other, miss games or belong to another run, it refuses and changes nothing. "
      "You may repeat the command.\n"
      "Examples:\n"
      "  arena plan league.json --commit results/autumn --shards 3\n"
      "  arena run league.json --out results/autumn --shard 0/3    on one machine\n"
      "  arena run league.json --out results/autumn --shard 1/3    on a second one\n"
      "  arena run league.json --out results/autumn --shard 2/3    on a third one\n"
      "  arena merge results/autumn\n"
      "Exit codes: 0 done, 1 failed, 2 bad or missing parts.");
  command.run([options, context] { return merge(*options, context); });
}

}  // namespace arena::cli
