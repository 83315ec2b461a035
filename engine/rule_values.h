#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rule_keys.h"

namespace hearts {

/// One word that a key of the rules may have, and what it means.
struct RuleValue {
  std::string_view key;
  std::string_view value;
  std::string_view meaning;  ///< a sentence without its point
};

/// All words of keys that have words of their own, key by key in the order of rule_keys(), in that of their domains.
std::span<const RuleValue> rule_values();

/// Those of one key; none where its values are numbers, flags, suits or cards.
std::span<const RuleValue> values_of(const RuleKey& key);

/// The ids of engine/RULES.md that a key stands on in the variants, without repetition, in their order.
std::vector<std::string> rule_ids_of(const RuleKey& key);

/// What kind of text a value of the key is: "a number", "a list of words".
std::string_view shape_words(ValueShape shape);

}  // namespace hearts
