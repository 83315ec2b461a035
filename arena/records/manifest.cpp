#include "arena/records/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <set>
#include <utility>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/json_value.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/whole_file.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/package/bot_name.h"
#include "arena/bots/package/resource_policy.h"
#include "arena/bots/protocol/decode.h"
#include "arena/bots/protocol/limit_keys.h"
#include "arena/game/deals/given_deals.h"
#include "arena/game/schedule/schedule.h"
#include "arena/records/line_fields.h"
#include "arena/records/recorded_limits.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;

/// The version of the schema of local.json.
constexpr int kPlacesVersion = 1;
/// This file names the same bots as a line of the records, so it gets the same bound.
constexpr std::size_t kFileBytesMax = 4 << 20;

json::object bot_json(const BotEntry& bot) {
  json::object object = {{"name", bot.name}, {"hash", bot.hash}};
  object["command"] = json::value_from(bot.shown_words.empty() ? bot.command.words : bot.shown_words);
  json::object variables;
  for (const std::string& variable : bot.command.environment) {
    const std::size_t name_end = variable.find('=');
    variables[variable.substr(0, name_end)] = variable.substr(name_end + 1);
  }
  if (!variables.empty()) object["env"] = std::move(variables);
  if (bot.is_for_one_game) object["restart"] = "game";
  if (!bot.limits.empty()) object["limits"] = limits_json(bot.limits);
  if (!bot.author.empty()) object["author"] = bot.author;
  if (!bot.version.empty()) object["version"] = bot.version;
  if (!bot.plays.empty()) object["plays"] = json::value_from(bot.plays);
  object["resources"] = resources_json(bot.command.resources);
  return object;
}

std::string read_line(const json::value& value, std::string_view what, std::size_t bytes_max) {
  std::string line = json::value_to<std::string>(value);
  if (!is_label_line(line, bytes_max))
    throw std::runtime_error(fmt::format("the league's {} must be {}", what, kLabelLineRule));
  return line;
}

json::object label_json(const LeagueLabel& label) {
  json::object object;
  if (!label.name.empty()) object["name"] = label.name;
  if (!label.notes.empty()) object["notes"] = json::value_from(label.notes);
  if (!label.anchors.empty()) object["anchors"] = json::value_from(label.anchors);
  return object;
}

LeagueLabel read_label(const json::object& object) {
  LeagueLabel label;
  if (const json::value* name = object.if_contains("name")) label.name = read_line(*name, "name", kLeagueNameBytesMax);
  if (const json::value* notes = object.if_contains("notes")) {
    for (const json::value& note : notes->as_array())
      label.notes.push_back(read_line(note, "notes", kLeagueNoteBytesMax));
    if (label.notes.size() > kLeagueNotesMax) throw std::runtime_error("the league has too many notes");
  }
  if (const json::value* anchors = object.if_contains("anchors")) {
    label.anchors = json::value_to<std::map<std::string, int>>(*anchors);
    for (const auto& [bot, elo] : label.anchors) {
      if (elo < 0 || elo > kAnchorEloMax)
        throw std::runtime_error(fmt::format("an anchor must be from 0 to {}", kAnchorEloMax));
    }
  }
  return label;
}

BotEntry read_bot(const json::object& object) {
  BotEntry bot;
  bot.name = text_of(object, "name");
  if (!is_recorded_name(bot.name))
    throw std::runtime_error(fmt::format("a bot's name must be {}, not \"{}\"", kBotNameRule, printable(bot.name, 60)));
  bot.hash = hash_in(object, "hash");
  if (object.contains("folder")) bot.command.folder = text_of(object, "folder");
  bot.command.words = json::value_to<std::vector<std::string>>(member(object, "command"));
  if (object.contains("env")) {
    for (const auto& [name, value] : member(object, "env").as_object())
      bot.command.environment.push_back(std::string(name) + "=" + json::value_to<std::string>(value));
  }
  if (object.contains("restart")) {
    bot.is_for_one_game = text_of(object, "restart") == "game";
    if (!bot.is_for_one_game) throw std::runtime_error("a bot's restart must be game");
  }
  if (const json::value* own = object.if_contains("limits"))
    bot.limits = read_own_limits(own->as_object(), "bot", &LimitKey::may_be_of_bot);
  if (object.contains("author")) bot.author = text_of(object, "author");
  if (object.contains("version")) bot.version = text_of(object, "version");
  if (object.contains("plays")) bot.plays = json::value_to<std::vector<std::string>>(member(object, "plays"));
  Problems problems("resources");
  for (const auto& [key, value] : read_resources({member(object, "resources"), "resources", problems})) {
    bot.command.resources.*key->value = value;
  }
  problems.refuse_all();
  return bot;
}

