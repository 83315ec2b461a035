#include "arena/records/manifest_difference.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/base/text/printable.h"
#include "arena/records/manifest.h"
#include "engine/typed_text.h"

namespace arena {

using hearts::counted;

std::optional<std::string> variant_difference(const Manifest& manifest, const ManifestVariant& recorded,
                                              const ManifestVariant& wanted) {
  if (recorded.rules_hash != wanted.rules_hash) return "the rules of " + recorded.id + " have changed since";
  if (recorded.length != wanted.length) {
    return "its games of " + recorded.id + " have another number of hands";
  }
  if (manifest.limits_of(recorded) != manifest.limits_of(wanted))
    return "its games of " + recorded.id + " have other limits";
  return {};
}

bool differ_in_limits(const Manifest& a, const Manifest& b) {
  if (a.limits != b.limits) return true;
  for (const BotEntry& bot : a.bots) {
    const BotEntry* same = b.find_bot(bot.name);
    if (same != nullptr && same->hash == bot.hash && same->limits != bot.limits) return true;
  }
  return std::ranges::any_of(a.variants, [&](const ManifestVariant& variant) {
    const auto same = std::ranges::find(b.variants, variant.rules_hash, &ManifestVariant::rules_hash);
    return same != b.variants.end() && a.limits_of(variant) != b.limits_of(*same);
  });
}

std::optional<std::string> bot_difference(const BotEntry& recorded, const BotEntry& wanted) {
  if (recorded.author != wanted.author || recorded.version != wanted.version || recorded.plays != wanted.plays) {
    return recorded.name + " has another author or version, or plays other variants";
  }
  if (recorded.is_for_one_game != wanted.is_for_one_game)
    return recorded.name + " differs in whether each game has a fresh process";
  if (recorded.limits != wanted.limits) return recorded.name + " has other limits";
  for (const ResourceKey& key : resource_keys()) {
    const int before = recorded.command.resources.*key.value;
    const int now = wanted.command.resources.*key.value;
    if (before != now) return fmt::format("it gives {} {} {}, not {}", recorded.name, key.name, before, now);
  }
  return {};
}

std::optional<std::string> settings_difference(const Manifest& recorded, const Manifest& wanted) {
  if (recorded.limits != wanted.limits) return "it has other limits";
  if (recorded.reveal_names != wanted.reveal_names) return "it differs in whether bots see the names of the others";
  if (recorded.one_author_a_table != wanted.one_author_a_table)
    return "it differs in whether bots of one author may sit at one table";
  if (recorded.duplicate_deals != wanted.duplicate_deals) {
    return std::string("the games of its blocks have ") +
           (recorded.duplicate_deals ? "the same deals" : "different deals");
  }
  if (recorded.drops_caches != wanted.drops_caches)
    return recorded.drops_caches ? "it drops the kernel's caches between epochs"
                                 : "it does not drop the kernel's caches between epochs";
  if (recorded.given_deals_hash != wanted.given_deals_hash) {
    return recorded.given_deals == 0 ? "it has no given deals"
                                     : "it has other given deals (" + counted(recorded.given_deals, "deal") + ")";
  }
  if (recorded.faulty_deals != wanted.faulty_deals) {
    return recorded.faulty_deals == 0 ? "it has no faulty deals"
                                      : fmt::format("one in {} of its deals is faulty", recorded.faulty_deals);
  }
  if (recorded.duel != wanted.duel) {
    if (!recorded.duel) return "it is not a duel";
    return wanted.duel ? "it is a duel with another test" : "it is a duel";
  }
  if (recorded.withdraw_after != wanted.withdraw_after) {
    return recorded.withdraw_after == 0
               ? "it withdraws no bots"
               : fmt::format("it withdraws a bot after {} in a row", counted(recorded.withdraw_after, "forfeit"));
  }
  if (recorded.until_first != wanted.until_first) {
    return recorded.until_first == 0 ? "it does not look for its first bots"
                                     : "it looks for its " + first_bots_words(recorded.until_first);
  }
  if (recorded.challengers != wanted.challengers) {
    return recorded.challengers == 0 ? "it is not a gauntlet"
                                     : "it is a gauntlet of " + counted(recorded.challengers, "challenger");
  }
  if (recorded.every_set != wanted.every_set)
    return recorded.every_set ? "it is a full round-robin" : "it is not a full round-robin";
  if (recorded.isolation != wanted.isolation)
    return "its bots ran at isolation '" + printable(recorded.isolation) + "', not '" + wanted.isolation + "'";
  return {};
}

std::optional<std::string> manifest_difference(const Manifest& recorded, const Manifest& wanted) {
  if (recorded.limits != wanted.limits) return settings_difference(recorded, wanted);
  if (recorded.variants.size() != wanted.variants.size()) {
    return fmt::format("it has {}, not {}", counted(recorded.variants.size(), "variant"), wanted.variants.size());
  }
  for (std::size_t i = 0; i < recorded.variants.size(); ++i) {
    const ManifestVariant& was = recorded.variants[i];
    const ManifestVariant& is = wanted.variants[i];
    if (was.id != is.id) return "it plays " + was.id + ", not " + is.id;
    if (was.weight != is.weight) return "it gives " + was.id + " another weight";
    if (auto difference = variant_difference(recorded, was, is)) return difference;
  }
  if (recorded.bots.size() != wanted.bots.size()) {
    return fmt::format("it has {}, not {}", counted(recorded.bots.size(), "bot"), wanted.bots.size());
  }
  for (std::size_t i = 0; i < recorded.bots.size(); ++i) {
    const BotEntry& was = recorded.bots[i];
    const BotEntry& is = wanted.bots[i];
    if (was.name != is.name) return "its bot " + std::to_string(i + 1) + " is " + was.name + ", not " + is.name;
    if (was.hash != is.hash) return "the files or the command of " + was.name + " have changed since";
    if (auto difference = bot_difference(was, is)) return difference;
  }
  if (auto difference = settings_difference(recorded, wanted)) return difference;
  if (recorded.arena != wanted.arena)
    return "it was played by arena " + printable(recorded.arena) + ", and this is arena " + wanted.arena;
  if (recorded.commitment != wanted.commitment) return "it was started with another seed";
  if (recorded.entropy != wanted.entropy) return "it has other --entropy";
  if (recorded.blocks != wanted.blocks) {
    return "it has " + counted(recorded.blocks, "block") + ", not " + std::to_string(wanted.blocks);
  }
  // The ids cover everything, including what nobody has compared above.
  if (run_id(recorded) != run_id(wanted)) return "its manifest differs";
  return {};
}

}  // namespace arena
