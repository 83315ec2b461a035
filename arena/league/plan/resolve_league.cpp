#include "arena/league/plan/resolve_league.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_name.h"
#include "arena/game/deals/given_deals.h"
#include "arena/league/plan/contest.h"
#include "arena/league/plan/kept_out.h"
#include "arena/league/plan/league_variants.h"
#include "arena/records/manifest_schedule.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

KeptOut kept_out_of(const League& league) { return {league.file, league.folder, league.label.statuses}; }

/// Finds the bots that play. Returns for each of them its index in the league's entrants.
std::vector<std::size_t> find_entrants(const League& league, std::vector<BotEntry>& bots) {
  std::vector<std::size_t> indices;
  std::map<std::string, std::size_t> names;
  const KeptOut kept_out = kept_out_of(league);
  for (std::size_t i = 0; i < league.entrants.size(); ++i) {
    const League::Entrant& entrant = league.entrants[i];
    if (!league.label.statuses.empty()) {
      const std::string name = identify_entrant(league, i).name;
      if (league.duel && i < 2) kept_out.check(name, fmt::format("entrants[{}]", i), "a duel needs both of its bots");
      if (kept_out.why(name)) continue;
    }
    BotEntry bot;
    try {
      bot = find_bot(entrant.bot, league.folder, league.resources, entrant.settings);
    } catch (const InputError& error) {
      throw InputError(place(league, "entrants", i) + error.what());
    }
    // Freezing stops only the bot's main process, not its children.
    if (league.limits.freeze && bot.command.resources.processes > 1) {
      throw InputError(
          fmt::format("{}{} may have {} processes, but where waiting bots are frozen each bot may have only one",
                      place(league, "entrants", i), bot.name, bot.command.resources.processes));
    }
    if (!entrant.name.empty()) bot.name = entrant.name;
    if (!entrant.author.empty()) bot.author = entrant.author;
    if (league.file.empty()) {
      const std::string own = bot.name;
      for (int copy = 2; names.contains(bot.name); ++copy) {
        const std::string mark = fmt::format("-{}", copy);
        bot.name = own.substr(0, kBotNameMax - mark.size()) + mark;
      }
    } else if (names.contains(bot.name)) {
      throw InputError(fmt::format("{}entrants[{}] is also called {}; give one of them another \"name\"",
                                   place(league, "entrants", i), names[bot.name], bot.name));
    }
    names[bot.name] = i;
    bots.push_back(std::move(bot));
    indices.push_back(i);
  }
  return indices;
}

void check_plays(const League& league, const Manifest& manifest, const std::vector<std::size_t>& indices) {
  for (std::size_t i = 0; i < manifest.bots.size(); ++i) {
    const BotEntry& bot = manifest.bots[i];
    const auto plays = [&](const ManifestVariant& variant) { return plays_variant(bot, variant.id); };
    // The two bots of a duel sit at each table.
    const auto has_seat = [&](const ManifestVariant& variant) {
      return plays(variant) && (!manifest.duel || i < 2 || variant.seats > 2);
    };
    if (std::ranges::any_of(manifest.variants, has_seat)) continue;
    if (std::ranges::any_of(manifest.variants, plays))
      throw InputError(place(league, "entrants", indices[i]) + bot.name +
                       " cannot join the duel: the variants that it plays have only two seats, and the two bots of the "
                       "duel take them");
    const std::string what = manifest.variants.size() == 1 ? manifest.variants.front().id : "any variant of the league";
    throw InputError(place(league, "entrants", indices[i]) + bot.name + " does not play " + what +
                     " (\"plays\" in its bot.json)");
  }
  const std::vector<Wanted> wanted = wanted_variants(league);
  for (std::size_t i = 0; i < manifest.variants.size(); ++i) {
    const ManifestVariant& variant = manifest.variants[i];
    const auto players =
        std::ranges::count_if(manifest.bots, [&](const BotEntry& bot) { return plays_variant(bot, variant.id); });
    if (players >= std::min<std::ptrdiff_t>(2, std::ssize(manifest.bots))) continue;
    throw InputError(place(league, "variants", wanted.at(i).index) + (players == 0 ? "no bot" : "only one bot") +
                     " of the league plays " + variant.id + " (\"plays\" in their bot.json)");
  }
}

bool has_laws(const ManifestVariant& variant) { return variant.rules->rules().has_table_laws(); }

void set_law_time(const League& league, Manifest& manifest, const std::vector<std::size_t>& indices) {
  const bool laws = std::ranges::any_of(manifest.variants, has_laws);
  if (laws && manifest.limits.laws.count() == 0) manifest.limits.laws = kLawTime;
  const auto has_law_time = [&](const BotEntry& bot) {
    return with_values(manifest.limits, bot.limits).laws.count() > 0;
  };
  const auto first = std::ranges::find_if(manifest.bots, has_law_time);
  if (laws || first == manifest.bots.end()) return;
  const bool is_of_league = manifest.limits.laws.count() > 0;
  const std::string of_league = league.file.empty() ? "" : league.file + ": ";
  throw InputError(
      (is_of_league ? of_league
                    : place(league, "entrants", indices[static_cast<std::size_t>(first - manifest.bots.begin())])) +
      "a time for the laws of the table is set, but no variant is played under them; add +table_laws to a variant");
}

