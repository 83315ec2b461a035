#include "arena/league/plan/league_file.h"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <map>
#include <optional>

#include "arena/base/text/input_file.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/json_value.h"
#include "arena/base/text/problems.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_manifest.h"
#include "arena/bots/package/bot_name.h"
#include "arena/bots/package/bot_settings.h"
#include "arena/game/variants/variant_file.h"
#include "engine/typed_text.h"

namespace arena {

namespace fs = std::filesystem;

namespace {

constexpr int kSchema = 1;

League::Entrant read_entrant(const JsonValue& value) {
  if (value.json().is_string()) return {value.text(), {}, {}};
  JsonKeys keys(value);
  League::Entrant entrant;
  const bool has_bot = keys.read("bot", [&](const JsonValue& bot) { entrant.bot = bot.text(); });
  keys.read("name", [&](const JsonValue& name) {
    entrant.name = name.text();
    if (!is_bot_name(entrant.name)) name.refuse_type(kBotNameRule);
  });
  keys.read("author", [&](const JsonValue& author) { entrant.author = author.text(); });
  entrant.settings = read_bot_settings(keys);
  keys.report_others();
  if (!has_bot) value.refuse("lacks \"bot\"");
  return entrant;
}

League::Variant read_variant(const JsonValue& value) {
  if (value.json().is_string()) return {value.text()};
  JsonKeys keys(value);
  League::Variant variant;
  const bool has_spec = keys.read("variant", [&](const JsonValue& spec) { variant.spec = spec.text(); });
  keys.read("weight", [&](const JsonValue& weight) { variant.weight = weight.whole(1, kWeightMax); });
  keys.read("hands", [&](const JsonValue& hands) { variant.hands = hands.whole(1, hearts::kMatchHandsMax); });
  keys.read("limits", [&](const JsonValue& limits) {
    variant.limits = read_limits(limits, &LimitKey::may_be_of_variant, "the same process of a bot plays all variants");
  });
  keys.report_others();
  if (!has_spec) value.refuse("lacks \"variant\"");
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
    std::optional<double> found;
    keys.read(key, [&](const JsonValue& field) { found = field.number(); });
    return found;
  };
  const auto elo0 = number("elo0");
  const auto elo1 = number("elo1");
  const auto margin0 = number("margin0");
  const auto margin1 = number("margin1");
  test.alpha = number("alpha").value_or(test.alpha);
  test.beta = number("beta").value_or(test.beta);
  test.forfeits_max = number("forfeits_max").value_or(test.forfeits_max);
  keys.report_others();
  const bool by_margin = margin0 || margin1;
  if (by_margin && (elo0 || elo1))
    value.refuse("must be in Elo (elo0, elo1) or in points a hand (margin0, margin1), not in both");
  if (by_margin) test = {SequentialTest::Measure::margin, 0, kDuelMargin, test.alpha, test.beta, test.forfeits_max};
  test.low = (by_margin ? margin0 : elo0).value_or(test.low);
  test.high = (by_margin ? margin1 : elo1).value_or(test.high);
  if (const auto problem = test_problem(test)) value.refuse(fmt::format("is not a valid test: {}", *problem));
  return test;
}

/// Reads the format, and what only some formats have. Returns the format, or nothing if it is not known.
std::optional<std::string> read_format(const JsonValue& top, JsonKeys& keys, League& league) {
  constexpr std::string_view kFormats[] = {"round_robin", "gauntlet", "duel"};
  std::optional<std::string> format;
  const bool is_named = keys.read("format", [&](const JsonValue& named) { format = named.one_of(kFormats); });
  if (!is_named) format = "round_robin";
  const auto read = [&](std::string_view key, std::string_view of_format, const auto& read_value) {
    const bool is_given = keys.read(key, read_value);
    if (is_given && format && *format != of_format)
      top.report(fmt::format("\"{}\" is allowed only with \"format\": \"{}\"", key, of_format));
    return is_given;
  };
  read("full", "round_robin", [&](const JsonValue& full) { league.full = full.flag(); });
  const bool has_challengers = read("challengers", "gauntlet", [&](const JsonValue& bots) {
    league.challengers = bots.each(1, kEntrantsMax, "names", [](const JsonValue& name) { return name.text(); });
  });
  read("test", "duel", [&](const JsonValue& test) { league.duel = read_test(test); });
  if (format == "gauntlet" && !has_challengers)
    top.report("\"challengers\" is missing: the bots that meet all others in the gauntlet");
  if (format == "duel" && !league.duel) league.duel.emplace();
  return format;
}

/// Says where keys belong that people put at the top of a league file.
void advise_on_keys(JsonKeys& keys) {
  for (const char* key : {"bots", "players", "participants"})
    keys.advise(key, "the bots of a league are its \"entrants\"");
  for (const char* key : {"rounds", "matches"})
    keys.advise(key, "the length of a league is its \"blocks\" or \"games\"");
  for (const char* key : {"rules", "variant", "game"}) keys.advise(key, "what is played are its \"variants\"");
  const auto in_variant = [&](std::string_view key, std::string_view example) {
    keys.advise(
        key, fmt::format("it is set for each variant: \"variants\": [{{\"variant\": \"black-lady@4\", {}}}]", example));
  };
  in_variant("hands", "\"hands\": 4");
  in_variant("weight", "\"weight\": 2");
  for (const LimitKey& key : limit_keys())
    keys.advise(key.name, fmt::format("it belongs in \"limits\": {{\"{}\": ...}}", key.name));
  for (const ResourceKey& key : resource_keys())
    keys.advise(key.name, fmt::format("it belongs in \"resources\": {{\"{}\": ...}}", key.name));
}

}  // namespace

