#include "engine/variants/named_variant.h"

#include <algorithm>
#include <utility>

#include "engine/rule_keys.h"
#include "engine/typed_text.h"

namespace hearts {
namespace {

constexpr std::size_t kNameLettersMax = 40;

std::string_view name_in(std::string_view spec) { return spec.substr(0, spec.find_first_of("@+")); }

/// The part of a text from its first '+' on; empty if there is none.
std::string_view changes_in(std::string_view spec) { return spec.substr(std::min(spec.find('+'), spec.size())); }

/// The changes of a text that starts with '+', each without its '+'.
std::vector<std::string_view> parts_of(std::string_view changes) {
  if (changes.empty()) return {};
  return split(changes.substr(1), "+");
}

/// The name of an option or a key.
std::string_view name_of(std::string_view part) { return part.substr(0, part.find('=')); }

/// Whether one of the parts changes what this option or key sets.
bool has_part(const std::vector<std::string_view>& parts, std::string_view name) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return name_of(part) == name; });
}

int default_seats(int min, int max) { return std::clamp(Variant::seats_default, min, max); }

}  // namespace

bool is_variant_name(std::string_view name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && name.size() <= kNameLettersMax && is_letter(name.front()) && name.back() != '-' &&
         std::ranges::all_of(name, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

bool is_rule_system(std::string_view id) {
  return std::ranges::any_of(variants(), [&](const Variant* system) { return system->id == id; });
}

void VariantBook::add(NamedVariant variant) {
  if (!is_variant_name(variant.name))
    throw RulesError("a variant's name must be " + std::string(kVariantNameRule) + ", not '" +
                     short_text(variant.name) + "'");
  if (is_rule_system(variant.name))
    throw RulesError("'" + variant.name + "' is the name of a rule system; choose another");
  if (find(variant.name) != nullptr) throw RulesError("two variants are called '" + variant.name + "'");
  if (name_in(variant.from).size() < variant.from.size() && variant.from[name_in(variant.from).size()] == '@')
    throw RulesError("the variant that it changes has no number of players: write '" +
                     std::string(name_in(variant.from)) + "', not '" + short_text(variant.from) + "'");
  for (const auto& [key, value] : variant.keys) {
    (void)known_rule_key(key);
    if (value.find('+') != std::string::npos) throw RulesError(key + ": a value cannot contain '+'");
  }
  const Variant& system = find_variant(variant.from);
  if (variant.seats_min == 0) variant.seats_min = system.seats_min;
  if (variant.seats_max == 0) variant.seats_max = system.seats_max;
  if (variant.seats_min < system.seats_min || variant.seats_max > system.seats_max ||
      variant.seats_min > variant.seats_max)
    throw RulesError(std::string(system.id) + " is for " + seats_text(system.seats_min, system.seats_max) +
                     " players, so a change of it cannot be for " + seats_text(variant.seats_min, variant.seats_max));
  named_.push_back(std::move(variant));
  try {
    for (int seats = named_.back().seats_min; seats <= named_.back().seats_max; ++seats)
      (void)resolve(named_.back().name + "@" + std::to_string(seats));
  } catch (...) {
    named_.pop_back();
    throw;
  }
}

const NamedVariant* VariantBook::find(std::string_view spec) const {
  const auto found = std::ranges::find(named_, name_in(spec), &NamedVariant::name);
  return found == named_.end() ? nullptr : &*found;
}

std::string VariantBook::expanded(std::string_view spec) const {
  const NamedVariant* variant = find(spec);
  if (variant == nullptr) return std::string(spec);
  const std::string_view head = spec.substr(0, spec.find('+'));
  const std::size_t at = head.find('@');
  const int min = variant->seats_min;
  const int max = variant->seats_max;
  const int seats = at == std::string_view::npos ? default_seats(min, max)
                                                 : parse_seats(variant->name, min, max, head.substr(at + 1));
  const std::vector<std::string_view> own = parts_of(changes_in(spec));
  std::string text = std::string(name_in(variant->from)) + "@" + std::to_string(seats);
  for (const std::string_view part : parts_of(changes_in(variant->from))) {
    if (!variant->keys.contains(name_of(part)) && !has_part(own, name_of(part))) text.append("+").append(part);
  }
  for (const auto& [key, value] : variant->keys) {
    if (!has_part(own, key)) text += "+" + key + "=" + value;
  }
  for (const std::string_view part : own) text.append("+").append(part);
  return text;
}

Rules VariantBook::resolve(std::string_view spec) const {
  const NamedVariant* variant = find(spec);
  if (variant == nullptr) {
    if (named_.empty()) return resolve_variant(spec);
    const std::string_view id = name_in(spec);
    const std::vector<Known> known = all();
    if (std::ranges::find(known, id, &Known::id) == known.end())
      throw RulesError("there is no variant '" + short_text(id) +
                       "'; the variants are: " + joined(known, ", ", &Known::id));
    return resolve_variant(spec);
  }
  const std::string text = expanded(spec);
  Rules rules;
  try {
    rules = resolve_variant(text);
  } catch (const RulesError& error) {
    throw RulesError(short_text(spec) + ": " + error.what());
  }
  // The canonical spelling of what the text itself changes.
  const std::vector<std::string_view> own = parts_of(changes_in(spec));
  std::string id = variant->name + "@" + std::to_string(rules.seats);
  for (const std::string_view part : parts_of(changes_in(rules.id))) {
    if (has_part(own, name_of(part))) id.append("+").append(part);
  }
  rules.id = id;
  return rules;
}

std::vector<VariantBook::Known> VariantBook::all() const {
  std::vector<Known> all;
  for (const Variant* system : variants())
    all.push_back({system->id, system->summary, system->seats_min, system->seats_max, Variant::seats_default});
  for (const NamedVariant& variant : named_)
    all.push_back({variant.name, variant.title, variant.seats_min, variant.seats_max,
                   default_seats(variant.seats_min, variant.seats_max)});
  return all;
}

}  // namespace hearts
