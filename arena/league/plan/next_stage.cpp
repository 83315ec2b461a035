#include "arena/league/plan/next_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string_view>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/package/bot_files.h"
#include "arena/bots/package/bot_name.h"
#include "arena/game/schedule/schedule.h"
#include "arena/league/plan/league_file.h"
#include "arena/league/plan/resolve_league.h"
#include "arena/records/manifest_difference.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;
using hearts::counted;

/// Returns the bot or variant with this name in the latest stage that has it, or null. `find` is the member function of
/// Manifest that looks it up.
template <class Thing>
const Thing* latest(const std::vector<Manifest>& stages, const Thing* (Manifest::*find)(std::string_view) const,
                    const std::string& name) {
  for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
    if (const Thing* found = ((*stage).*find)(name)) return found;
  }
  return nullptr;
}

/// Sorts the things of the last stage to the front, in its order. The others follow in their own order.
template <class Thing, class Name>
void keep_order(const std::vector<Thing>& last, std::vector<Thing>& wanted, Name name) {
  const auto place = [&](const Thing& thing) {
    return std::ranges::find(last, std::invoke(name, thing), name) - last.begin();
  };
  std::ranges::stable_sort(wanted, {}, place);
}

void add_bot_changes(const std::vector<Manifest>& stages, const Manifest& wanted, RunChanges& found) {
  const Manifest& last = stages.back();
  for (const BotEntry& bot : wanted.bots) {
    const BotEntry* known = latest(stages, &Manifest::find_bot, bot.name);
    if (known != nullptr) {
      if (!found.refusal) found.refusal = bot_difference(*known, bot);
      if (last.find_bot(bot.name) == nullptr) found.changes.push_back(bot.name + " is back");
    } else if (const std::string_view own = unversioned(bot.name); own != bot.name) {
      found.changes.push_back(fmt::format("{} is a new version of {}", bot.name, own));
    } else {
      found.changes.push_back(bot.name + " is new");
    }
  }
  for (const BotEntry& bot : last.bots) {
    if (wanted.find_bot(bot.name) != nullptr) continue;
    const BotStatus* status = find_status(wanted.label.statuses, bot.name);
    found.changes.push_back(bot.name +
                            (status == nullptr ? " leaves" : fmt::format(" is {}", state_name(status->state))));
  }
}

void add_variant_changes(const std::vector<Manifest>& stages, const Manifest& wanted, RunChanges& found) {
  const Manifest& last = stages.back();
  for (const ManifestVariant& variant : wanted.variants) {
    const ManifestVariant* known = latest(stages, &Manifest::find_variant, variant.id);
    if (known != nullptr && !found.refusal) found.refusal = variant_difference(last, *known, variant);
    const ManifestVariant* before = last.find_variant(variant.id);
    if (before == nullptr) {
      found.changes.push_back(variant.id + (known == nullptr ? " is new" : " is back"));
    } else if (before->weight != variant.weight) {
      found.changes.push_back(fmt::format("{} has weight {}, not {}", variant.id, variant.weight, before->weight));
    }
  }
  for (const ManifestVariant& variant : last.variants) {
    if (wanted.find_variant(variant.id) == nullptr) found.changes.push_back(variant.id + " is no longer played");
  }
}

void add_length_changes(const Manifest& last, const Manifest& wanted, const WantedLength& length, RunChanges& found) {
  if (last.stage.number == 1) {
    Manifest planned = wanted;
    planned.commitment = last.commitment;
    planned.stage = {};
    plan_blocks(planned, length.blocks, length.games);
    if (planned.blocks > last.blocks && found.changes.empty()) {
      found.more = counted(planned.blocks - last.blocks, "more block");
    } else if (planned.blocks < last.blocks && found.changes.empty() && !found.refusal) {
      found.refusal = fmt::format("it has {}, not {}", counted(last.blocks, "block"), planned.blocks);
    }
    return;
  }
  if (!found.changes.empty()) return;
  const int more_blocks = length.blocks - last.stage.blocks - last.blocks;
  const int more_games = length.games - last.stage.games - last.games;
  if (more_blocks > 0) found.more = counted(more_blocks, "more block");
  if (more_games > 0) found.more = counted(more_games, "more game");
}

/// Returns the bots whose role follows from their position: the first bot of a duel, the challengers of a gauntlet.
std::vector<std::string> leading(const Manifest& manifest) {
  const std::size_t count = manifest.duel ? 1 : at(manifest.challengers);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count && i < manifest.bots.size(); ++i) names.push_back(manifest.bots[i].name);
  std::ranges::sort(names);
  return names;
}

