#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rule_keys.h"

namespace hearts {

/// One word that a key can have as its value, and what it means.
struct RuleValue {
  std::string_view key;
  std::string_view value;
  std::string_view meaning;  ///< a sentence without its full stop
};

/// The words of all keys that have words of their own. They are in the order of rule_keys(), and for one key in the
/// order of its domain.
std::span<const RuleValue> rule_values();

/// The words of one key. None if its values are numbers, flags, suits or cards.
std::span<const RuleValue> values_of(const RuleKey& key);

/// The ids of engine/RULES.md that a key is based on in the variants, each once, sorted. The first call resolves every
/// variant; later calls use its result.
std::vector<std::string> rule_ids_of(const RuleKey& key);

/// The kind of value in words: "a number", "a list of words".
std::string_view shape_words(ValueShape shape);

}  // namespace hearts
