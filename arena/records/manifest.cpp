#include "arena/records/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <map>
#include <set>

#include "arena/bots/bot_entry.h"
#include "arena/bots/resource_policy.h"
#include "arena/deals/given_deals.h"
#include "arena/protocol/decode.h"
#include "arena/protocol/limit_keys.h"
#include "arena/records/line_fields.h"
#include "arena/schedule/schedule.h"
#include "arena/seeds/digest.h"
#include "engine/rule_keys.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::counted;

constexpr int kGamesByDefault = 4;

json::object limits_json(const Limits& limits) {
  json::object object;
  for (const LimitKey& key : limit_keys()) {
    const std::int64_t value = key.of(limits);
    if (key.only_if_set && value == 0) continue;  // runs from before there was such a key keep their id
    object[key.name] = key.flag() ? json::value(value != 0) : json::value(value);
  }
  return object;
}

/// `own`: a variant's, which has what is not as in `limits`.
Limits read_limits(const json::object& object, Limits limits = {}, bool own = false) {
  for (const LimitKey& key : limit_keys()) {
    if ((key.only_if_set || own) && !object.contains(key.name)) continue;
    if (own && key.of_process) throw std::runtime_error(fmt::format("a variant has a {} of its own", key.name));
    const json::value& value = object.at(key.name);
    const auto number = key.flag() ? std::int64_t{value.as_bool()} : json::value_to<std::int64_t>(value);
    if (number < key.least || number > key.most) {
      throw std::runtime_error("limits." + std::string(key.name) + " must be a whole number from " +
                               std::to_string(key.least) + " to " + std::to_string(key.most) + ", not " +
                               std::to_string(number));
    }
    key.set(limits, number);
  }
  return limits;
}

json::object bot_json(const BotEntry& bot) {
  json::object object = {{"name", bot.name}, {"hash", bot.hash}};
  object["command"] = json::value_from(bot.command.words);
  if (!bot.author.empty()) object["author"] = bot.author;
  if (!bot.version.empty()) object["version"] = bot.version;
  if (!bot.plays.empty()) object["plays"] = json::value_from(bot.plays);
  object["resources"] = resources_json(bot.command.resources);
  return object;
}

/// In lower case, as rules_hash() and hash_bot() give it.
std::string read_hash(const json::object& object, const char* key) {
  std::string hash = text_of(object, key);
  if (hash.size() != 2 * Digest{}.size() || hash.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw std::runtime_error("a hash is not 64 hexadecimal digits");
  }
  return hash;
}

BotEntry read_bot(const json::object& object) {
  BotEntry bot;
  bot.name = text_of(object, "name");
  if (!is_bot_name(bot.name)) throw std::runtime_error("a bot's name must be " + std::string(kBotNameRule));
  bot.hash = read_hash(object, "hash");
  bot.command.folder = text_of(object, "folder");
  bot.command.words = json::value_to<std::vector<std::string>>(member(object, "command"));
  if (object.contains("author")) bot.author = text_of(object, "author");
  if (object.contains("version")) bot.version = text_of(object, "version");
  if (object.contains("plays")) bot.plays = json::value_to<std::vector<std::string>>(member(object, "plays"));
  for (const auto& [key, value] : read_resources(member(object, "resources"), "resources")) {
    bot.command.resources.*key->value = value;
  }
  return bot;
}

json::object variant_json(const ManifestVariant& variant, const Limits& limits) {
  json::object object = {
      {"variant", variant.id},    {"rules", variant.rules_hash},           {"seats", variant.seats},
      {"weight", variant.weight}, {"hands_max", variant.length.hands_max}, {"hands_fixed", variant.length.fixed}};
  json::object own;
  for (const LimitKey& key : limit_keys()) {
    if (!variant.limits || key.of(*variant.limits) == key.of(limits)) continue;
    own[key.name] = key.of(*variant.limits);
  }
  if (!own.empty()) object["limits"] = std::move(own);
  return object;
}

ManifestVariant read_variant(const json::object& object, const Limits& limits) {
  ManifestVariant variant;
  if (const json::value* own = object.if_contains("limits"))
    variant.limits = read_limits(own->as_object(), limits, true);
  variant.id = text_of(object, "variant");
  if (variant.id.empty() || !std::ranges::all_of(variant.id, [](char c) { return c > ' ' && c < 127; }))
    throw std::runtime_error("a variant's id has signs that no id has");
  variant.rules_hash = read_hash(object, "rules");
  variant.seats = int_of(object, "seats");
  variant.weight = int_of(object, "weight");
  variant.length.hands_max = int_of(object, "hands_max");
  variant.length.fixed = member(object, "hands_fixed").as_bool();
  if (variant.length.hands_max < 1) throw std::runtime_error("a variant is for no hand");
  if (variant.weight < 1) throw std::runtime_error("a variant has no weight");
  if (variant.seats < hearts::kSeatsMin || variant.seats > hearts::kSeatsMax)
    throw std::runtime_error("a variant has an impossible number of seats");
  return variant;
}