/// Records refer to bots and variants by name, so two of them must not share one. Nor may two variants have the same
/// rules: ratings would confuse them.
void check_names(const Manifest& manifest) {
  std::set<std::string_view> bots;
  for (const BotEntry& bot : manifest.bots) {
    if (!bots.insert(bot.name).second) throw std::runtime_error("two bots are called " + bot.name);
  }
  std::set<std::string_view> variants;
  std::set<std::string_view> rules;
  for (const ManifestVariant& variant : manifest.variants) {
    if (!variants.insert(variant.id).second) throw std::runtime_error("a variant is listed twice");
    if (!rules.insert(variant.rules_hash).second) throw std::runtime_error("two variants have the same rules");
  }
  for (const auto& [bot, elo] : manifest.label.anchors) {  // before a later stage, an anchor may leave
    if (manifest.stage.number == 1 && !bots.contains(bot)) throw std::runtime_error("an anchor is not one of its bots");
  }
}

json::object duel_json(const SequentialTest& test) {
  json::object object = {{"measure", measure_name(test.measure)},
                         {"low", test.low},
                         {"high", test.high},
                         {"alpha", test.alpha},
                         {"beta", test.beta}};
  if (test.version == 1) return object;
  object["forfeits_max"] = test.forfeits_max;
  object["version"] = test.version;
  return object;
}

SequentialTest read_duel(const json::object& object) {
  const auto number = [&](const char* key) { return member(object, key).to_number<double>(); };
  SequentialTest test{SequentialTest::Measure::elo, number("low"), number("high"), number("alpha"), number("beta")};
  const std::string measure = text_of(object, "measure");
  if (measure == measure_name(SequentialTest::Measure::margin)) test.measure = SequentialTest::Measure::margin;
  if (measure != measure_name(test.measure)) throw std::runtime_error("a duel must measure elo or margin");
  test.version = object.contains("version") ? int_of(object, "version") : 1;
  if (test.version < 1 || test.version > SequentialTest::kTestVersion)
    throw std::runtime_error("this arena does not know version " + std::to_string(test.version) + " of the test");
  if (test.version > 1) test.forfeits_max = number("forfeits_max");
  if (const auto problem = test_problem(test)) throw std::runtime_error(*problem);
  return test;
}

Stage read_stage(const json::object& object) {
  Stage stage{int_of(object, "number"), int_of(object, "first_block"), int_of(object, "blocks"),
              int_of(object, "games"), hash_in(object, "before")};
  for (const auto& [key, names] :
       {std::pair("withdrawn", &stage.withdrawn), std::pair("outclassed", &stage.outclassed)})
    if (object.contains(key)) *names = json::value_to<std::vector<std::string>>(member(object, key));
  if (stage.number < 2 || stage.number > kStagesMax || stage.first_block < 0 || stage.first_block > kBlocksMax)
    throw std::runtime_error("its stage is impossible");
  return stage;
}

/// Reads a number from 1 to `most`. Returns 0 if the line does not have it.
int read_optional(const json::object& line, const char* key, int most) {
  if (!line.contains(key)) return 0;
  const int number = int_of(line, key);
  if (number < 1 || number > most) throw std::runtime_error(fmt::format("{} must be from 1 to {}", key, most));
  return number;
}

/// In a later stage the manifest says how many blocks each variant has. In the first stage the weights decide, except
/// in a full round-robin.
void check_blocks(const Manifest& manifest) {
  std::int64_t blocks = 0;
  for (const ManifestVariant& variant : manifest.variants) blocks += variant.blocks;
  const bool is_planned = manifest.stage.number > 1 || (manifest.every_set && blocks > 0);
  if (blocks != (is_planned ? manifest.blocks : 0))
    throw std::runtime_error("the blocks of its variants do not add up to its number of blocks");
  if (manifest.stage.number > 1 && manifest.end_block() > kBlocksMax)
    throw std::runtime_error("its stages have too many blocks");
  if (manifest.duel && manifest.stage.number > 1) throw std::runtime_error("a duel must have one stage");
}

