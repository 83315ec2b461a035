#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/rules.h"

namespace hearts {

/// The number of keys, and what it was when the first games were recorded.
inline constexpr int kRuleKeys = 77;
inline constexpr int kRuleKeysAtFirst = 67;

/// The kind of a key's value. In text the items of a list have commas between them, a map has pairs "a=b", and an empty
/// list or map is "none".
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

/// One key of the rules: its name, what may be set, and how to read and write its value in a Rules. `+key=value`, the
/// `rule` lines of the protocol and the rules hash all come from this table.
struct RuleKey {
  std::string_view name;     ///< for example "pass.cycle"
  std::string_view domain;   ///< what may be set, in words: "clockwise | any"
  std::string_view meaning;  ///< one sentence
  ValueShape shape;
  std::string (*get)(const Rules&);
  /// Parses and sets the value; throws RulesError with what would be allowed. Null for a derived key, which cannot be
  /// set.
  void (*set)(Rules&, std::string_view text);
  /// For a key that was added later: the value that all games before had. rules_text() leaves out a key with that
  /// value, so that older rules keep their hash. Empty for the other keys.
  std::string_view value_before = {};
  /// Its number in the order in which keys were added, from 1. The first 67 are as old as the first records; each of
  /// them has the number 67.
  int number = kRuleKeysAtFirst;
};

/// All 77 keys, in the order in which the protocol announces them.
std::span<const RuleKey> rule_keys();

/// The key with that name, or null.
const RuleKey* find_rule_key(std::string_view name);

/// The key with that name. If there is none, throws RulesError with the nearest name, out of the keys and of `others`.
const RuleKey& known_rule_key(std::string_view name, std::span<const std::string_view> others = {});

/// Sets one key from text. Throws RulesError for an unknown key (with the nearest name), a derived key and a bad value.
void set_rule(Rules& rules, std::string_view key, std::string_view value);

/// Every key with its value, one line "key value" each, except keys with their RuleKey::value_before. The rules hash is
/// the hash of this text.
std::string rules_text(const Rules& rules);

}  // namespace hearts