/// Returns how many blocks a variant would have had if all present bots had been there from the start. Returns nothing
/// if the variant is new.
std::optional<double> blocks_had(const Manifest& manifest, const ManifestVariant& variant) {
  const PlayedBlocks::Variant* found = manifest.played ? manifest.played->find(variant.id) : nullptr;
  if (found == nullptr || found->circles.empty()) return std::nullopt;
  const auto bots =
      std::ranges::count_if(manifest.bots, [&](const BotEntry& bot) { return plays_variant(bot, variant.id); });
  return static_cast<double>(found->level) * static_cast<double>(bots) / variant.seats;
}

/// Returns the most blocks that any variant had, divided by its weight. If no earlier variant is still played, all
/// earlier ones count, each with weight 1.
double most_by_weight(const Manifest& manifest) {
  double most = 0;
  for (const ManifestVariant& variant : manifest.variants)
    most = std::max(most, blocks_had(manifest, variant).value_or(0) / variant.weight);
  if (most > 0 || !manifest.played) return most;
  for (const PlayedBlocks::Variant& before : manifest.played->variants())
    most = std::max(most, static_cast<double>(before.circles.size()));
  return most;
}

/// Plans for each variant the blocks in which its new bots catch up, or the variant itself if it is new. Returns how
/// many blocks each variant then has had, counted as in blocks_had().
std::vector<double> plan_catching_up(Manifest& manifest) {
  for (ManifestVariant& variant : manifest.variants) variant.blocks = 1;  // so that each has turns
  const ScheduleRules rules = schedule_rules(manifest);
  const double by_weight = most_by_weight(manifest);
  std::vector<double> had;
  for (std::size_t i = 0; i < manifest.variants.size(); ++i) {
    ManifestVariant& variant = manifest.variants[i];
    const std::optional<double> before = blocks_had(manifest, variant);
    const double all = std::min<double>(std::ceil(by_weight * variant.weight), kBlocksMax);
    variant.blocks = before ? blocks_to_level(rules, i, kBlocksMax) : static_cast<int>(all);
    had.push_back(before.value_or(variant.blocks));
  }
  return had;
}

void sum_up(Manifest& manifest) {
  std::int64_t blocks = 0;
  for (const ManifestVariant& variant : manifest.variants) blocks += variant.blocks;
  if (manifest.stage.first_block + blocks > kBlocksMax)
    throw InputError(fmt::format("all stages together would have more than {} blocks", kBlocksMax));
  manifest.blocks = static_cast<int>(blocks);
  manifest.games = 0;
  if (blocks == 0) return;
  BlockSizes sizes(schedule_rules(manifest));
  for (int block = 0; block < manifest.blocks; ++block) manifest.games += sizes.next().games;
}

/// Adds one block of the variant that has had the fewest for its weight.
void add_block(Manifest& manifest, std::vector<double>& had) {
  std::size_t least = 0;
  for (std::size_t i = 1; i < manifest.variants.size(); ++i) {
    if (had[i] * manifest.variants[least].weight < had[least] * manifest.variants[i].weight) least = i;
  }
  ++manifest.variants[least].blocks;
  ++had[least];
}

/// Returns a bot of the run's last stage if its files are still the same.
BotEntry still_there(BotEntry bot, const std::string& run) {
  if (bot.command.folder.empty()) {
    throw InputError(fmt::format(
        "{} does not say where the bot {} is: its {} is missing, which only the machine that played the run has", run,
        bot.name, kLocalFile));
  }
  for (const BotFiles files : {BotFiles::whole_folder, BotFiles::named}) {
    try {
      if (hash_bot(bot.command, files) != bot.hash) continue;
    } catch (const InputError&) {
      continue;  // the other kind of files may match; if files are missing, neither does
    }
    bot.files = files;
    bot.shown_words = published_command(bot.command.words);
    return bot;
  }
  throw InputError(fmt::format("{} of {}: its files in {} are missing, or have changed since it played there", bot.name,
                               run, bot.command.folder.string()));
}

/// Reads the manifests of a run, and where its bots are on this machine.
std::vector<Manifest> read_stages(const std::string& run) {
  std::vector<Manifest> stages = read_manifests(games_file(run));
  if (stages.empty()) refuse_without_manifest(run);
  for (Manifest& stage : stages) read_places(stage, games_file(run).parent_path());
  return stages;
}

