#include "arena/league/plan/league.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <functional>
#include <map>
#include <optional>

#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/package/bot_name.h"
#include "arena/bots/protocol/limit_keys.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;

constexpr int kSchema = 1;

/// A value and where it stands, "FILE: variants[2].weight".
struct Value {
  const json::value& value;
  std::string place;

  [[noreturn]] void refuse(const std::string& what) const { throw InputError(place + " " + what); }

  std::string shown() const { return printable(json::serialize(value), 60); }

  int whole(int min, int max) const {
    if (!value.is_int64() || value.get_int64() < min || value.get_int64() > max)
      refuse(fmt::format("must be a whole number from {} to {}, not {}", min, max, shown()));
    return static_cast<int>(value.get_int64());
  }

  double number() const {
    if (!value.is_number()) refuse("must be a number, not " + shown());
    return value.to_number<double>();
  }

  std::string one_of(const std::vector<std::string>& words) const {
    const std::string word = text();
    if (std::ranges::find(words, word) == words.end())
      refuse(fmt::format("must be one of {}, not {}", fmt::join(words, ", "), shown()));
    return word;
  }

  bool flag() const {
    if (!value.is_bool()) refuse("must be true or false, not " + shown());
    return value.get_bool();
  }

  std::string text() const {
    if (!value.is_string()) refuse("must be a text in quotes, not " + shown());
    std::string text(value.get_string());
    if (text.empty() || text.find('\0') != std::string::npos) refuse("must not be empty, nor have a NUL in it");
    return text;
  }

  /// What `read` makes of each item, of which there are `min` at least.
  template <class Read>
  auto each(int min, int max, const char* item, Read read) const {
    if (!value.is_array()) refuse(std::string("must be a list of ") + item + ", not " + shown());
    const json::array& list = value.get_array();
    if (list.size() < static_cast<std::size_t>(min) || list.size() > static_cast<std::size_t>(max))
      refuse(fmt::format("must have {} to {} {}, it has {}", min, max, item, list.size()));
    std::vector<decltype(read(*this))> items;
    for (std::size_t i = 0; i < list.size(); ++i) {
      items.push_back(read(Value{list[i], place + "[" + std::to_string(i) + "]"}));
    }
    return items;
  }

  using Fields = std::map<std::string_view, std::function<void(const Value&)>>;

  /// Calls for each key of an object what is given for it.
  void fields(const Fields& known) const {
    if (!value.is_object()) refuse("must be an object in braces, not " + shown());
    for (const auto& [key, field] : value.get_object()) {
      const std::string name(key.data(), key.size());
      const auto found = known.find(name);
      if (found == known.end()) {
        std::vector<std::string_view> names;
        for (const auto& one : known) names.push_back(one.first);
        refuse(fmt::format("{}unknown key \"{}\"{}; known: {}", place.ends_with(':') ? "" : "has an ",
                           printable(name, 40), hearts::nearest_note(name, names, "\""), fmt::join(names, ", ")));
      }
    }
    for (const auto& [key, field] : value.get_object()) {
      const std::string name(key.data(), key.size());
      known.at(name)({field, place + (place.ends_with(':') ? " " : ".") + name});
    }
  }
};

League::Entrant read_entrant(const Value& value) {
  if (value.value.is_string()) return {value.text(), {}, {}};
  League::Entrant entrant;
  value.fields({{"bot", [&](const Value& field) { entrant.bot = field.text(); }},
                {"name",
                 [&](const Value& field) {
                   entrant.name = field.text();
                   if (!is_bot_name(entrant.name)) field.refuse("must be " + std::string(kBotNameRule));
                 }},
                {"author", [&](const Value& field) { entrant.author = field.text(); }}});
  if (entrant.bot.empty()) value.refuse("lacks \"bot\"");
  return entrant;
}

using LimitValues = std::vector<std::pair<const LimitKey*, std::int64_t>>;

/// In the order of the file.
LimitValues read_limit_values(const Value& value) {
  LimitValues given;
  Value::Fields known;
  for (const LimitKey& key : limit_keys()) {
    known[key.name] = [&](const Value& field) {
      given.emplace_back(&key, key.flag() ? field.flag() : field.whole(key.least, key.most));
    };
  }
  value.fields(known);
  return given;
}

/// A bot's process goes from a game of one variant to a game of another.
LimitValues read_own_limits(const Value& value) {
  const LimitValues given = read_limit_values(value);
  for (const auto& [key, number] : given) {
    if (!key->of_process) continue;
    value.refuse(
        fmt::format("cannot have {}: a bot's process, which plays all variants, has one {}; say it in the "
                    "league's \"limits\"",
                    key->name, key->name));
  }
  return given;
}

