#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/rules.h"

namespace hearts {

/// A named change of a variant's rules: `+name`, or `+name=value` where it takes a value.
struct VariantOption {
  std::string_view name;
  std::string_view summary;
  /// What the keys it changes stand on, unless it cites something else for them (see RuleSource).
  std::string_view rules;
  /// Null where the option takes a value.
  void (*apply)(Rules&) = nullptr;
  /// Another option of the variant that contradicts it, and why.
  std::string_view excludes = {};
  std::string_view why_not_both = {};
  /// The values it takes, in words; empty where it takes none.
  std::string_view domain = {};
  /// Changes the rules by the value and returns its canonical spelling, or nothing if the rules are those without
  /// the option. Throws RulesError. Null where the option takes no value.
  std::string (*apply_value)(Rules&, std::string_view value) = nullptr;

  bool takes_value() const { return apply_value != nullptr; }
};

/// One rule system: data and nothing else.
struct Variant {
  std::string_view id;
  std::string_view summary;
  /// The rules for that many players, without id and without the sources of what its document leaves open.
  Rules (*rules)(int seats);
  std::span<const VariantOption> options = {};
  int seats_min = seats_default;
  int seats_max = seats_default;
  static constexpr int seats_default = 4;
};

// Each is defined in the file of its document.

/// Royal Hearts, 2 to 5 players (document 000): with the ordinary queens; with the special ones, all or those named.
extern const Variant kRoyalClassic;
extern const Variant kRoyal;
/// The tournament rules with their laws on irregularities, 4 players (document 001).
extern const Variant kTournamentLaws;
/// Black Lady, 3 to 6 players, with its optional rules (document 002); and with JD worth -10.
extern const Variant kBlackLady;
extern const Variant kOmnibus;
/// Hearts Deluxe, 4 players, with the options of its settings (document 003).
extern const Variant kDeluxe;
/// Green Queen, five suits and a drawn point suit, 3 to 5 players (document 004): 65 cards, or 70 with the Jokers.
extern const Variant kGreenQueen;
extern const Variant kGreenQueenJokers;

/// All rule systems, in the order of their documents.
std::span<const Variant* const> variants();

/// The variant that `id[@players][+...]` begins with. Throws RulesError naming those there are.
const Variant& find_variant(std::string_view spec);

/// The rules of `id[@players][+option[=value]...][+key=value...]`, with the canonical id: players always, options
/// sorted, then keys sorted; an option that changes nothing is left out. Options are applied first, whatever the order
/// typed. Throws RulesError naming what is wrong and what would be allowed.
Rules resolve_variant(std::string_view spec);

}  // namespace hearts
