#include "engine/variants/registry.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "engine/rule_keys.h"
#include "engine/rules_check.h"
#include "engine/typed_text.h"

namespace hearts {
namespace {

constexpr auto kVariants = std::to_array<const Variant*>(
    {&kRoyalClassic, &kRoyal, &kTournamentLaws, &kBlackLady, &kOmnibus, &kDeluxe, &kGreenQueen, &kGreenQueenJokers});

/// The sources of keys that a variant's document leaves open.
constexpr auto kHouseSources = std::to_array<RuleSource>({
    {"deal.pattern", "Z3"},
    {"dealer.first", "Z1"},
    {"pass.blind", "Z25"},
    {"break.scope", "Z32"},
    {"moon.choice_time", "Z22"},
    {"score.start", "Z21"},
    {"score.floor", "Z15"},
    {"moon.cards points.trick points.first_trick points.last_trick effects bonus.no_tricks pass.scatter score.exact",
     "Z35"},
    {"match.hands match.hands_max", "Z34"},
    {"laws.illegal_action laws.misdeal laws.incorrect_hand laws.out_of_turn laws.revoke", "Z23"},
});

int parse_seats(const Variant& variant, std::string_view text) {
  return hearts::parse_seats(variant.id, variant.seats_min, variant.seats_max, text);
}

const VariantOption* find_option(const Variant& variant, std::string_view name) {
  const auto found = std::ranges::find(variant.options, name, &VariantOption::name);
  return found == variant.options.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_option(const Variant& variant, std::string_view name) {
  if (find_rule_key(name) != nullptr)
    throw RulesError(std::string(name) + " is a key and needs a value: write +" + std::string(name) + "=VALUE");
  const std::string known = joined(variant.options, ", ", [](const VariantOption& option) {
    return std::string(option.name) + (option.takes_value() ? "=VALUE" : "");
  });
  throw RulesError(std::string(variant.id) + " has no option '" + short_text(name) + "'; it has " +
                   (known.empty() ? "none" : known) + ", and any +key=value");
}

/// The parts of an id after the '+' signs: options, with the value if they take one, and keys.
struct Changes {
  std::map<std::string, std::string, std::less<>> options;
  std::map<std::string, std::string, std::less<>> keys;
};

Changes parse_changes(const Variant& variant, std::string_view spec) {
  Changes changes;
  std::vector<std::string_view> option_names;
  for (const VariantOption& option : variant.options) option_names.push_back(option.name);
  std::vector<std::string_view> parts = split(spec, "+");
  parts.erase(parts.begin());
  for (std::string_view part : parts) {
    const std::size_t equals = part.find('=');
    const bool has_value = equals != std::string_view::npos;
    const std::string name(part.substr(0, equals));
    const std::string value(has_value ? part.substr(equals + 1) : std::string_view());
    const VariantOption* option = find_option(variant, name);
    if (option == nullptr && !has_value) refuse_option(variant, name);
    if (option == nullptr) (void)known_rule_key(name, option_names);
    if (option != nullptr && option->takes_value() && !has_value) {
      throw RulesError(name + " takes a value, " + std::string(option->domain) + ": write +" + name + "=VALUE");
    }
    if (option != nullptr && !option->takes_value() && has_value) {
      throw RulesError(name + " takes no value: write +" + name);
    }
    if (!(option != nullptr ? changes.options : changes.keys).emplace(name, value).second) {
      throw RulesError("'" + name + "' appears twice in " + short_text(spec));
    }
  }
  return changes;
}

void check_conflicts(const Variant& variant, const Changes& changes) {
  for (const VariantOption& option : variant.options) {
    if (changes.options.contains(option.name) && changes.options.contains(option.excludes)) {
      throw RulesError(std::string(option.name) + " and " + std::string(option.excludes) +
                       " cannot be combined: " + std::string(option.why_not_both));
    }
  }
}

/// Cites `source` for every key that has changed and is still cited as before.
void cite_changes(const Rules& before, Rules& rules, std::string_view source) {
  for (const RuleKey& key : rule_keys()) {
    if (key.get(rules) != key.get(before) && rules.source(key.name) == before.source(key.name)) {
      rules.cite(key.name, source);
    }
  }
}

/// Applies the option and returns its part of the canonical id.
std::string apply_option(const VariantOption& option, const std::string& value, Rules& rules) {
  const Rules before = rules;
  std::string text = "+" + std::string(option.name);
  if (option.takes_value()) {
    const std::string canonical = option.apply_value(rules, value);
    text = canonical.empty() ? std::string() : text + "=" + canonical;
  } else {
    option.apply(rules);
  }
  cite_changes(before, rules, option.rules);
  return text;
}

/// Sets one key. The only source of this key, and of the keys that change with it, is then kSetByHand.
std::string apply_key(std::string_view name, const std::string& value, Rules& rules) {
  const Rules before = rules;
  set_rule(rules, name, value);
  const RuleKey& key = *find_rule_key(name);
  cite_changes(before, rules, kSetByHand);
  rules.cite(key.name, kSetByHand);
  return "+" + std::string(name) + "=" + key.get(rules);
}

/// A variant that plays extra hands must say when they end. If somebody sets only `match.tie`, the usual answer is
/// filled in (R002-31).
void follow_tie(const Changes& changes, Rules& rules) {
  if (!changes.keys.contains("match.tie") || changes.keys.contains("match.extra_hands_stop")) return;
  if (rules.match_tie == MatchTie::shared) {
    rules.extra_hands_stop = ExtraHandsStop::not_applicable;
  } else if (rules.extra_hands_stop == ExtraHandsStop::not_applicable) {
    rules.extra_hands_stop = ExtraHandsStop::lowest_unique;
  }
  rules.cite("match.extra_hands_stop", kSetByHand);
}

}  // namespace

std::string seats_text(int min, int max) {
  return min == max ? std::to_string(min) : std::to_string(min) + " to " + std::to_string(max);
}

int parse_seats(std::string_view id, int min, int max, std::string_view text) {
  if (const auto seats = whole_number(text, min, max)) return *seats;
  throw RulesError(std::string(id) + " is for " + seats_text(min, max) + " players, not '" + short_text(text) + "'");
}

std::span<const Variant* const> variants() { return kVariants; }

const Variant& find_variant(std::string_view spec) {
  const std::string_view id = spec.substr(0, spec.find_first_of("@+"));
  for (const Variant* variant : kVariants) {
    if (variant->id == id) return *variant;
  }
  throw RulesError("there is no variant '" + short_text(id) +
                   "'; the variants are: " + joined(kVariants, ", ", &Variant::id));
}

Rules resolve_variant(std::string_view spec) {
  const std::string_view head = spec.substr(0, spec.find('+'));
  const std::size_t at = head.find('@');
  const Variant& variant = find_variant(spec);
  const int seats = at == std::string_view::npos ? variant.seats_default : parse_seats(variant, head.substr(at + 1));

  const Changes changes = parse_changes(variant, spec);
  if (const auto set = changes.keys.find("seats"); set != changes.keys.end()) {
    const int wanted = parse_seats(variant, set->second);  // throws if the variant is not for so many
    throw RulesError("@ sets the number of players: write " + std::string(variant.id) + "@" + std::to_string(wanted) +
                     ", without +seats");
  }
  check_conflicts(variant, changes);

  Rules rules = variant.rules(seats);
  for (const auto& [keys, source] : kHouseSources) {
    for (std::string_view key : split(keys, " ")) rules.sources.emplace(key, source);
  }
  std::string id = std::string(variant.id) + "@" + std::to_string(seats);
  for (const auto& [name, value] : changes.options) id += apply_option(*find_option(variant, name), value, rules);
  for (const auto& [key, value] : changes.keys) id += apply_key(key, value, rules);
  follow_tie(changes, rules);
  rules.id = id;
  try {
    check_rules(rules);
  } catch (const RulesError& error) {
    throw RulesError(short_text(id) + ": " + error.what());
  }
  return rules;
}

}  // namespace hearts