/// Sets the limits that variants have of their own. Call it after set_law_time(), since they may have their own law
/// time.
void set_own_limits(const League& league, Manifest& manifest) {
  const std::vector<Wanted> wanted = wanted_variants(league);
  for (std::size_t i = 0; i < manifest.variants.size(); ++i) {
    ManifestVariant& variant = manifest.variants[i];
    Limits own = manifest.limits;
    for (const auto& [key, value] : wanted.at(i).variant.limits) {
      if (key->name == "laws_ms" && !has_laws(variant)) {
        throw InputError(
            fmt::format("{}a time for the laws of the table is set, but {} is not played under them; "
                        "add +table_laws",
                        place(league, "variants", wanted.at(i).index), variant.id));
      }
      key->set(own, value);
    }
    if (own != manifest.limits) variant.limits = own;
  }
}

void check_anchors(const League& league, const Manifest& manifest) {
  for (const auto& [bot, elo] : league.label.anchors) {
    if (manifest.find_bot(bot) != nullptr) continue;
    kept_out_of(league).check(bot, "anchors", "remove it from them");
    throw InputError(fmt::format("{}: anchors: {} is not an entrant of the league", league.file, printable(bot, 60)));
  }
}

/// Returns the name of a setting in a league file, or on a command line.
std::string setting_name(const League& league, std::string_view key, std::string_view option) {
  return league.file.empty() ? std::string(option) : fmt::format("{}: \"{}\"", league.file, key);
}

/// Returns the rules of the run's variant that a line of given deals names, with any name that a league may use.
const hearts::GameRules* rules_named(std::string_view variant, const League& league, const Manifest& manifest) {
  const std::string hash = rules_hash(table_rules(std::string(variant), league));
  const auto found = std::ranges::find(manifest.variants, hash, &ManifestVariant::rules_hash);
  return found == manifest.variants.end() ? nullptr : found->rules.get();
}

void set_deals(const League& league, Manifest& manifest) {
  const bool given = !league.deals.empty();
  if (!given && league.faulty_deals == 0) return;
  if (!league.rate_any_deals) {
    throw InputError(fmt::format(
        "{}: the games would be rated, although deals that somebody chose may favour a bot; to allow this: {}",
        given ? setting_name(league, "deals", "--deals") : setting_name(league, "faulty_deals", "--faulty-deals"),
        league.file.empty() ? "--rate-any-deals" : "\"rate_any_deals\": true"));
  }
  manifest.faulty_deals = league.faulty_deals;
  if (league.faulty_deals > 0 && std::ranges::none_of(manifest.variants, has_laws)) {
    throw InputError(
        setting_name(league, "faulty_deals", "--faulty-deals") +
        ": faulty deals need a variant that is played under the laws of the table; add +table_laws to a variant");
  }
  if (!given) return;
  auto deals = std::make_shared<GivenDeals>(
      league.folder / league.deals, [&](std::string_view variant) { return rules_named(variant, league, manifest); });
  manifest.given_deals = deals->count();
  manifest.given_deals_hash = deals->hash();
  manifest.deals = std::move(deals);
}

/// Moves the challengers to the front of the bots.
void set_challengers(const League& league, Manifest& manifest) {
  for (std::size_t i = 0; i < league.challengers.size(); ++i) {
    const auto first = manifest.bots.begin() + manifest.challengers;
    const auto found = std::find_if(first, manifest.bots.end(),
                                    [&](const BotEntry& bot) { return bot.name == league.challengers[i]; });
    if (found == manifest.bots.end()) {
      kept_out_of(league).check(league.challengers[i], "challengers", "remove it from them");
      const bool is_twice = std::ranges::count(league.challengers, league.challengers[i]) > 1;
      throw InputError(fmt::format("{}{} {}", place(league, "challengers", i), printable(league.challengers[i], 40),
                                   is_twice ? "is named twice" : "is not an entrant"));
    }
    std::rotate(first, found, found + 1);
    ++manifest.challengers;
  }
  if (manifest.challengers == std::ssize(manifest.bots) && manifest.challengers > 0)
    throw InputError(place(league, "challengers", 0) + "all entrants are challengers, so they have no opponents");
}

}  // namespace

BotIdentity identify_entrant(const League& league, std::size_t index) {
  const League::Entrant& entrant = league.entrants.at(index);
  try {
    BotIdentity identity = identify_bot(entrant.bot, league.folder, league.resources, entrant.name);
    if (!entrant.author.empty()) identity.author = entrant.author;
    return identity;
  } catch (const InputError& error) {
    throw InputError(place(league, "entrants", index) + error.what());
  }
}