/// No two bots or variants may have one name, which records give; nor rules two names: ratings would mix them up.
void check_names(const Manifest& manifest) {
  std::set<std::string_view> bots;
  for (const BotEntry& bot : manifest.bots) {
    if (!bots.insert(bot.name).second) throw std::runtime_error("two bots are called " + bot.name);
  }
  std::set<std::string_view> variants;
  std::set<std::string_view> rules;
  for (const ManifestVariant& variant : manifest.variants) {
    if (!variants.insert(variant.id).second) throw std::runtime_error("a variant stands in it twice");
    if (!rules.insert(variant.rules_hash).second) throw std::runtime_error("two variants have the same rules");
  }
  for (const auto& [bot, elo] : manifest.label.anchors) {
    if (!bots.contains(bot)) throw std::runtime_error("an anchor is none of its bots");
  }
}

json::object duel_json(const SequentialTest& test) {
  return {{"measure", measure_name(test.measure)},
          {"low", test.low},
          {"high", test.high},
          {"alpha", test.alpha},
          {"beta", test.beta}};
}

SequentialTest read_duel(const json::object& object) {
  const auto number = [&](const char* key) { return member(object, key).to_number<double>(); };
  SequentialTest test{SequentialTest::Measure::elo, number("low"), number("high"), number("alpha"), number("beta")};
  const std::string measure = text_of(object, "measure");
  if (measure == measure_name(SequentialTest::Measure::margin)) test.measure = SequentialTest::Measure::margin;
  if (measure != measure_name(test.measure)) throw std::runtime_error("a duel must measure elo or margin");
  if (const std::string_view problem = test_problem(test); !problem.empty())
    throw std::runtime_error(std::string(problem));
  return test;
}

/// What equal runs have in common.
json::object identity_json(const Manifest& manifest) {
  json::object line = {
      {"protocol", kProtocolVersion},
      {"variants", list_json(manifest.variants,
                             [&](const ManifestVariant& variant) { return variant_json(variant, manifest.limits); })},
      {"bots", list_json(manifest.bots, bot_json)},
      {"blocks", manifest.blocks},
      {"games", manifest.games},
      {"limits", limits_json(manifest.limits)},
      {"reveal_names", manifest.reveal_names},
      {"one_author_a_table", manifest.one_author_a_table},
      {"arena", manifest.arena},
      {"isolation", manifest.isolation},
      {"commitment", manifest.commitment}};
  if (!manifest.duplicate_deals) line["duplicate_deals"] = false;
  if (manifest.given_deals > 0) line["deals"] = {{"given", manifest.given_deals}, {"hash", manifest.given_deals_hash}};
  if (manifest.faulty_deals > 0) line["faulty_deals"] = manifest.faulty_deals;
  if (manifest.duel) line["duel"] = duel_json(*manifest.duel);
  return line;
}

}  // namespace

std::string rules_hash(const hearts::Rules& rules) { return hex(digest_of(hearts::rules_text(rules))); }

const ManifestVariant* Manifest::find_variant(std::string_view id) const {
  const auto found = std::ranges::find(variants, id, &ManifestVariant::id);
  return found == variants.end() ? nullptr : &*found;
}

std::string_view arena_version() { return HEARTS_VERSION; }

bool is_entropy(std::string_view text) {
  const bool one_space_at_most = text.find("  ") == std::string_view::npos;
  return !text.empty() && text.size() <= kEntropyBytesMax && one_space_at_most && text.front() != ' ' &&
         text.back() != ' ' && std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 127; });
}

std::string receipt_of(const Manifest& manifest) { return hex(digest_of(json::serialize(identity_json(manifest)))); }

std::string run_id(const Manifest& manifest) {
  const std::string receipt = receipt_of(manifest);
  return (manifest.entropy.empty() ? receipt : hex(digest_of(receipt + manifest.entropy))).substr(0, 16);
}

json::object manifest_json(const Manifest& manifest) {
  json::object line = {{"v", kRecordVersion}, {"type", "run"}, {"run", run_id(manifest)}};
  for (auto& field : identity_json(manifest)) line.insert(field);
  json::array& bots = line["bots"].as_array();
  for (std::size_t i = 0; i < bots.size(); ++i) {
    bots[i].as_object()["folder"] = manifest.bots[i].command.folder.string();
  }
  if (!manifest.entropy.empty()) line["entropy"] = manifest.entropy;
  if (!manifest.label.is_empty()) line["league"] = label_json(manifest.label);
  return line;
}

