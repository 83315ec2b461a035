#include "arena/cli/variant_json.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/rule_keys.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace json = boost::json;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

json::value number_of(const std::string& text) { return std::strtoll(text.c_str(), nullptr, 10); }

json::value key_json(const hearts::RuleKey& key, const std::string& text) {
  using hearts::ValueShape;
  const bool numbers = key.shape == ValueShape::number_list || key.shape == ValueShape::number_map;
  const auto item = [&](const std::string& part) { return numbers ? number_of(part) : json::value(part); };
  switch (key.shape) {
    case ValueShape::word:
      return json::value(text);
    case ValueShape::word_or_none:
      return text == "none" ? json::value(nullptr) : json::value(text);
    case ValueShape::flag:
      return text == "true";
    case ValueShape::number:
      return number_of(text);
    case ValueShape::number_or_none:
      return text == "none" ? json::value(nullptr) : number_of(text);
    case ValueShape::letters: {
      std::string letters;
      for (const std::string& part : split(text, ',')) letters += part;
      return json::value(letters);
    }
    case ValueShape::word_list:
    case ValueShape::number_list: {
      json::array list;
      if (text == "none") return list;
      for (const std::string& part : split(text, ',')) list.push_back(item(part));
      return list;
    }
    case ValueShape::word_map:
    case ValueShape::number_map: {
      json::object map;
      if (text == "none") return map;
      for (const std::string& part : split(text, ',')) {
        const std::size_t equals = part.find('=');
        map[part.substr(0, equals)] = item(part.substr(equals + 1));
      }
      return map;
    }
  }
  return nullptr;
}

json::array options_json(const hearts::Variant& variant) {
  json::array options;
  for (const hearts::VariantOption& option : variant.options) {
    json::object object = {{"option", option.name}, {"summary", option.summary}};
    if (option.takes_value()) object["values"] = option.domain;
    json::array excludes;
    for (const hearts::OptionConflict& conflict : variant.conflicts) {
      if (conflict.one == option.name) excludes.push_back(json::value(conflict.other));
      if (conflict.other == option.name) excludes.push_back(json::value(conflict.one));
    }
    if (!excludes.empty()) object["excludes"] = std::move(excludes);
    options.push_back(std::move(object));
  }
  return options;
}

}  // namespace

std::string variant_json(const hearts::Rules& rules) {
  const hearts::Variant& variant = hearts::find_variant(rules.id);
  json::object keys;
  json::object sources;
  for (const hearts::RuleKey& key : hearts::rule_keys()) {
    keys[key.name] = key_json(key, key.get(rules));
    const std::string_view source = rules.source(key.name);
    if (source.empty()) continue;
    json::array list;
    for (const std::string& rule : split(std::string(source), ' ')) list.push_back(json::value(rule));
    sources[key.name] = std::move(list);
  }
  const json::object object = {{"id", rules.id},
                               {"variant", variant.id},
                               {"summary", variant.summary},
                               {"players", {{"min", variant.seats_min}, {"max", variant.seats_max}}},
                               {"options", options_json(variant)},
                               {"keys", std::move(keys)},
                               {"sources", std::move(sources)}};
  return json::serialize(object);
}

}  // namespace arena