std::optional<fs::path> league_file_at(const fs::path& given) {
  if (given.extension() == ".json") return given;
  const fs::path file = given / kLeagueFile;
  if (is_present(file) && !is_present(given / kBotManifest)) return file;
  return std::nullopt;
}

League read_league(const fs::path& path, int entrants_min) {
  const boost::json::value json = read_json_file(path);
  League league;
  league.file = path.string();
  league.folder = path.parent_path();
  Problems problems(league.file);
  const JsonValue top(json, league.file + ":", problems);
  JsonKeys keys(top);
  // Checked first, because another schema may have other keys.
  const auto schema = keys.find("league");
  if (const int is = schema ? schema->whole(1, 1'000'000) : kSchema; is != kSchema)
    schema->refuse(fmt::format("is {}, but this arena reads schema {}", is, kSchema));
  const bool has_entrants = keys.read("entrants", [&](const JsonValue& list) {
    const std::size_t count = list.json().is_array() ? list.json().get_array().size() : kEntrantsMax;
    const bool is_short = count < static_cast<std::size_t>(entrants_min);
    if (is_short) {
      list.report(fmt::format(
          "must have {} to {} entrants, but it has {}; to enter a bot: arena submit BOT --league {}", entrants_min,
          kEntrantsMax, count, shell_quoted(league.folder.empty() ? "." : league.folder.string())));
    }
    league.entrants = list.each(is_short ? 0 : entrants_min, kEntrantsMax, "entrants", read_entrant);
  });
  const bool has_variants = keys.read("variants", [&](const JsonValue& list) {
    league.variants = list.each(1, kVariantsMax, "variants", read_variant);
  });
  keys.read("name", [&](const JsonValue& name) { league.label.name = read_label_line(name, kLeagueNameBytesMax); });
  keys.read("notes", [&](const JsonValue& notes) { league.label.notes = read_notes(notes); });
  keys.read("anchors", [&](const JsonValue& anchors) { league.label.anchors = read_anchors(anchors); });
  keys.read("limits",
            [&](const JsonValue& limits) { league.limits = with_values(league.limits, read_limits(limits)); });
  keys.read("resources", [&](const JsonValue& each) {
    for (const auto& [key, given] : read_resources(each)) league.resources.each.*key->value = given;
    check_resources(league.resources.each, each.place());
  });
  keys.read("resources_max", [&](const JsonValue& most) { read_resource_bounds(most, league.resources); });
  const auto read_whole = [&](std::string_view key, int most, int& number) {
    return keys.read(key, [&](const JsonValue& field) { number = field.whole(1, most); });
  };
  const auto read_flag = [&](std::string_view key, bool& flag) {
    keys.read(key, [&](const JsonValue& field) { flag = field.flag(); });
  };
  const auto read_text = [&](std::string_view key, std::string& text) {
    keys.read(key, [&](const JsonValue& field) { text = field.text(); });
  };
  const bool has_blocks = read_whole("blocks", kBlocksMax, league.blocks);
  const bool has_games = read_whole("games", kBlocksMax, league.games);
  read_whole("concurrency", kConcurrencyMax, league.concurrency);
  read_whole("faulty_deals", kFaultyDealsMax, league.faulty_deals);
  read_whole("withdraw_after", kWithdrawAfterMax, league.withdraw_after);
  keys.read("until", [&](const JsonValue& until) {
    JsonKeys of_until(until);
    const bool has_first =
        of_until.read("first", [&](const JsonValue& first) { league.until_first = first.whole(1, kUntilFirstMax); });
    of_until.report_others();
    if (!has_first) until.report("must have \"first\", the number of first bots that the league looks for");
  });
  read_flag("reveal_names", league.reveal_names);
  keys.read("duplicate_deals", [&](const JsonValue& same) { league.duplicate_deals = same.flag(); });
  read_flag("rate_any_deals", league.rate_any_deals);
  read_flag("table_laws", league.table_laws);
  read_flag("deterministic", league.deterministic);
  read_flag("one_author_a_table", league.one_author_a_table);
  read_text("seed", league.seed);
  read_text("deals", league.deals);
  keys.read("between_epochs", [&](const JsonValue& between) {
    if (between.text() != kDropCaches) between.refuse(fmt::format("must be \"{}\"", kDropCaches));
    league.drop_caches = true;
  });
  if (const fs::path folder = league.folder / kVariantsFolder; fs::is_directory(folder))
    problems.collect([&] { league.book = read_variants({folder.string()}); });
  league.takes_submissions = is_present(league.folder / kLedgerFile);
  league.label.statuses = current_statuses(read_status_changes(league.folder / kSubmissionsFolder / kStatusFile));
  const std::optional<std::string> format = read_format(top, keys, league);
  advise_on_keys(keys);
  keys.report_others();
  if (!schema) top.report("\"league\" is missing; this arena reads \"league\": 1");
  if (!has_entrants) top.report("\"entrants\" is missing");
  if (!has_variants) top.report("\"variants\" is missing");
  const bool may_be_open = league.full || league.duel || !format;
  if (has_blocks && has_games) top.report("\"blocks\" and \"games\" are both given: remove one of them");
  if (!has_blocks && !has_games && !may_be_open) top.report("the length is missing: give \"blocks\" or \"games\"");
  problems.refuse_all();
  return league;
}

}  // namespace arena
