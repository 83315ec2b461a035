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
  void (*apply)(Rules&);
  /// The values it takes, in words; empty where it takes none.
  std::string_view domain = {};
  /// Changes the rules by the value and returns its canonical spelling, or nothing if the rules are those without
  /// the option. Throws RulesError. Null where the option takes no value.
  std::string (*apply_value)(Rules&, std::string_view value) = nullptr;

  bool takes_value() const { return apply_value != nullptr; }
};

/// Two options of a variant that contradict each other.
struct OptionConflict {
  std::string_view one;
  std::string_view other;
  std::string_view why;
};

/// One rule system: data and nothing else.
struct Variant {
  std::string_view id;
  std::string_view summary;
  int seats_min;
  int seats_max;
  int seats_default;
  /// The rules for that many players, without id.
  Rules (*rules)(int seats);
  std::span<const VariantOption> options = {};
  std::span<const OptionConflict> conflicts = {};
};

}  // namespace hearts