/// The members that equal runs have in common. The receipt is the hash of this object.
json::object identity_json(const Manifest& manifest) {
  json::object line = {{"protocol", kProtocolVersion},
                       {"variants", list_json(manifest.variants,
                                              [&](const ManifestVariant& variant) {
                                                return manifest_variant_json(variant, manifest.limits);
                                              })},
                       {"bots", list_json(manifest.bots, bot_json)},
                       {"blocks", manifest.blocks},
                       {"games", manifest.games},
                       {"limits", limits_json(manifest.limits)},
                       {"reveal_names", manifest.reveal_names},
                       {"one_author_a_table", manifest.one_author_a_table},
                       {"arena", manifest.arena},
                       {"isolation", manifest.isolation},
                       {"commitment", manifest.commitment}};
  if (manifest.rule_keys > hearts::kRuleKeysAtFirst) line["rule_keys"] = manifest.rule_keys;
  if (!manifest.duplicate_deals) line["duplicate_deals"] = false;
  if (manifest.drops_caches) line["between_epochs"] = kDropCaches;
  if (manifest.given_deals > 0) line["deals"] = {{"given", manifest.given_deals}, {"hash", manifest.given_deals_hash}};
  if (manifest.faulty_deals > 0) line["faulty_deals"] = manifest.faulty_deals;
  if (manifest.withdraw_after > 0) line["withdraw_after"] = manifest.withdraw_after;
  if (manifest.until_first > 0) line["until"] = {{"first", manifest.until_first}};
  if (manifest.chunk_blocks > 0) line["chunk_blocks"] = manifest.chunk_blocks;
  if (manifest.challengers > 0) line["challengers"] = manifest.challengers;
  if (manifest.every_set) line["every_set"] = true;
  if (manifest.duel) line["duel"] = duel_json(*manifest.duel);
  if (manifest.stage.number > 1) {
    const Stage& is = manifest.stage;
    line["stage"] = {{"number", is.number},
                     {"first_block", is.first_block},
                     {"blocks", is.blocks},
                     {"games", is.games},
                     {"before", is.before}};
    for (const auto& [key, names] : {std::pair("withdrawn", &is.withdrawn), std::pair("outclassed", &is.outclassed)})
      if (!names->empty()) line["stage"].as_object()[key] = json::value_from(*names);
  }
  return line;
}

}  // namespace

const BotEntry* Manifest::find_bot(std::string_view name) const {
  const auto found = std::ranges::find(bots, name, &BotEntry::name);
  return found == bots.end() ? nullptr : &*found;
}

const ManifestVariant* Manifest::find_variant(std::string_view id) const {
  const auto found = std::ranges::find(variants, id, &ManifestVariant::id);
  return found == variants.end() ? nullptr : &*found;
}

TableLimits Manifest::table_limits(const ManifestVariant& variant, const std::vector<std::string>& names) const {
  TableLimits table = limits_of(variant);
  if (std::ranges::all_of(bots, [](const BotEntry& bot) { return bot.limits.empty(); })) return table;
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    const BotEntry* bot = find_bot(names[seat]);
    if (bot == nullptr || bot->limits.empty()) continue;
    table.own.resize(names.size(), table.all);
    table.own[seat] = limits_of(variant, *bot);
  }
  return table;
}

bool is_label_line(std::string_view text, std::size_t bytes_max) {
  return !text.empty() && text.size() <= bytes_max && text.front() != ' ' && text.back() != ' ' &&
         !unseen_flaw(text, Unseen::misleading);
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
  if (!manifest.entropy.empty()) line["entropy"] = manifest.entropy;
  if (!manifest.label.is_empty()) line["league"] = label_json(manifest.label);
  return line;
}

void check_schema(const json::object& line, std::string_view place) {
  const json::value* version = line.if_contains("v");
  if (version != nullptr && *version == kRecordVersion) return;
  throw InputError(fmt::format("{}: the line has schema {}, but this arena reads {}", place,
                               version == nullptr ? "none" : printable(json::serialize(*version)), kRecordVersion));
}

