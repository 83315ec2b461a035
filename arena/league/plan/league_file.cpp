#include "arena/league/plan/league_file.h"

#include <fmt/format.h>

#include <boost/json/value.hpp>
#include <map>
#include <optional>

#include "arena/base/text/input_file.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/json_value.h"
#include "arena/bots/package/bot_name.h"
#include "arena/bots/package/bot_settings.h"

namespace arena {
namespace {

constexpr int kSchema = 1;

League::Entrant read_entrant(const JsonValue& value) {
  if (value.json().is_string()) return {value.text(), {}, {}};
  JsonKeys keys(value);
  League::Entrant entrant;
  if (const auto bot = keys.find("bot")) entrant.bot = bot->text();
  if (const auto name = keys.find("name")) {
    entrant.name = name->text();
    if (!is_bot_name(entrant.name)) name->refuse(fmt::format("must be {}", kBotNameRule));
  }
  if (const auto author = keys.find("author")) entrant.author = author->text();
  entrant.settings = read_bot_settings(keys);
  keys.refuse_others();
  if (entrant.bot.empty()) value.refuse("lacks \"bot\"");
  return entrant;
}

using LimitValues = std::vector<std::pair<const LimitKey*, std::int64_t>>;

LimitValues read_limit_values(const JsonValue& value) {
  LimitValues given;
  JsonKeys keys(value);
  for (const LimitKey& key : limit_keys()) {
    if (const auto field = keys.find(key.name))
      given.emplace_back(&key, key.flag() ? field->flag() : field->whole(key.least, key.most));
  }
  keys.refuse_others();
  return given;
}

/// Reads the limits of a variant. It cannot have limits of a bot's process, because the same process plays all
/// variants.
LimitValues read_own_limits(const JsonValue& value) {
  const LimitValues given = read_limit_values(value);
  for (const auto& [key, number] : given) {
    if (!key->of_process) continue;
    value.refuse(
        fmt::format("cannot have {}: the same process of a bot plays all variants, so set it in the "
                    "league's \"limits\"",
                    key->name));
  }
  return given;
}

League::Variant read_variant(const JsonValue& value) {
  if (value.json().is_string()) return {value.text()};
  JsonKeys keys(value);
  League::Variant variant;
  if (const auto spec = keys.find("variant")) variant.spec = spec->text();
  if (const auto weight = keys.find("weight")) variant.weight = weight->whole(1, kWeightMax);
  if (const auto hands = keys.find("hands")) variant.hands = hands->whole(1, kHandsMax);
  if (const auto limits = keys.find("limits")) variant.limits = read_own_limits(*limits);
  keys.refuse_others();
  if (variant.spec.empty()) value.refuse("lacks \"variant\"");
  return variant;
}

std::string read_label_line(const JsonValue& value, std::size_t bytes_max) {
  std::string line = value.text();
  if (!is_label_line(line, bytes_max))
    value.refuse(fmt::format("must be {}, of at most {} bytes", kLabelLineRule, bytes_max));
  return line;
}

std::vector<std::string> read_notes(const JsonValue& value) {
  const auto read_note = [](const JsonValue& note) { return read_label_line(note, kLeagueNoteBytesMax); };
  if (value.json().is_string()) return {read_note(value)};
  return value.each(1, kLeagueNotesMax, "notes", read_note);
}

std::map<std::string, int> read_anchors(const JsonValue& value) {
  std::map<std::string, int> anchors;
  for (const auto& [bot, elo] : value.members()) anchors[bot] = elo.whole(0, kAnchorEloMax);
  if (anchors.empty()) value.refuse("is empty; name at least one bot");
  return anchors;
}

/// Reads the most that a bot may ask for. That must not be less than what each bot gets anyway.
void read_resource_bounds(const JsonValue& value, ResourcePolicy& policy) {
  for (const auto& [key, most] : read_resources(value)) {
    const int each = policy.each.*key->value;
    if (key->is_more(each, most)) {
      throw InputError(fmt::format("{}.{} is {}, but each bot gets {} (resources.{})", value.place(), key->name, most,
                                   each, key->name));
    }
    policy.most.*key->value = most;
  }
}

SequentialTest read_test(const JsonValue& value) {
  SequentialTest test;
  JsonKeys keys(value);
  const auto number = [&](std::string_view key) {
    const auto field = keys.find(key);
    return field ? std::optional(field->number()) : std::nullopt;
  };
  const auto elo0 = number("elo0");
  const auto elo1 = number("elo1");
  const auto margin0 = number("margin0");
  const auto margin1 = number("margin1");
  test.alpha = number("alpha").value_or(test.alpha);
  test.beta = number("beta").value_or(test.beta);
  keys.refuse_others();
  const bool by_margin = margin0 || margin1;
  if (by_margin && (elo0 || elo1))
    value.refuse("must be in Elo (elo0, elo1) or in points a hand (margin0, margin1), not in both");
  if (by_margin) test = {SequentialTest::Measure::margin, 0, kDuelMargin, test.alpha, test.beta};
  test.low = (by_margin ? margin0 : elo0).value_or(test.low);
  test.high = (by_margin ? margin1 : elo1).value_or(test.high);
  if (const auto problem = test_problem(test)) value.refuse(fmt::format("is not a valid test: {}", *problem));
  return test;
}

/// Reads the format, and what only some formats have. Returns the format.
std::string read_format(const JsonValue& top, JsonKeys& keys, League& league) {
  constexpr std::string_view kFormats[] = {"round_robin", "gauntlet", "duel"};
  const auto named = keys.find("format");
  std::string format = named ? named->one_of(kFormats) : "round_robin";
  const auto find = [&](std::string_view key, std::string_view of_format) {
    auto field = keys.find(key);
    if (field && format != of_format)
      top.refuse(fmt::format("\"{}\" is allowed only with \"format\": \"{}\"", key, of_format));
    return field;
  };
  if (const auto full = find("full", "round_robin")) league.full = full->flag();
  if (const auto bots = find("challengers", "gauntlet"))
    league.challengers = bots->each(1, kEntrantsMax, "names", [](const JsonValue& name) { return name.text(); });
  if (const auto test = find("test", "duel")) league.duel = read_test(*test);
  if (format == "duel" && !league.duel) league.duel.emplace();
  return format;
}

}  // namespace

League read_league(const std::filesystem::path& path, int entrants_min) {
  const boost::json::value json = read_json_file(path);
  League league;
  league.file = path.string();
  league.folder = path.parent_path();
  const JsonValue top(json, league.file + ":");
  JsonKeys keys(top);
  // Checked first, because another schema may have other keys.
  const auto schema = keys.find("league");
  if (const int is = schema ? schema->whole(1, 1'000'000) : kSchema; is != kSchema)
    schema->refuse(fmt::format("is {}, but this arena reads schema {}", is, kSchema));
  const auto entrants = keys.find("entrants");
  if (entrants) league.entrants = entrants->each(entrants_min, kEntrantsMax, "entrants", read_entrant);
  if (const auto list = keys.find("variants")) league.variants = list->each(1, kVariantsMax, "variants", read_variant);
  if (const auto name = keys.find("name")) league.label.name = read_label_line(*name, kLeagueNameBytesMax);
  if (const auto notes = keys.find("notes")) league.label.notes = read_notes(*notes);
  if (const auto anchors = keys.find("anchors")) league.label.anchors = read_anchors(*anchors);
  if (const auto limits = keys.find("limits")) {
    for (const auto& [key, number] : read_limit_values(*limits)) key->set(league.limits, number);
  }
  if (const auto each = keys.find("resources")) {
    for (const auto& [key, given] : read_resources(*each)) league.resources.each.*key->value = given;
    check_resources(league.resources.each, each->place());
  }
  if (const auto most = keys.find("resources_max")) read_resource_bounds(*most, league.resources);
  const auto read_whole = [&](std::string_view key, int most, int& number) {
    if (const auto field = keys.find(key)) number = field->whole(1, most);
  };
  const auto read_flag = [&](std::string_view key, bool& flag) {
    if (const auto field = keys.find(key)) flag = field->flag();
  };
  const auto read_text = [&](std::string_view key, std::string& text) {
    if (const auto field = keys.find(key)) text = field->text();
  };
  read_whole("blocks", kBlocksMax, league.blocks);
  read_whole("games", kBlocksMax, league.games);
  read_whole("concurrency", kConcurrencyMax, league.concurrency);
  read_whole("faulty_deals", kFaultyDealsMax, league.faulty_deals);
  read_whole("withdraw_after", kWithdrawAfterMax, league.withdraw_after);
  read_flag("reveal_names", league.reveal_names);
  if (const auto same = keys.find("duplicate_deals")) league.duplicate_deals = same->flag();
  read_flag("rate_any_deals", league.rate_any_deals);
  read_flag("table_laws", league.table_laws);
  read_flag("deterministic", league.deterministic);
  read_flag("one_author_a_table", league.one_author_a_table);
  read_text("seed", league.seed);
  read_text("deals", league.deals);
  if (const auto between = keys.find("between_epochs")) {
    if (between->text() != kDropCaches) between->refuse(fmt::format("must be \"{}\"", kDropCaches));
    league.drop_caches = true;
  }
  league.takes_submissions = is_present(league.folder / kLedgerFile);
  const std::string format = read_format(top, keys, league);
  keys.refuse_others();
  if (!schema) top.refuse("\"league\" is missing; this arena reads \"league\": 1");
  if (!entrants) top.refuse("\"entrants\" is missing");
  if (league.variants.empty()) top.refuse("\"variants\" is missing");
  if (format == "gauntlet" && league.challengers.empty())
    top.refuse("\"challengers\" is missing: the bots that meet all others in the gauntlet");
  const bool may_be_open = league.full || league.duel;
  if ((league.blocks == 0) == (league.games == 0) && !(may_be_open && league.blocks == 0)) {
    top.refuse(league.blocks == 0 ? "the length is missing: give \"blocks\" or \"games\""
                                  : "\"blocks\" and \"games\" are both given: remove one of them");
  }
  return league;
}

}  // namespace arena