League::Variant read_variant(const Value& value) {
  if (value.value.is_string()) return {value.text()};
  League::Variant variant;
  value.fields({{"variant", [&](const Value& field) { variant.spec = field.text(); }},
                {"weight", [&](const Value& field) { variant.weight = field.whole(1, kWeightMax); }},
                {"hands", [&](const Value& field) { variant.hands = field.whole(1, kHandsMax); }},
                {"limits", [&](const Value& field) { variant.limits = read_own_limits(field); }}});
  if (variant.spec.empty()) value.refuse("lacks \"variant\"");
  return variant;
}

Limits read_limits(const Value& value) {
  Limits limits;
  for (const auto& [key, number] : read_limit_values(value)) key->set(limits, number);
  return limits;
}

std::string read_label_line(const Value& value, std::size_t bytes_max) {
  std::string line = value.text();
  if (!is_label_line(line, bytes_max))
    value.refuse(fmt::format("must be {}, of at most {} bytes", kLabelLineRule, bytes_max));
  return line;
}

std::string read_note(const Value& value) { return read_label_line(value, kLeagueNoteBytesMax); }

std::vector<std::string> read_notes(const Value& value) {
  if (value.value.is_string()) return {read_note(value)};
  return value.each(1, kLeagueNotesMax, "notes", read_note);
}

std::map<std::string, int> read_anchors(const Value& value) {
  if (!value.value.is_object()) value.refuse("must be an object in braces, not " + value.shown());
  std::map<std::string, int> anchors;
  for (const auto& [key, elo] : value.value.get_object()) {
    const std::string bot(key.data(), key.size());
    anchors[bot] = Value{elo, value.place + "." + printable(bot, 60)}.whole(0, kAnchorEloMax);
  }
  if (anchors.empty()) value.refuse("has no bot in it");
  return anchors;
}

/// A bot with less than the least that each bot gets could not ask for what it has.
void read_resource_bounds(const Value& value, ResourcePolicy& policy) {
  for (const auto& [key, most] : read_resources(value.value, value.place)) {
    const int each = policy.each.*key->value;
    if (key->is_more(each, most)) {
      throw InputError(value.place + "." + std::string(key->name) + " is " + std::to_string(most) +
                       ", but each bot gets " + std::to_string(each) + " (resources." + std::string(key->name) + ")");
    }
    policy.most.*key->value = most;
  }
}

SequentialTest read_test(const Value& value) {
  SequentialTest test;
  std::optional<double> elo[2];
  std::optional<double> margin[2];
  value.fields({{"elo0", [&](const Value& field) { elo[0] = field.number(); }},
                {"elo1", [&](const Value& field) { elo[1] = field.number(); }},
                {"margin0", [&](const Value& field) { margin[0] = field.number(); }},
                {"margin1", [&](const Value& field) { margin[1] = field.number(); }},
                {"alpha", [&](const Value& field) { test.alpha = field.number(); }},
                {"beta", [&](const Value& field) { test.beta = field.number(); }}});
  const bool by_margin = margin[0] || margin[1];
  if (by_margin && (elo[0] || elo[1])) value.refuse("must be of Elo or of points a hand, not of both");
  if (by_margin) test = {SequentialTest::Measure::margin, 0, kDuelMargin, test.alpha, test.beta};
  test.low = (by_margin ? margin : elo)[0].value_or(test.low);
  test.high = (by_margin ? margin : elo)[1].value_or(test.high);
  if (const std::string_view problem = test_problem(test); !problem.empty())
    value.refuse("is no test: " + std::string(problem));
  return test;
}

/// What is played, and what only some formats have.
struct FormatKeys {
  std::string format = "round_robin";
  const json::value* full = nullptr;
  const json::value* challengers = nullptr;
  const json::value* test = nullptr;
};

void take_format(const Value& top, const FormatKeys& keys, League& league) {
  const auto only = [&](const json::value* value, std::string_view key, std::string_view format) {
    if (value != nullptr && keys.format != format)
      top.refuse(fmt::format("\"{}\" goes with \"format\": \"{}\" only", key, format));
    return value != nullptr;
  };
  const auto at = [&](const json::value* value, const char* key) { return Value{*value, league.file + ": " + key}; };
  if (only(keys.full, "full", "round_robin")) league.full = at(keys.full, "full").flag();
  if (only(keys.challengers, "challengers", "gauntlet")) {
    league.challengers = at(keys.challengers, "challengers").each(1, kEntrantsMax, "names", [](const Value& item) {
      return item.text();
    });
  }
  if (only(keys.test, "test", "duel")) league.duel = read_test(at(keys.test, "test"));
  if (keys.format == "duel" && !league.duel) league.duel.emplace();
  if (keys.format == "gauntlet" && league.challengers.empty())
    top.refuse("\"challengers\" is missing: who meets the others in the gauntlet");
}