Manifest read_manifest(const json::object& line, std::string_view place) {
  return read_at(place, "this is not the start of a run's records", [&] {
    if (member(line, "type") != "run") throw std::runtime_error("the first line is not of type \"run\"");
    if (member(line, "v") != kRecordVersion) {
      throw std::runtime_error("it has schema " + printable(json::serialize(member(line, "v"))) +
                               ", but this arena reads " + std::to_string(kRecordVersion));
    }
    Manifest manifest;
    manifest.limits = read_limits(member(line, "limits").as_object());
    manifest.variants = read_list(member(line, "variants"), [&](const json::object& variant) {
      return read_manifest_variant(variant, manifest.limits);
    });
    manifest.bots = read_list(member(line, "bots"), read_bot);
    manifest.blocks = int_of(line, "blocks");
    manifest.games = int_of(line, "games");
    if (manifest.blocks < 1 || manifest.blocks > kBlocksMax || manifest.variants.empty() || manifest.bots.empty()) {
      throw std::runtime_error("it must have a block, a variant and a bot");
    }
    manifest.reveal_names = member(line, "reveal_names").as_bool();
    manifest.one_author_a_table = member(line, "one_author_a_table").as_bool();
    manifest.duplicate_deals = !line.contains("duplicate_deals") || member(line, "duplicate_deals").as_bool();
    if (const auto between = text_in(line, "between_epochs")) {
      if (*between != kDropCaches) throw std::runtime_error("it has an unknown \"between_epochs\"");
      manifest.drops_caches = true;
    }
    if (const json::value* deals = line.if_contains("deals")) {
      manifest.given_deals = int_of(deals->as_object(), "given");
      manifest.given_deals_hash = hash_in(deals->as_object(), "hash");
      if (manifest.given_deals < 1 || manifest.given_deals > GivenDeals::kDealsMax)
        throw std::runtime_error("its number of given deals is impossible");
    }
    manifest.rule_keys = line.contains("rule_keys") ? int_of(line, "rule_keys") : hearts::kRuleKeysAtFirst;
    if (manifest.rule_keys < hearts::kRuleKeysAtFirst || manifest.rule_keys > hearts::kRuleKeys)
      throw std::runtime_error(fmt::format("its bots were sent {} keys of the rules, and this arena knows {}",
                                           manifest.rule_keys, hearts::kRuleKeys));
    manifest.faulty_deals = read_optional(line, "faulty_deals", kFaultyDealsMax);
    if (const json::value* duel = line.if_contains("duel")) {
      manifest.duel = read_duel(duel->as_object());
      if (manifest.bots.size() < 2) throw std::runtime_error("a duel must have two bots");
    }
    manifest.withdraw_after = read_optional(line, "withdraw_after", kWithdrawAfterMax);
    if (const json::value* until = line.if_contains("until"))
      manifest.until_first = read_optional(until->as_object(), "first", kUntilFirstMax);
    if (manifest.until_first >= std::ssize(manifest.bots)) throw std::runtime_error("it looks for too many first bots");
    manifest.chunk_blocks = read_optional(line, "chunk_blocks", kChunkBlocks);
    if (line.contains("challengers")) manifest.challengers = int_of(line, "challengers");
    if (manifest.challengers < 0 || manifest.challengers >= static_cast<int>(manifest.bots.size()))
      throw std::runtime_error("its number of challengers is impossible");
    manifest.every_set = line.contains("every_set") && member(line, "every_set").as_bool();
    if (const json::value* stage = line.if_contains("stage")) manifest.stage = read_stage(stage->as_object());
    check_blocks(manifest);
    manifest.arena = text_of(line, "arena");
    manifest.isolation = text_of(line, "isolation");
    manifest.commitment = hash_in(line, "commitment");
    manifest.entropy = text_in(line, "entropy").value_or("");
    if (!manifest.entropy.empty() && !is_entropy(manifest.entropy))
      throw std::runtime_error("the entropy must be " + std::string(kEntropyRule));
    if (const json::value* label = line.if_contains("league")) manifest.label = read_label(label->as_object());
    check_names(manifest);
    if (text_of(line, "run") != run_id(manifest))
      throw std::runtime_error("\"run\" does not match the rest of the line");
    return manifest;
  });
}

void keep_places(const std::filesystem::path& folder, const Manifest& manifest) {
  json::object bots;
  for (const BotEntry& bot : manifest.bots) {
    bots[bot.name] = {{"folder", bot.command.folder.string()}, {"command", json::value_from(bot.command.words)}};
  }
  write_whole(folder / kLocalFile,
              json::serialize(json::object{{"v", kPlacesVersion}, {"bots", std::move(bots)}}) + "\n");
}

void read_places(Manifest& manifest, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kLocalFile;
  if (!is_present(file)) return;
  const json::value local = read_json_file(file, kFileBytesMax);
  read_at(file.string(), "this is not a list of where the bots are", [&] {
    if (member(local.as_object(), "v") != kPlacesVersion) throw std::runtime_error("its \"v\" is not 1");
    const json::object& bots = member(local.as_object(), "bots").as_object();
    for (BotEntry& bot : manifest.bots) {
      const json::value* place = bots.if_contains(bot.name);
      if (place == nullptr) continue;
      std::vector<std::string> words = json::value_to<std::vector<std::string>>(member(place->as_object(), "command"));
      bot.command.folder = text_of(place->as_object(), "folder");
      if (words != bot.command.words) bot.shown_words = std::exchange(bot.command.words, std::move(words));
    }
  });
}

}  // namespace arena
