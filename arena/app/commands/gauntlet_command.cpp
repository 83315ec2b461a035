#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/league_run.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_files.h"
#include "arena/bots/package/published_command.h"
#include "arena/league/plan/next_stage.h"
#include "arena/league/run/machine.h"
#include "arena/records/bot_places.h"
#include "arena/records/run_folder.h"

namespace arena::cli {
namespace {

/// Of each variant, for each challenger, where nobody says more.
constexpr int kBlocksEach = 60;

struct GauntletOptions {
  RunOptions run;
  std::vector<std::string> words;
  std::vector<std::string> variants;
  int blocks = 0;
  int games = 0;
  int concurrency = 0;
};

/// A bot of the field, if its files are still those that the run had.
BotEntry still_there(BotEntry bot, const std::string& run) {
  if (bot.command.folder.empty()) {
    throw InputError(fmt::format("{} does not say where {} lies: whoever played it has a {} beside its records", run,
                                 bot.name, kLocalFile));
  }
  for (const BotFiles files : {BotFiles::whole_folder, BotFiles::named}) {
    try {
      if (hash_bot(bot.command, files) != bot.hash) continue;
    } catch (const InputError&) {
      continue;  // it may be the other kind; what is gone is neither
    }
    bot.files = files;
    bot.shown_words = published_command(bot.command.words);
    return bot;
  }
  throw InputError(fmt::format("{} of {}: its files in {} are not those that played there", bot.name, run,
                               bot.command.folder.string()));
}

/// The challengers against the bots of the run's last stage, by its variants, limits and settings.
Manifest gauntlet_of(const GauntletOptions& options) {
  const std::string& run = options.words.back();
  const std::vector<Manifest> stages = read_manifests(games_file(run));
  if (stages.empty()) refuse_without_manifest(run);
  Manifest last = stages.back();
  take_places(last, games_file(run).parent_path());
  Manifest manifest = last;
  manifest.bots.clear();
  for (std::size_t i = 0; i + 1 < options.words.size(); ++i) {
    BotEntry bot = find_bot(options.words[i]);
    bot.name = name_in_run(stages, bot);
    if (std::ranges::find(last.bots, bot.name, &BotEntry::name) != last.bots.end())
      throw InputError(fmt::format("{} plays in {} already", bot.name, run));
    if (std::ranges::find(manifest.bots, bot.name, &BotEntry::name) != manifest.bots.end())
      throw InputError(fmt::format("two challengers are called {}", bot.name));
    manifest.bots.push_back(std::move(bot));
  }
  manifest.challengers = static_cast<int>(manifest.bots.size());
  for (const BotEntry& bot : last.bots) manifest.bots.push_back(still_there(bot, run));
  manifest.stage = {};
  manifest.duel.reset();
  manifest.every_set = false;
  manifest.given_deals = manifest.faulty_deals = 0;
  manifest.given_deals_hash.clear();
  std::erase_if(manifest.variants, [&](const ManifestVariant& variant) {
    const bool is_meant = options.variants.empty() || std::ranges::any_of(options.variants, [&](const auto& pattern) {
                            return means_variant(pattern, variant.id);
                          });
    return !is_meant || std::none_of(manifest.bots.begin(), manifest.bots.begin() + manifest.challengers,
                                     [&](const BotEntry& bot) { return plays_variant(bot, variant.id); });
  });
  if (manifest.variants.empty()) {
    throw InputError(fmt::format("no challenger plays {} of {}",
                                 options.variants.empty() ? "any variant" : "a variant that is called so,", run));
  }
  for (ManifestVariant& variant : manifest.variants) variant.blocks = 0;
  resolve_rules(manifest);
  return manifest;
}

int run_gauntlet(const GauntletOptions& options, const CommandContext& context) {
  if (options.words.size() < 2) throw InputError("a gauntlet takes a bot, or several, and the run of the field");
  WantedRun wanted{gauntlet_of(options), {options.blocks, options.games}, options.concurrency};
  if (wanted.length.blocks == 0 && wanted.length.games == 0)
    wanted.length.blocks =
        kBlocksEach * wanted.manifest.challengers * static_cast<int>(wanted.manifest.variants.size());
  if (wanted.workers == 0) wanted.workers = std::max(1, static_cast<int>(usable_cores().size()));
  const int code = run_league(options.run, std::move(wanted), context);
  if (code == kDone) {
    const std::string& out = options.run.out;
    std::cout << fmt::format("among all bots of the field: {} rate {} {}\n", in_shell(context.program),
                             in_shell(options.words.back()),
                             out.empty() ? "OUT, with the folder of these records as OUT" : in_shell(out));
  }
  return code;
}

}  // namespace

void define_gauntlet(Command& command, const CommandContext& context) {
  auto options = std::make_shared<GauntletOptions>();
  command
      .value("BOT", options->words,
             "the challengers, as arena run takes them, and last RUN, whose bots they meet: its folder or "
             "games.jsonl. Its variants, limits and settings hold, and its bots must be where they were")
      .required();
  command.repeated("--variant", options->variants,
                   "only variants of RUN that are called so; \"*@4\" is all for four players");
  const Argument blocks =
      command.value("--blocks", options->blocks, "to play (default: 60 of each variant for each challenger)")
          .within(1, kBlocksMax);
  command.value("--games", options->games, "to play, rounded up to whole blocks")
      .within(1, kBlocksMax)
      .excludes(blocks);
  command
      .value("--concurrency", options->concurrency,
             "games at once, each on a processor of its own (default: all processors)")
      .within(1, kConcurrencyMax);
  add_run_options(command, options->run);
  command.flag("--extend", options->run.extend, "go on with a gauntlet in OUT that has fewer blocks");
  command.footer(
      "One challenger sits at each table, and bots of the field in all other seats, all about equally often. RUN "
      "itself is left as it is; arena rate takes both.\n"
      "Examples:\n"
      "  arena gauntlet mybot/v2 results/autumn --out results/v2\n"
      "  arena rate results/autumn results/v2\n"
      "Exit codes: 0 done, 1 failed, 2 bad input, 130 stopped.");
  command.run([options, context] { return run_gauntlet(*options, context); });
}

}  // namespace arena::cli
