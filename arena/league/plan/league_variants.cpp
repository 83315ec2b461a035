#include "arena/league/plan/league_variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// Whether the variant's own text asks for its laws.
bool asks_for_laws(const hearts::Rules& rules) {
  const std::vector<std::string_view> parts = hearts::split(rules.id, "+");
  return std::ranges::find(parts, "table_laws") != parts.end() ||
         rules.source("laws.illegal_action") == hearts::kSetByHand;
}

}  // namespace

std::string place(const League& league, const char* list, std::size_t index) {
  return league.file.empty() ? "" : fmt::format("{}: {}[{}]: ", league.file, list, index);
}

void check_size(std::size_t size, int max, const char* what) {
  if (size <= static_cast<std::size_t>(max)) return;
  throw InputError(fmt::format("a league has at most {} {}, not {}", max, what, size));
}

hearts::Rules table_rules(const std::string& spec, const League& league) {
  hearts::Rules rules = league.book.resolve(spec);
  if (rules.illegal_action == hearts::IllegalAction::reject || asks_for_laws(rules)) return rules;
  if (league.table_laws) return league.book.resolve(spec + "+table_laws");
  try {
    return league.book.resolve(spec + "+reject_illegal");
  } catch (const hearts::RulesError&) {
    throw hearts::RulesError(
        fmt::format("{} cannot be played in a league that refuses illegal acts; remove +all_penalty_cards, or add "
                    "+table_laws",
                    rules.id));
  }
}

bool is_variant_pattern(std::string_view spec) {
  return spec.substr(0, spec.find('+')).find('*') != std::string_view::npos;
}

std::vector<std::string> variants_matching(const std::string& spec, const hearts::VariantBook& book) {
  const std::size_t plus = std::min(spec.find('+'), spec.size());
  const std::string pattern = spec.substr(0, plus);
  const bool says_seats = pattern.find('@') != std::string::npos;
  std::vector<std::string> names;
  for (const hearts::VariantBook::Known& variant : book.all()) {
    for (int seats = variant.seats_min; seats <= variant.seats_max; ++seats) {
      const std::string name = fmt::format("{}@{}", variant.id, seats);
      const bool is_called_so = says_seats ? matches_pattern(pattern, name)
                                           : seats == variant.seats_default && matches_pattern(pattern, variant.id);
      if (is_called_so) names.push_back(name + spec.substr(plus));
    }
  }
  if (names.empty())
    throw hearts::RulesError("no variant matches '" + printable(pattern, 40) + "'; to list all: arena variants");
  return names;
}

std::vector<Wanted> wanted_variants(const League& league) {
  std::vector<std::string> named;
  for (const League::Variant& variant : league.variants) {
    if (is_variant_pattern(variant.spec)) continue;
    // A variant that cannot be resolved is refused later, with its place.
    try {
      named.push_back(rules_hash(table_rules(variant.spec, league)));
    } catch (const hearts::RulesError&) {
      continue;
    }
  }
  std::vector<Wanted> wanted;
  for (std::size_t i = 0; i < league.variants.size(); ++i) {
    const League::Variant& variant = league.variants[i];
    if (!is_variant_pattern(variant.spec)) {
      wanted.push_back({variant, i});
      continue;
    }
    try {
      for (const std::string& name : variants_matching(variant.spec, league.book)) {
        const std::string hash = rules_hash(table_rules(name, league));
        if (std::ranges::find(named, hash) != named.end()) continue;
        named.push_back(hash);
        wanted.push_back({{name, variant.weight, variant.hands, variant.limits}, i});
      }
    } catch (const hearts::RulesError& error) {
      throw InputError(place(league, "variants", i) + error.what());
    }
  }
  check_size(wanted.size(), kVariantsMax, "variants");
  return wanted;
}

std::vector<ManifestVariant> find_variants(const League& league) {
  std::vector<ManifestVariant> variants;
  for (const auto& [wanted, i] : wanted_variants(league)) {
    try {
      hearts::Rules rules = table_rules(wanted.spec, league);
      const std::string hash = rules_hash(rules);
      if (wanted.hands > 0 && rules.match_hands.value_or(wanted.hands) != wanted.hands)
        throw hearts::RulesError(rules.id + " sets match.hands to another number than the league");
      if (wanted.hands > 0) rules = with_hands(std::move(rules), wanted.hands);
      variants.push_back(
          {rules.id, hash, rules.seats, wanted.weight, length_of(rules), std::make_shared<hearts::GameRules>(rules)});
      if (const hearts::NamedVariant* named = league.book.find(rules.id); named != nullptr) {
        variants.back().means = league.book.meant(rules.id).id;
        variants.back().title = named->title;
        variants.back().about = named->about;
      }
    } catch (const hearts::RulesError& error) {
      throw InputError(place(league, "variants", i) + error.what());
    }
    const ManifestVariant& last = variants.back();
    for (const ManifestVariant& before : std::span(variants).first(variants.size() - 1)) {
      if (before.rules_hash != last.rules_hash) continue;
      throw InputError(place(league, "variants", i) + last.id + " is already in the league" +
                       (before.id == last.id ? "" : " as " + before.id) + "; to play it more often, give it a weight");
    }
  }
  return variants;
}

}  // namespace arena