void check_schema(const json::object& line, std::string_view place) {
  const json::value* version = line.if_contains("v");
  if (version != nullptr && *version == kRecordVersion) return;
  throw InputError(fmt::format("{}: the line has schema {}, this arena reads {}", place,
                               version == nullptr ? "none" : printable(json::serialize(*version)), kRecordVersion));
}

Manifest read_manifest(const json::object& line, std::string_view place) {
  return read_at(place, "this is not the start of a run's records", [&] {
    if (member(line, "type") != "run") throw std::runtime_error("the first line is not of type \"run\"");
    if (member(line, "v") != kRecordVersion) {
      throw std::runtime_error("it has schema " + json::serialize(member(line, "v")) + ", this arena reads " +
                               std::to_string(kRecordVersion));
    }
    Manifest manifest;
    manifest.limits = read_limits(member(line, "limits").as_object());
    manifest.variants = read_list(member(line, "variants"),
                                  [&](const json::object& variant) { return read_variant(variant, manifest.limits); });
    manifest.bots = read_list(member(line, "bots"), read_bot);
    manifest.blocks = int_of(line, "blocks");
    manifest.games = int_of(line, "games");
    if (manifest.blocks < 1 || manifest.blocks > kBlocksMax || manifest.variants.empty() || manifest.bots.empty()) {
      throw std::runtime_error("it has no block, no variant or no bot");
    }
    manifest.reveal_names = member(line, "reveal_names").as_bool();
    manifest.one_author_a_table = member(line, "one_author_a_table").as_bool();
    manifest.duplicate_deals = !line.contains("duplicate_deals") || member(line, "duplicate_deals").as_bool();
    if (const json::value* deals = line.if_contains("deals")) {
      manifest.given_deals = int_of(deals->as_object(), "given");
      manifest.given_deals_hash = read_hash(deals->as_object(), "hash");
      if (manifest.given_deals < 1 || manifest.given_deals > GivenDeals::kDealsMax)
        throw std::runtime_error("it has no given deal, or too many");
    }
    if (line.contains("faulty_deals")) {
      manifest.faulty_deals = int_of(line, "faulty_deals");
      if (manifest.faulty_deals < 1 || manifest.faulty_deals > kFaultyDealsMax)
        throw std::runtime_error(fmt::format("faulty_deals must be from 1 to {}", kFaultyDealsMax));
    }
    if (const json::value* duel = line.if_contains("duel")) {
      manifest.duel = read_duel(duel->as_object());
      if (manifest.bots.size() < 2) throw std::runtime_error("a duel must have two bots");
    }
    manifest.arena = text_of(line, "arena");
    manifest.isolation = text_of(line, "isolation");
    manifest.commitment = read_hash(line, "commitment");
    manifest.entropy = text_in(line, "entropy").value_or("");
    if (!manifest.entropy.empty() && !is_entropy(manifest.entropy))
      throw std::runtime_error("the entropy is not " + std::string(kEntropyRule));
    if (const json::value* label = line.if_contains("league")) manifest.label = read_label(label->as_object());
    check_names(manifest);
    if (text_of(line, "run") != run_id(manifest))
      throw std::runtime_error("\"run\" does not follow from the rest of the line");
    return manifest;
  });
}

