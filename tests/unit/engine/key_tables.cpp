#include "tests/unit/engine/key_tables.h"

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <iterator>
#include <set>
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
  std::set<std::string> options;
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
    options.insert(part);
    for (const auto& [key, value] : option->keys) changes[key] = value;
  }
  for (const TableOption& both : options_) {
    const std::size_t plus = both.option.find('+');
    if (plus == std::string::npos || both.variant != variant_of(id)) continue;
    if (!options.contains(both.option.substr(0, plus)) || !options.contains(both.option.substr(plus + 1))) continue;
    for (const auto& [key, value] : both.keys) changes[key] = value;
  }
  const auto table = tables_.find(listed);
  if (table == tables_.end()) throw std::runtime_error("no configuration " + listed + " in the key tables");
  KeyTable keys = table->second;
  for (const auto& [key, value] : changes) keys[key] = value;
  return keys;
}

Rules KeyTables::rules(const std::string& id) const {
  Rules rules;
  const auto& table = keys(id);
  for (const RuleKey& key : rule_keys()) {  // a key may follow from those before it
    const auto value = table.find(std::string(key.name));
    if (value != table.end() && key.set != nullptr) set_rule(rules, value->first, value->second);
  }
  rules.id = id;
  return rules;
}

std::string variant_of(const std::string& id) { return id.substr(0, id.find('@')); }

Rules rules_of(const std::string& id) { return resolve_variant(id); }

bool contradicts(const std::string& one, const std::string& other) {
  static const std::set<std::set<std::string>> kPairs = {{"kitty_first", "kitty_last"},
                                                         {"rotate_lead", "two_must_lead"},
                                                         {"all_penalty_cards", "reject_illegal"},
                                                         {"reject_illegal", "table_laws"}};
  return kPairs.contains({one, other});
}

std::vector<std::string> configurations_with_options() {
  const KeyTables& tables = KeyTables::get();
  std::vector<std::string> ids;
  for (const std::string& id : tables.ids()) {
    std::set<std::string> options;
    for (const TableOption& option : tables.options()) {
      if (option.variant == variant_of(id) && option.option.find('+') == std::string::npos)
        options.insert(option.option);
    }
    ids.push_back(id);
    for (auto one = options.begin(); one != options.end(); ++one) {
      ids.push_back(id + "+" + *one);
      for (auto other = std::next(one); other != options.end(); ++other) {
        if (!contradicts(*one, *other)) ids.push_back(id + "+" + *one + "+" + *other);
      }
    }
  }
  return ids;
}

}  // namespace hearts::test
