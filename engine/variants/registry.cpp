#include "engine/variants/registry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <string>

#include "engine/rule_keys.h"
#include "engine/rules_check.h"
#include "engine/variants/black_lady.h"
#include "engine/variants/royal.h"

namespace hearts {
namespace {

constexpr auto kVariants = std::to_array<const Variant*>({&kRoyalClassic, &kBlackLady});

const Variant& find_variant(std::string_view id) {
  std::string known;
  for (const Variant* variant : kVariants) {
    if (variant->id == id) return *variant;
    known += (known.empty() ? "" : ", ") + std::string(variant->id);
  }
  throw RulesError("there is no variant '" + std::string(id) + "'; known: " + known);
}

int parse_seats(const Variant& variant, std::string_view text) {
  int seats = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seats);
  if (error != std::errc{} || end != text.data() + text.size() || seats < variant.seats_min ||
      seats > variant.seats_max) {
    throw RulesError(std::string(variant.id) + " is for " + std::to_string(variant.seats_min) + " to " +
                     std::to_string(variant.seats_max) + " players, not '" + std::string(text) + "'");
  }
  return seats;
}

const VariantOption& find_option(const Variant& variant, std::string_view name) {
  std::string known;
  for (const VariantOption& option : variant.options) {
    if (option.name == name) return option;
    known += (known.empty() ? "" : ", ") + std::string(option.name);
  }
  throw RulesError(std::string(variant.id) + " has no option '" + std::string(name) + "'; it has " +
                   (known.empty() ? "none" : known) + ", and any +key=value");
}

}  // namespace

std::span<const Variant* const> variants() { return kVariants; }

Rules resolve_variant(std::string_view spec) {
  const std::size_t plus = spec.find('+');
  const std::string_view head = spec.substr(0, plus);
  const std::size_t at = head.find('@');
  const Variant& variant = find_variant(head.substr(0, at));
  const int seats = at == std::string_view::npos ? variant.seats_default : parse_seats(variant, head.substr(at + 1));

  std::set<std::string, std::less<>> options;
  std::map<std::string, std::string, std::less<>> keys;
  std::string_view rest = plus == std::string_view::npos ? std::string_view() : spec.substr(plus);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t next = rest.find('+');
    const std::string_view part = rest.substr(0, next);
    const std::size_t equals = part.find('=');
    const bool fresh = equals == std::string_view::npos
                           ? options.emplace(part).second
                           : keys.emplace(part.substr(0, equals), part.substr(equals + 1)).second;
    if (!fresh) throw RulesError("'" + std::string(part.substr(0, equals)) + "' stands twice in " + std::string(spec));
    rest = next == std::string_view::npos ? std::string_view() : rest.substr(next);
  }
  if (keys.contains("seats"))
    throw RulesError("the number of players is set by @, as in " + std::string(variant.id) + "@" + keys.at("seats"));

  Rules rules = variant.rules(seats);
  std::string id = std::string(variant.id) + "@" + std::to_string(seats);
  for (const std::string& name : options) {
    find_option(variant, name).apply(rules);
    id += "+" + name;
  }
  for (const auto& [key, value] : keys) {
    set_rule(rules, key, value);
    id += "+" + key + "=" + find_rule_key(key)->get(rules);
  }
  rules.id = id;
  try {
    check_rules(rules);
  } catch (const RulesError& error) {
    throw RulesError(id + ": " + error.what());
  }
  return rules;
}

}  // namespace hearts