std::string manifest_difference(const Manifest& recorded, const Manifest& wanted) {
  if (recorded.variants.size() != wanted.variants.size()) {
    return fmt::format("it has {}, not {}", counted(recorded.variants.size(), "variant"), wanted.variants.size());
  }
  for (std::size_t i = 0; i < recorded.variants.size(); ++i) {
    const ManifestVariant& was = recorded.variants[i];
    const ManifestVariant& is = wanted.variants[i];
    if (was.id != is.id) return "it plays " + was.id + ", not " + is.id;
    if (was.rules_hash != is.rules_hash) return "the rules of " + was.id + " have changed since";
    if (was.weight != is.weight) return "it gives " + was.id + " another weight";
    if (was.length.hands_max != is.length.hands_max || was.length.fixed != is.length.fixed) {
      return "its games of " + was.id + " have another number of hands";
    }
    if (recorded.limits == wanted.limits && recorded.limits_of(was) != wanted.limits_of(is))
      return "its games of " + was.id + " have other limits of time or patience";
  }
  if (recorded.bots.size() != wanted.bots.size()) {
    return fmt::format("it has {}, not {}", counted(recorded.bots.size(), "bot"), wanted.bots.size());
  }
  for (std::size_t i = 0; i < recorded.bots.size(); ++i) {
    const BotEntry& was = recorded.bots[i];
    const BotEntry& is = wanted.bots[i];
    if (was.name != is.name) return "its bot " + std::to_string(i + 1) + " is " + was.name + ", not " + is.name;
    if (was.hash != is.hash) return "the files or the command of " + was.name + " have changed since";
    if (was.author != is.author || was.version != is.version || was.plays != is.plays) {
      return was.name + " has another author or version, or plays other variants";
    }
    for (const ResourceKey& key : resource_keys()) {
      const int before = was.command.resources.*key.value;
      const int now = is.command.resources.*key.value;
      if (before != now) return fmt::format("it gives {} {} {}, not {}", was.name, key.name, before, now);
    }
  }
  if (recorded.limits != wanted.limits) return "it has other limits of time or patience";
  if (recorded.reveal_names != wanted.reveal_names) return "it reveals names differently";
  if (recorded.one_author_a_table != wanted.one_author_a_table) return "it seats bots of one author differently";
  if (recorded.duplicate_deals != wanted.duplicate_deals) {
    return std::string("the games of its blocks have ") + (recorded.duplicate_deals ? "the same deals" : "other deals");
  }
  if (recorded.given_deals_hash != wanted.given_deals_hash) {
    return recorded.given_deals == 0 ? "no deals were given to it"
                                     : "it was given other deals (" + counted(recorded.given_deals, "deal") + ")";
  }
  if (recorded.faulty_deals != wanted.faulty_deals) {
    return recorded.faulty_deals == 0 ? "its deals were not made faulty"
                                      : fmt::format("one in {} of its deals was made faulty", recorded.faulty_deals);
  }
  if (recorded.duel != wanted.duel) {
    if (!recorded.duel) return "it is no duel";
    return wanted.duel ? "it is a duel with another test" : "it is a duel";
  }
  if (recorded.arena != wanted.arena) return "arena " + recorded.arena + " played it, this is " + wanted.arena;
  if (recorded.isolation != wanted.isolation)
    return "its bots were isolated at '" + recorded.isolation + "', not '" + wanted.isolation + "'";
  if (recorded.commitment != wanted.commitment) return "it was started from another seed";
  if (recorded.entropy != wanted.entropy) return "it has other --entropy";
  if (recorded.blocks != wanted.blocks) {
    return "it is for " + counted(recorded.blocks, "block") + ", not " + std::to_string(wanted.blocks);
  }
  // Whatever is compared above and whatever is to come: the ids decide.
  if (run_id(recorded) != run_id(wanted)) return "its manifest is another";
  return {};
}

ScheduleRules schedule_rules(const Manifest& manifest) {
  ScheduleRules rules;
  rules.seed = manifest.commitment;
  for (const ManifestVariant& variant : manifest.variants) {
    ScheduledVariant& scheduled = rules.variants.emplace_back();
    scheduled = {variant.seats, variant.weight, {}, variant.id};
    for (int bot = 0; bot < static_cast<int>(manifest.bots.size()); ++bot) {
      if (plays_variant(manifest.bots[static_cast<std::size_t>(bot)], variant.id)) scheduled.bots.push_back(bot);
    }
  }
  if (manifest.one_author_a_table) {
    std::map<std::string, int> numbers;
    for (const BotEntry& bot : manifest.bots) {
      // No author has a slash in front, and no bot's name begins with one.
      const std::string author = bot.author.empty() ? "/" + bot.name : "author " + bot.author;
      rules.authors.push_back(numbers.try_emplace(author, static_cast<int>(numbers.size())).first->second);
    }
  }
  return rules;
}

void check_schedule(const Manifest& manifest) {
  if (const auto problem = schedule_problem(schedule_rules(manifest))) throw InputError(*problem);
}

void plan_blocks(Manifest& manifest, int blocks, int games) {
  std::set<int> unplayed;  // variants that must have a block yet
  if (blocks == 0 && games == 0) {
    const int bots = static_cast<int>(manifest.bots.size());
    if (std::ranges::all_of(manifest.variants, [bots](const ManifestVariant& one) { return bots > one.seats; })) {
      blocks = bots * static_cast<int>(manifest.variants.size());
    } else {
      games = kGamesByDefault;
      for (int variant = 0; variant < static_cast<int>(manifest.variants.size()); ++variant) unplayed.insert(variant);
    }
  }
  BlockSizes sizes(schedule_rules(manifest));
  manifest.blocks = manifest.games = 0;
  while (blocks > 0 ? manifest.blocks < blocks : manifest.games < games || !unplayed.empty()) {
    const BlockSize block = sizes.next();
    unplayed.erase(block.variant);
    manifest.games += block.games;
    ++manifest.blocks;
  }
}

}  // namespace arena