/// Comes before all else: another schema may have other keys.
void check_schema(const Value& top) {
  if (!top.value.is_object()) return;
  const json::value* schema = top.value.get_object().if_contains("league");
  if (schema == nullptr) return;
  const Value field{*schema, top.place + " league"};
  const int is = field.whole(1, 1'000'000);
  if (is != kSchema) field.refuse("is " + std::to_string(is) + ", this arena reads schema 1");
}

}  // namespace

League read_league(const std::filesystem::path& path, int entrants_min) {
  const json::value value = read_json_file(path);
  League league;
  league.file = path.string();
  league.folder = path.parent_path();
  const Value top{value, league.file + ":"};
  const json::value* bounds = nullptr;
  FormatKeys keys;
  check_schema(top);
  top.fields(
      {{"league", [](const Value&) {}},
       {"name", [&](const Value& field) { league.label.name = read_label_line(field, kLeagueNameBytesMax); }},
       {"notes", [&](const Value& field) { league.label.notes = read_notes(field); }},
       {"seed", [&](const Value& field) { league.seed = field.text(); }},
       {"anchors", [&](const Value& field) { league.label.anchors = read_anchors(field); }},
       {"entrants",
        [&](const Value& field) {
          league.entrants = field.each(entrants_min, kEntrantsMax, "entrants", read_entrant);
        }},
       {"variants",
        [&](const Value& field) { league.variants = field.each(1, kVariantsMax, "variants", read_variant); }},
       {"format", [&](const Value& field) { keys.format = field.one_of({"round_robin", "gauntlet", "duel"}); }},
       {"full", [&](const Value& field) { keys.full = &field.value; }},
       {"challengers", [&](const Value& field) { keys.challengers = &field.value; }},
       {"test", [&](const Value& field) { keys.test = &field.value; }},
       {"blocks", [&](const Value& field) { league.blocks = field.whole(1, kBlocksMax); }},
       {"games", [&](const Value& field) { league.games = field.whole(1, kBlocksMax); }},
       {"limits", [&](const Value& field) { league.limits = read_limits(field); }},
       {"resources",
        [&](const Value& field) {
          for (const auto& [key, given] : read_resources(field.value, field.place)) {
            league.resources.each.*key->value = given;
          }
          check_resources(league.resources.each, field.place);
        }},
       {"resources_max", [&](const Value& field) { bounds = &field.value; }},
       {"concurrency", [&](const Value& field) { league.concurrency = field.whole(1, kConcurrencyMax); }},
       {"reveal_names", [&](const Value& field) { league.reveal_names = field.flag(); }},
       {"duplicate_deals", [&](const Value& field) { league.duplicate_deals = field.flag(); }},
       {"deals", [&](const Value& field) { league.deals = field.text(); }},
       {"faulty_deals", [&](const Value& field) { league.faulty_deals = field.whole(1, kFaultyDealsMax); }},
       {"rate_any_deals", [&](const Value& field) { league.rate_any_deals = field.flag(); }},
       {"withdraw_after", [&](const Value& field) { league.withdraw_after = field.whole(1, kWithdrawAfterMax); }},
       {"table_laws", [&](const Value& field) { league.table_laws = field.flag(); }},
       {"one_author_a_table", [&](const Value& field) { league.one_author_a_table = field.flag(); }}});
  if (!value.get_object().contains("league")) top.refuse("\"league\" is missing; this arena reads \"league\": 1");
  // After all else: they are held against what each bot gets, which may stand behind them.
  if (bounds != nullptr) read_resource_bounds({*bounds, league.file + ": resources_max"}, league.resources);
  if (!value.get_object().contains("entrants")) top.refuse("\"entrants\" is missing");
  if (league.variants.empty()) top.refuse("\"variants\" is missing");
  take_format(top, keys, league);
  const bool may_be_open = league.full || league.duel;
  if ((league.blocks == 0) == (league.games == 0) && !(may_be_open && league.blocks == 0)) {
    top.refuse(league.blocks == 0 ? "it does not say how much to play: \"blocks\" or \"games\" is missing"
                                  : "\"blocks\" and \"games\" cannot both be given");
  }
  return league;
}

}  // namespace arena
