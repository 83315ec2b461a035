#include "tests/engine/key_tables.h"

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "engine/rule_keys.h"
#include "engine/variants/registry.h"

namespace hearts::test {
namespace {

KeyTable keys_of(const boost::json::value& object) {
  KeyTable keys;
  for (const auto& entry : object.as_object())
    keys.emplace(std::string(entry.key()), std::string(entry.value().as_string()));
  return keys;
}

}  // namespace

KeyTables::KeyTables() {
  std::ifstream file(HEARTS_SOURCE_DIR "/tests/golden/keys.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const boost::json::value json = boost::json::parse(text);
  for (const boost::json::value& entry : json.at("configurations").as_array()) {
    const std::string id(entry.at("id").as_string());
    KeyTable table;
    if (entry.as_object().contains("like")) table = tables_.at(std::string(entry.at("like").as_string()));
    for (const auto& [key, value] : keys_of(entry.at("keys"))) table[key] = value;
    ids_.push_back(id);
    tables_.emplace(id, table);
  }
  for (const boost::json::value& entry : json.at("options").as_array()) {
    options_.push_back({std::string(entry.at("variant").as_string()), std::string(entry.at("option").as_string()),
                        keys_of(entry.at("keys"))});
  }
}

const KeyTables& KeyTables::get() {
  static const KeyTables tables;
  return tables;
}

KeyTable KeyTables::keys(const std::string& id) const {
  std::size_t end = id.find('+');
  std::string listed = id.substr(0, end);
  KeyTable changes;
  while (end != std::string::npos) {
    const std::size_t next = id.find('+', end + 1);
    const std::string part = id.substr(end + 1, next == std::string::npos ? next : next - end - 1);
    end = next;
    if (tables_.contains(listed + "+" + part)) {
      listed += "+" + part;
      continue;
    }
    if (const std::size_t equals = part.find('='); equals != std::string::npos) {
      changes[part.substr(0, equals)] = part.substr(equals + 1);
      continue;
    }
    const auto option = std::find_if(options_.begin(), options_.end(), [&](const TableOption& candidate) {
      return candidate.variant == variant_of(id) && candidate.option == part;
    });
    if (option == options_.end()) throw std::runtime_error("no option " + part + " in the key tables: " + id);
    for (const auto& [key, value] : option->keys) changes[key] = value;
  }
  const auto table = tables_.find(listed);
  if (table == tables_.end()) throw std::runtime_error("no configuration " + listed + " in the key tables");
  KeyTable keys = table->second;
  for (const auto& [key, value] : changes) keys[key] = value;
  return keys;
}

Rules KeyTables::rules(const std::string& id) const {
  Rules rules;
  for (const auto& [key, value] : keys(id)) {
    const RuleKey* known = find_rule_key(key);
    if (known == nullptr || known->set != nullptr) set_rule(rules, key, value);
  }
  rules.id = id;
  return rules;
}

std::string variant_of(const std::string& id) { return id.substr(0, id.find('@')); }

bool is_registered(const std::string& id) {
  const auto known = variants();
  return std::any_of(known.begin(), known.end(), [&](const Variant* variant) { return variant->id == variant_of(id); });
}

Rules rules_of(const std::string& id) { return is_registered(id) ? resolve_variant(id) : KeyTables::get().rules(id); }

std::vector<std::string> configurations_with_options() {
  const KeyTables& tables = KeyTables::get();
  std::vector<std::string> ids;
  for (const std::string& id : tables.ids()) {
    std::vector<std::string> options;
    for (const TableOption& option : tables.options()) {
      if (option.variant == variant_of(id)) options.push_back(option.option);
    }
    ids.push_back(id);
    for (std::size_t i = 0; i < options.size(); ++i) {
      ids.push_back(id + "+" + options[i]);
      if (variant_of(id) != "black-lady") continue;
      for (std::size_t j = 0; j < i; ++j) ids.push_back(id + "+" + options[j] + "+" + options[i]);
    }
  }
  return ids;
}

}  // namespace hearts::test
