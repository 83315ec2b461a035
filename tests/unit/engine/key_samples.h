#pragma once

#include <string>
#include <vector>

namespace hearts::test {

/// One key set to one value, both as they are spelled.
struct KeyValue {
  std::string key;
  std::string value;
};

/// Values out of the whole domain of every key that can be set, in the order of the keys: each name of an enumeration;
/// of numbers the edges and some between; of lists none, one, several, all and odd orders. All are spelled rightly;
/// whether they fit the other keys is another matter.
std::vector<KeyValue> key_samples();

/// Rules on which single keys and pairs of them are set: every variant at every size, some with options, and some that
/// no variant has but the keys allow.
const std::vector<std::string>& key_bases();

}  // namespace hearts::test