Manifest resolve_league(const League& league) {
  check_size(league.entrants.size(), kEntrantsMax, "entrants");
  check_size(league.variants.size(), kVariantsMax, "variants");
  Manifest manifest;
  manifest.variants = find_variants(league);  // first, because its errors are found faster than bots are hashed
  const std::vector<std::size_t> indices = find_entrants(league, manifest.bots);
  manifest.blocks = league.blocks;
  manifest.limits = league.limits;
  manifest.reveal_names = league.reveal_names;
  manifest.one_author_a_table = league.one_author_a_table;
  manifest.duplicate_deals = league.duplicate_deals.value_or(!why_strangers(league, manifest.bots));
  manifest.drops_caches = league.drop_caches;
  manifest.every_set = league.full;
  manifest.withdraw_after = league.withdraw_after;
  manifest.until_first = league.until_first;
  if (league.withdraw_after > 0 && (league.duel || !league.challengers.empty()))
    throw InputError(setting_name(league, "withdraw_after", "--withdraw-after") +
                     (league.duel ? " cannot be used in a duel" : " cannot be used in a gauntlet"));
  manifest.duel = league.duel;
  if (!too_few_bots(league, manifest)) check_plays(league, manifest, indices);
  set_law_time(league, manifest, indices);
  set_challengers(league, manifest);  // changes the order of the bots
  if (const auto problem = contest_problem(manifest, !league.label.statuses.empty()))
    throw InputError(setting_name(league, "until", "--until-first") + *problem);
  set_own_limits(league, manifest);
  check_anchors(league, manifest);
  manifest.label = league.label;
  set_deals(league, manifest);
  if (manifest.may_end_early() && !manifest.duel) manifest.chunk_blocks = departure_chunk_blocks(manifest);
  return manifest;
}

std::optional<std::string> too_few_bots(const League& league, const Manifest& manifest) {
  if (manifest.until_first > 0 && !manifest.bots.empty()) return std::nullopt;  // one bot ends a search
  return kept_out_of(league).why_too_few(manifest.bots.size());
}

std::optional<std::string> why_strangers(const League& league, const std::vector<BotEntry>& bots) {
  if (league.takes_submissions) return "the league takes submissions";
  std::set<std::string> authors;
  for (const BotEntry& bot : bots) {
    if (!bot.author.empty()) authors.insert(bot.author);
  }
  if (authors.size() < 2) return std::nullopt;
  return fmt::format("its bots have {} authors", authors.size());
}

std::optional<std::string> own_deals_note(const League& league, const std::vector<BotEntry>& bots,
                                          const std::string& choice) {
  const std::optional<std::string> why = why_strangers(league, bots);
  if (!why || league.duplicate_deals) return std::nullopt;
  return fmt::format(
      "each game of a block has deals of its own, because {}: a bot could otherwise recognise a deal from an earlier "
      "game. Ratings need 1.5 to 1.6 times as many games for this. To play the same deals in all games of a block: {}",
      *why, choice);
}

std::vector<std::string> league_notes(const League& league, const Manifest& manifest) {
  std::vector<std::string> notes;
  const auto note_limits = [&](const std::string& owner, std::span<const LimitValue> own) {
    std::vector<std::string> texts;
    for (const auto& [key, number] : own)
      texts.push_back(fmt::format("{} {}, not {}", key->name, number, key->of(manifest.limits)));
    notes.push_back(owner + " has limits of its own: " + hearts::joined(texts, "; "));
  };
  for (const auto& [bot, status] : league.label.statuses)
    notes.push_back(*kept_out_of(league).why(bot) + ", so it plays no games");
  const std::vector<Wanted> wanted = wanted_variants(league);
  for (std::size_t i = 0; i < manifest.variants.size(); ++i) {
    // A pattern asks for many variants, not for the laws of this one.
    if (is_variant_pattern(league.variants.at(wanted.at(i).index).spec)) continue;
    const hearts::Rules asked = league.book.resolve(wanted.at(i).variant.spec);
    if (asked.illegal_action == hearts::IllegalAction::reject || has_laws(manifest.variants[i])) continue;
    notes.push_back(fmt::format(
        "{0} is played as {1}: the arena refuses illegal acts, so the laws on them never apply. To play under these "
        "laws, use {0}+table_laws",
        asked.id, manifest.variants[i].id));
  }
  for (const ManifestVariant& variant : manifest.variants) {
    if (variant.limits) note_limits(variant.id, differing_limits(*variant.limits, manifest.limits));
  }
  for (const BotEntry& bot : manifest.bots) {
    if (!bot.limits.empty()) note_limits(bot.name, bot.limits);
  }
  for (const ManifestVariant& variant : manifest.variants) {
    if (manifest.given_deals == 0) continue;
    const std::size_t count = manifest.deals->of(variant.id).size();
    notes.push_back(count == 0 ? "no deal of " + variant.id + " is given, so its deals are shuffled"
                               : fmt::format("{} has {}", variant.id, hearts::counted(count, "given deal")));
  }
  return notes;
}

}  // namespace arena
