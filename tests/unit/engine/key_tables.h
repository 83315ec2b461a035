#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/rules.h"

namespace hearts::test {

/// Key name to value, both as they are spelled for set_rule.
using KeyTable = std::map<std::string, std::string>;

/// An option of a variant: the keys it changes. Two options "a+b" that change the same key: what both make of it.
struct TableOption {
  std::string variant;
  std::string option;
  KeyTable keys;
};

/// The expected keys of every configuration, from tests/golden/keys.json. There each configuration names another
/// one that it is like, and the keys that differ.
class KeyTables {
 public:
  /// Reads the file once.
  static const KeyTables& get();

  /// Ids of the listed configurations, in the order of the file.
  const std::vector<std::string>& ids() const { return ids_; }
  const std::vector<TableOption>& options() const { return options_; }

  /// The keys of `id[+option...][+key=value...]`; `id` must be listed, options of the variant or keys follow it.
  /// Derived keys are those of the listed configuration.
  KeyTable keys(const std::string& id) const;

  /// Rules made of these keys by set_rule and nothing else. Not checked. Without rule ids to cite.
  Rules rules(const std::string& id) const;

 private:
  KeyTables();

  std::vector<std::string> ids_;
  std::map<std::string, KeyTable> tables_;
  std::vector<TableOption> options_;
};

/// `id` up to its '@'.
std::string variant_of(const std::string& id);

/// The rules of `id`, from the registry.
Rules rules_of(const std::string& id);

/// Every listed configuration, and one more for each option and each two options that can be added to it.
std::vector<std::string> configurations_with_options();

/// The two options exclude each other.
bool contradicts(const std::string& one, const std::string& other);

}  // namespace hearts::test