/// Prepares the manifest of another run for a new run that takes over its rules, limits and settings: it has no stage
/// and no deals of its own, and only the variants that one of the patterns selects and that `is_played`. Throws
/// InputError if a pattern selects no variant of the run.
void begin_anew(Manifest& manifest, const std::string& run, const std::vector<std::string>& patterns,
                const std::function<bool(const ManifestVariant&)>& is_played) {
  manifest.stage = {};
  manifest.label.statuses.clear();  // they are about the bots of that run
  manifest.every_set = false;
  manifest.withdraw_after = manifest.until_first = manifest.chunk_blocks = 0;
  manifest.given_deals = manifest.faulty_deals = 0;
  manifest.given_deals_hash.clear();
  for (const std::string& pattern : patterns) {
    const auto is_selected = [&](const ManifestVariant& variant) { return selects_variant(pattern, variant.id); };
    if (std::ranges::any_of(manifest.variants, is_selected)) continue;
    std::vector<std::string> known;
    for (const ManifestVariant& variant : manifest.variants) known.push_back(variant.id);
    throw InputError(fmt::format("--variant {}: {} does not play it; its variants are: {}", printable(pattern, 60), run,
                                 hearts::joined(known, ", ")));
  }
  std::erase_if(manifest.variants, [&](const ManifestVariant& variant) {
    const bool is_meant = patterns.empty() || std::ranges::any_of(patterns, [&](const auto& pattern) {
                            return selects_variant(pattern, variant.id);
                          });
    return !is_meant || !is_played(variant);
  });
  for (ManifestVariant& variant : manifest.variants) variant.blocks = 0;
}

/// Returns the league's manifest for a duel of its bots, which is no part of the league.
Manifest manifest_for_duel(const std::filesystem::path& league_file) {
  League league = read_league(league_file);
  league.label = {};
  league.duel.reset();
  league.challengers.clear();
  league.full = false;
  league.withdraw_after = league.until_first = league.faulty_deals = 0;
  league.deals.clear();
  return resolve_league(league);
}

}  // namespace

std::string RunChanges::text() const { return changes.empty() ? more : hearts::joined(changes, ", "); }

std::string name_in_run(const std::vector<Manifest>& stages, const BotEntry& bot) {
  for (int version = 1;; ++version) {
    const std::string name = version_name(bot.name, version);
    const BotEntry* known = latest(stages, &Manifest::find_bot, name);
    if (known == nullptr || known->hash == bot.hash) return name;
  }
}

void copy_shown_words(const Manifest& recorded, Manifest& wanted) {
  for (BotEntry& bot : wanted.bots) {
    const auto known = std::ranges::find(recorded.bots, bot.hash, &BotEntry::hash);
    if (known != recorded.bots.end()) bot.shown_words = known->command.words;
  }
}

void copy_identities(const std::vector<Manifest>& stages, Manifest& wanted, const std::vector<std::string>& withdrawn) {
  for (BotEntry& bot : wanted.bots) bot.name = name_in_run(stages, bot);
  for (const Manifest& stage : stages) copy_shown_words(stage, wanted);
  std::erase_if(wanted.bots, [&](const BotEntry& bot) {
    const auto names = [&](const std::vector<std::string>& bots) { return std::ranges::count(bots, bot.name) > 0; };
    const Stage& last = stages.back().stage;
    return names(withdrawn) || names(last.withdrawn) || names(last.outclassed);
  });
  if (leading(stages.back()) == leading(wanted)) keep_order(stages.back().bots, wanted.bots, &BotEntry::name);
  keep_order(stages.back().variants, wanted.variants, &ManifestVariant::id);
}

void copy_plan(const Manifest& last, Manifest& wanted) {
  wanted.stage = last.stage;
  wanted.blocks = last.blocks;
  wanted.games = last.games;
  for (ManifestVariant& variant : wanted.variants) {
    if (const ManifestVariant* planned = last.find_variant(variant.id)) variant.blocks = planned->blocks;
  }
}

RunChanges run_changes(const std::vector<Manifest>& stages, const Manifest& wanted, const WantedLength& length) {
  const Manifest& last = stages.back();
  RunChanges found;
  found.refusal = settings_difference(last, wanted);
  add_bot_changes(stages, wanted, found);
  add_variant_changes(stages, wanted, found);
  add_length_changes(last, wanted, length, found);
  const bool same_bots = std::ranges::equal(last.bots, wanted.bots, {}, &BotEntry::name, &BotEntry::name);
  if (last.challengers > 0 && found.changes.size() > 0 && !found.refusal && !same_bots)
    found.refusal = "it is a gauntlet, whose bots cannot change: " + found.text();
  if (last.duel && found.is_stage() && !found.refusal)
    found.refusal = "it is a duel, which cannot be changed or extended: " + found.text();
  if (!found.refusal && leading(last) != leading(wanted)) {
    found.refusal = last.duel
                        ? fmt::format("it asks whether {} is stronger than {}", last.bots[0].name, last.bots[1].name)
                        : "it is a gauntlet with other challengers";
  }
  return found;
}

