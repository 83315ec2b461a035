#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/rules.h"

namespace hearts {

/// A named change of a variant's rules: `+name`, or `+name=value` if it takes a value.
struct VariantOption {
  std::string_view name;
  std::string_view summary;
  /// The ids that are cited for the keys that the option changes, unless the option cites others itself (see
  /// RuleSource).
  std::string_view rules;
  /// Changes the rules. Null if the option takes a value.
  void (*apply)(Rules&) = nullptr;
  /// Another option of the variant that contradicts this one, and why. Empty if there is none.
  std::string_view excludes = {};
  std::string_view why_not_both = {};
  /// The values that it takes, in words. Empty if it takes none.
  std::string_view domain = {};
  /// Changes the rules by the value. Returns the value's canonical spelling, or an empty text if the value leaves the
  /// rules as they were. Throws RulesError. Null if the option takes no value.
  std::string (*apply_value)(Rules&, std::string_view value) = nullptr;

  bool takes_value() const { return apply_value != nullptr; }
};

/// One rule system. A variant is data and has no code in the engine.
struct Variant {
  std::string_view id;
  std::string_view summary;
  /// Makes the rules for that many players. The id is left out, and so are the sources of what the document leaves
  /// open: resolve_variant() adds both.
  Rules (*rules)(int seats);
  std::span<const VariantOption> options = {};
  int seats_min = seats_default;
  int seats_max = seats_default;
  static constexpr int seats_default = 4;
};

// Each variant is defined in the file of its document.

/// Royal Hearts, 2 to 5 players (document 000): first with the ordinary queens, then with the special ones, all or
/// those named.
extern const Variant kRoyalClassic;
extern const Variant kRoyal;
/// The tournament rules with their laws on irregularities, 4 players (document 001).
extern const Variant kTournamentLaws;
/// Black Lady, 3 to 6 players, with its optional rules (document 002); then the same with JD worth -10.
extern const Variant kBlackLady;
extern const Variant kOmnibus;
/// Hearts Deluxe, 4 players, with the options of its settings (document 003).
extern const Variant kDeluxe;
/// Green Queen, five suits and a point suit that is drawn, 3 to 5 players (document 004): first with 65 cards, then
/// with the Jokers, 70 cards.
extern const Variant kGreenQueen;
extern const Variant kGreenQueenJokers;

/// A range of numbers of players in words: "4", "3 to 6".
std::string seats_text(int min, int max);

/// The number of players that the text is. Throws RulesError, which names the variant `id` and its range, if it is not
/// one from `min` to `max`.
int parse_seats(std::string_view id, int min, int max, std::string_view text);

/// All rule systems, in the order of their documents.
std::span<const Variant* const> variants();

/// The variant at the start of `id[@players][+...]`. Throws RulesError that lists the variants.
const Variant& find_variant(std::string_view spec);

/// Makes the rules of `id[@players][+option[=value]...][+key=value...]`, checked by check_rules(). Options are applied
/// before keys, in whatever order they are typed.
///
/// The rules get their canonical id: always with the number of players, then the options sorted, then the keys sorted.
/// An option that takes a value and changes nothing is left out. Throws RulesError with what is wrong and what would be
/// allowed.
Rules resolve_variant(std::string_view spec);

}  // namespace hearts
