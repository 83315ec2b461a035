#include "arena/league/plan/gauntlet.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/base/text/input_error.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_files.h"
#include "arena/bots/package/published_command.h"
#include "arena/league/plan/next_stage.h"
#include "arena/records/bot_places.h"
#include "arena/records/run_folder.h"

namespace arena {
namespace {

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

}  // namespace

Manifest gauntlet_against(const std::string& run, const std::vector<std::string>& challengers,
                          const std::vector<std::string>& variants) {
  const std::vector<Manifest> stages = read_manifests(games_file(run));
  if (stages.empty()) refuse_without_manifest(run);
  Manifest last = stages.back();
  take_places(last, games_file(run).parent_path());
  Manifest manifest = last;
  manifest.bots.clear();
  for (const std::string& word : challengers) {
    BotEntry bot = find_bot(word);
    bot.name = name_in_run(stages, bot);
    if (last.find_bot(bot.name) != nullptr) throw InputError(fmt::format("{} plays in {} already", bot.name, run));
    if (manifest.find_bot(bot.name) != nullptr)
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
    const bool is_meant = variants.empty() || std::ranges::any_of(variants, [&](const auto& pattern) {
                            return means_variant(pattern, variant.id);
                          });
    return !is_meant || std::none_of(manifest.bots.begin(), manifest.bots.begin() + manifest.challengers,
                                     [&](const BotEntry& bot) { return plays_variant(bot, variant.id); });
  });
  if (manifest.variants.empty()) {
    throw InputError(fmt::format("no challenger plays {} of {}",
                                 variants.empty() ? "any variant" : "a variant that is called so,", run));
  }
  for (ManifestVariant& variant : manifest.variants) variant.blocks = 0;
  resolve_rules(manifest);
  return manifest;
}

}  // namespace arena