void plan_stage(Manifest& manifest, const WantedLength& length) {
  std::vector<double> had = plan_catching_up(manifest);
  sum_up(manifest);
  WantedLength wanted = length;
  if (wanted.blocks == 0 && wanted.games == 0) {
    Manifest alone = manifest;  // like a run that begins
    alone.stage = {};
    alone.played.reset();
    plan_blocks(alone, 0, 0);
    wanted.blocks = alone.blocks;
  }
  const auto is_short = [&] {
    return manifest.stage.blocks + manifest.blocks < wanted.blocks ||
           manifest.stage.games + manifest.games < wanted.games;
  };
  while (is_short()) {
    const int blocks_left = wanted.blocks - manifest.stage.blocks - manifest.blocks;
    const int games_left = wanted.games - manifest.stage.games - manifest.games;
    const int more = std::max(blocks_left, (games_left + hearts::kSeatsMax - 1) / hearts::kSeatsMax);
    for (int block = 0; block < more; ++block) add_block(manifest, had);
    sum_up(manifest);
  }
}

Manifest gauntlet_against(const std::string& run, const std::vector<std::string>& challengers,
                          const std::vector<std::string>& variants) {
  const std::vector<Manifest> stages = read_stages(run);
  const Manifest& last = stages.back();
  Manifest manifest = last;
  manifest.bots.clear();
  for (const std::string& word : challengers) {
    BotEntry bot = find_bot(word);
    bot.name = name_in_run(stages, bot);
    if (last.find_bot(bot.name) != nullptr)
      throw InputError(fmt::format("{} already plays in {}; give the challenger another name", bot.name, run));
    if (manifest.find_bot(bot.name) != nullptr)
      throw InputError(fmt::format("two challengers are called {}", bot.name));
    manifest.bots.push_back(std::move(bot));
  }
  manifest.challengers = static_cast<int>(manifest.bots.size());
  for (const BotEntry& bot : last.bots) manifest.bots.push_back(still_there(bot, run));
  manifest.duel.reset();
  begin_anew(manifest, run, variants, [&](const ManifestVariant& variant) {
    return std::any_of(manifest.bots.begin(), manifest.bots.begin() + manifest.challengers,
                       [&](const BotEntry& bot) { return plays_variant(bot, variant.id); });
  });
  if (manifest.variants.empty()) {
    throw InputError(fmt::format("no challenger plays {} of {}",
                                 variants.empty() ? "any variant" : "any of the chosen variants", run));
  }
  resolve_rules(manifest);
  return manifest;
}

Manifest duel_from(const std::string& from, const std::vector<std::string>& names,
                   const std::vector<std::string>& variants, const SequentialTest& test) {
  const std::optional<std::filesystem::path> league = league_file_at(from);
  const std::vector<Manifest> stages = league ? std::vector{manifest_for_duel(*league)} : read_stages(from);
  Manifest manifest = stages.back();
  manifest.bots.clear();
  for (const std::string& name : names) {
    const BotEntry* bot = latest(stages, &Manifest::find_bot, name);
    if (bot == nullptr) {
      std::set<std::string_view> known;
      for (const Manifest& stage : stages) {
        for (const BotEntry& one : stage.bots) known.insert(one.name);
      }
      throw InputError(fmt::format("{} has no bot '{}'{}; its bots are: {}", from, printable(name, 60),
                                   hearts::nearest_note(name, std::vector(known.begin(), known.end())),
                                   hearts::joined(known, ", ")));
    }
    if (manifest.find_bot(name) != nullptr) throw InputError(name + " is named twice");
    manifest.bots.push_back(league ? *bot : still_there(*bot, from));
  }
  begin_anew(manifest, from, variants, [&](const ManifestVariant& variant) {
    return plays_variant(manifest.bots[0], variant.id) && plays_variant(manifest.bots[1], variant.id);
  });
  if (manifest.variants.empty()) {
    throw InputError(fmt::format("{} and {} do not both play {} of {}", names[0], names[1],
                                 variants.empty() ? "any variant" : "any of the chosen variants", from));
  }
  manifest.label = {};
  manifest.duel = test;
  manifest.challengers = 0;
  manifest.one_author_a_table = false;  // two versions of a bot have the same author
  resolve_rules(manifest);
  check_schedule(manifest);
  return manifest;
}

}  // namespace arena
