#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"
#include "engine/variants/registry.h"

namespace hearts {

/// A variant that somebody has named: another one with changes. Variant files describe such variants.
struct NamedVariant {
  std::string name;   ///< the id, see is_variant_name()
  std::string title;  ///< what people call it: "Black Maria"
  std::string about;  ///< anything else that players should know; may be empty
  /// What it changes: a rule system, perhaps with options and keys: "black-lady+no_blood". It has no number of players.
  std::string from;
  int seats_min = 0;
  int seats_max = 0;
  std::map<std::string, std::string, std::less<>> keys;  ///< keys with their values, on top of `from`
};

/// The rule that the name of an added variant must follow, as the end of a sentence.
inline constexpr std::string_view kVariantNameRule =
    "1 to 40 lower-case letters, digits and hyphens, the first one a letter";
bool is_variant_name(std::string_view name);

/// Whether a rule system has this id.
bool is_rule_system(std::string_view id);

/// The bounds of what is said about a variant.
inline constexpr std::size_t kVariantTitleBytesMax = 100;
inline constexpr std::size_t kVariantAboutBytesMax = 2000;

/// The variants that a name may mean: all rule systems, and variants that were added.
class VariantBook {
 public:
  /// Checks a variant at each number of players and adds it. A number of players of 0 means that of `from`. Throws
  /// RulesError if the name is taken or no name, or if the rules cannot be played.
  void add(NamedVariant variant);

  const std::vector<NamedVariant>& named() const { return named_; }
  /// The added variant that `id[@players][+...]` names; null if it is a rule system, or nothing.
  const NamedVariant* find(std::string_view spec) const;

  /// What `id[@players][+option...][+key=value...]` means in terms of the rule systems: the same text, or for a variant
  /// that was added, its rule system with all changes. A key in the text replaces the same key of the variant. Throws
  /// RulesError.
  std::string expanded(std::string_view spec) const;

  /// The rules that a name means, with the canonical id that they have in terms of the rule systems. Throws RulesError.
  Rules meant(std::string_view spec) const { return resolve_variant(expanded(spec)); }

  /// Makes the rules as resolve_variant() does. Those of an added variant get an id with its own name.
  Rules resolve(std::string_view spec) const;

  /// The names of all variants with their numbers of players, rule systems first: what patterns are matched with.
  struct Known {
    std::string_view id;
    std::string_view summary;  ///< the title of an added variant
    int seats_min = 0;
    int seats_max = 0;
    int seats_default = 0;
  };
  std::vector<Known> all() const;

 private:
  std::vector<NamedVariant> named_;
};

}  // namespace hearts
