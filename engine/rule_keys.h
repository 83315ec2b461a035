#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/rules.h"

namespace hearts {

/// What a key's value is made of. In text a list is split by commas, a map has pairs "a=b", and an empty one is "none".
enum class ValueShape {
  word,
  word_or_none,
  flag,
  number,
  number_or_none,
  letters,  ///< a list that is one word without its commas
  word_list,
  number_list,
  word_map,
  number_map,
};

/// One key of the rules: its spelling, its domain and how it reads and writes a Rules value.
/// The single source for `+key=value`, the `rule` lines of the protocol and the rules hash.
struct RuleKey {
  std::string_view name;     ///< "pass.cycle"
  std::string_view domain;   ///< what may be set, in words: "clockwise | any"
  std::string_view meaning;  ///< one sentence
  ValueShape shape;
  std::string (*get)(const Rules&);
  /// Throws RulesError naming the domain. Null for a derived key, which cannot be set.
  void (*set)(Rules&, std::string_view text);
};

/// All 67 keys, in the order in which they are announced.
std::span<const RuleKey> rule_keys();

/// The key of that name, or null.
const RuleKey* find_rule_key(std::string_view name);

/// The key of that name. Throws RulesError with the name near to it, of the others and of the keys.
const RuleKey& known_rule_key(std::string_view name, std::span<const std::string_view> others = {});

/// Sets one key from text. Throws RulesError: unknown key (with the name near to it), derived key, bad value.
void set_rule(Rules& rules, std::string_view key, std::string_view value);

/// Every key and value, one "key value" line each: what the rules hash is taken of.
std::string rules_text(const Rules& rules);

}  // namespace hearts
