#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "arena/league/plan/league.h"
#include "engine/explanation.h"
#include "engine/rule_keys.h"
#include "engine/rule_values.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

namespace json = boost::json;

std::string players_of(const hearts::Variant& variant) {
  return variant.seats_min == variant.seats_max ? fmt::format("{}", variant.seats_min)
                                                : fmt::format("{}-{}", variant.seats_min, variant.seats_max);
}

/// Breaks a text at the width of the page. The first line is indented by two columns, the others by four.
std::string item(const std::string& text, const Page& page) { return labelled("", 4, text, page.columns).substr(2); }

std::string options_text(const hearts::Variant& variant, const Page& page) {
  std::string text = "Options\n";
  for (const hearts::VariantOption& option : variant.options) {
    text += item(
        fmt::format("+{}{}: {}  [{}]", option.name, option.takes_value() ? "=VALUE" : "", option.summary, option.rules),
        page);
  }
  for (const hearts::VariantOption& option : variant.options) {
    if (option.excludes.empty()) continue;
    text += item(fmt::format("+{} and +{} cannot be combined: {}", option.name, option.excludes, option.why_not_both),
                 page);
  }
  text += item("+KEY=VALUE: sets any key of the rules; 'arena variants --keys' explains the keys", page);
  return text;
}

/// Lists the variants, one a line: id, players, what is special about it.
std::string variants_text(const Page& page) {
  CellTable table;
  table.heads = {{"variant", true}, {"players", true}, {"rules", true, 0, Narrowing::wraps}};
  for (const hearts::Variant* variant : hearts::variants()) {
    table.rows.push_back({std::string(variant->id), players_of(*variant), std::string(variant->summary)});
  }
  return fitted(std::move(table), page.table_columns);
}

/// Explains the rules in plain words by section, each line with its ids of engine/RULES.md, and the variant's options.
std::string variant_text(const hearts::Rules& rules, const Page& page) {
  const hearts::Variant& variant = hearts::find_variant(rules.id);
  std::string text = rules.id + "\n";
  const std::size_t plus = std::min(rules.id.find('+'), rules.id.size());
  if (plus == rules.id.size()) {
    text += item(fmt::format("{}: {}", variant.id, variant.summary), page);
  } else {
    // The summary is that of the unchanged variant: it may name what these rules do not have.
    text += item(fmt::format("{} with changes: {}. Without them {} is: {}", variant.id, rules.id.substr(plus),
                             variant.id, variant.summary),
                 page);
  }
  for (const hearts::ExplainedSection& section : hearts::explain(rules)) {
    text += "\n" + std::string(section.title) + "\n";
    for (const hearts::ExplainedRule& line : section.lines)
      text += item(line.text + (line.rules.empty() ? "." : fmt::format(".  [{}]", fmt::join(line.rules, " "))), page);
  }
  return text + "\n" + options_text(variant, page);
}

json::value key_json(const hearts::RuleKey& key, const std::string& text) {
  using hearts::ValueShape;
  const bool is_number = key.shape == ValueShape::number || key.shape == ValueShape::number_or_none ||
                         key.shape == ValueShape::number_list || key.shape == ValueShape::number_map;
  const auto item = [&](std::string_view part) {
    return is_number ? json::value(leading_number(part)) : json::value(part);
  };
  const bool is_none = text == "none";
  const auto parts = is_none ? std::vector<std::string_view>() : hearts::split(text, ",");
  json::array list;
  json::object map;
  switch (key.shape) {
    case ValueShape::word_or_none:
    case ValueShape::number_or_none:
      return is_none ? json::value() : item(text);
    case ValueShape::word:
    case ValueShape::number:
      return item(text);
    case ValueShape::flag:
      return text == "true";
    case ValueShape::letters:
      return json::value(hearts::joined(hearts::split(text, ","), ""));
    case ValueShape::word_list:
    case ValueShape::number_list:
      for (const std::string_view part : parts) list.push_back(item(part));
      return list;
    case ValueShape::word_map:
    case ValueShape::number_map:
      for (const std::string_view part : parts)
        map[part.substr(0, part.find('='))] = item(part.substr(part.find('=') + 1));
      return map;
  }
  return nullptr;
}

json::array options_json(const hearts::Variant& variant) {
  json::array options;
  for (const hearts::VariantOption& option : variant.options) {
    json::object object = {{"option", option.name}, {"summary", option.summary}};
    if (option.takes_value()) object["values"] = option.domain;
    json::array excludes;
    if (!option.excludes.empty()) excludes.push_back(json::value(option.excludes));
    for (const hearts::VariantOption& other : variant.options) {
      if (other.excludes == option.name) excludes.push_back(json::value(other.name));
    }
    if (!excludes.empty()) object["excludes"] = std::move(excludes);
    options.push_back(std::move(object));
  }
  return options;
}

/// Returns all keys of the rules with their values and the rules that each comes from. FORMAT.md documents the format.
json::object variant_json(const hearts::Rules& rules) {
  const hearts::Variant& variant = hearts::find_variant(rules.id);
  json::object keys;
  json::object sources;
  for (const hearts::RuleKey& key : hearts::rule_keys()) {
    keys[key.name] = key_json(key, key.get(rules));
    const std::string_view source = rules.source(key.name);
    if (source.empty()) continue;
    json::array list;
    for (const std::string_view rule : hearts::split(source, " ")) list.push_back(json::value(rule));
    sources[key.name] = std::move(list);
  }
  return {{"id", rules.id},
          {"variant", variant.id},
          {"summary", variant.summary},
          {"players", {{"min", variant.seats_min}, {"max", variant.seats_max}}},
          {"options", options_json(variant)},
          {"keys", std::move(keys)},
          {"sources", std::move(sources)}};
}

/// Explains a key of the rules: its meaning, its type, its possible words and the rules that it comes from.
std::string key_text(const hearts::RuleKey& key, const Page& page) {
  const bool derived = key.set == nullptr;
  std::string text = fmt::format("{}: {}\n", key.name, key.meaning);
  const std::string kind = derived ? "a number that follows from other keys"
                                   : fmt::format("{}: {}", hearts::shape_words(key.shape),
                                                 values_of(key).empty() ? key.domain : "one of these");
  const std::string rules = hearts::joined(hearts::rule_ids_of(key), " ");
  text += item(kind + (rules.empty() ? "" : "  [" + rules + "]"), page);
  for (const hearts::RuleValue& one : hearts::values_of(key))
    text += "  " + item(fmt::format("{}: {}", one.value, one.meaning), page);
  return text;
}

json::object key_table_json(const hearts::RuleKey& key) {
  json::array values;
  for (const hearts::RuleValue& one : hearts::values_of(key))
    values.push_back(json::object{{"value", one.value}, {"meaning", one.meaning}});
  return {{"key", key.name},
          {"meaning", key.meaning},
          {"type", hearts::shape_words(key.shape)},
          {"domain", key.domain},
          {"set", key.set != nullptr},
          {"values", std::move(values)},
          {"rules", json::value_from(hearts::rule_ids_of(key))}};
}

/// Prints the keys of these names, or all keys if there are no names.
int show_keys(const std::vector<std::string>& names, bool as_json, const Page& page) {
  std::vector<const hearts::RuleKey*> keys;
  for (const std::string& name : names) keys.push_back(&hearts::known_rule_key(name));
  if (names.empty()) {
    for (const hearts::RuleKey& key : hearts::rule_keys()) keys.push_back(&key);
  }
  if (as_json) {
    json::array list;
    for (const hearts::RuleKey* key : keys) list.push_back(key_table_json(*key));
    std::cout << json::serialize(list) << "\n";
  } else {
    for (const hearts::RuleKey* key : keys) std::cout << (key == keys.front() ? "" : "\n") << key_text(*key, page);
  }
  return kDone;
}

struct VariantsOptions {
  std::vector<std::string> ids;
  bool keys = false;
  bool json = false;
};

int show_variants(const VariantsOptions& options, const Page& page) {
  if (options.keys) return show_keys(options.ids, options.json, page);
  // Resolves all ids first, so that nothing is shown if one of them is wrong.
  std::vector<hearts::Rules> list;
  for (const std::string& id : options.ids) {
    const std::vector<std::string> names = is_variant_pattern(id) ? variants_matching(id) : std::vector{id};
    for (const std::string& name : names) list.push_back(hearts::resolve_variant(name));
  }
  if (options.json && list.size() == 1 && !is_variant_pattern(options.ids.front())) {
    std::cout << json::serialize(variant_json(list.front())) << "\n";
  } else if (options.json) {
    if (list.empty()) {
      for (const hearts::Variant* variant : hearts::variants()) list.push_back(hearts::resolve_variant(variant->id));
    }
    json::array objects;
    for (const hearts::Rules& rules : list) objects.push_back(variant_json(rules));
    std::cout << json::serialize(objects) << "\n";
  } else if (list.empty()) {
    std::cout << variants_text(page);
  } else {
    for (std::size_t i = 0; i < list.size(); ++i) std::cout << (i == 0 ? "" : "\n\n") << variant_text(list[i], page);
  }
  return kDone;
}

}  // namespace

void define_variants(Command& command, const CommandContext& context) {
  auto options = std::make_shared<VariantsOptions>();
  command.value("ID", options->ids,
                "a variant to explain, such as black-lady@3+no_blood. \"*@4\" means all variants for four players. "
                "Without ID, the variants are listed");
  command.flag(
      "--keys", options->keys,
      "explain the keys of the rules in place of variants: meaning, type, values and rules. Then ID is the name "
      "of a key");
  const Argument json = command.flag(
      "--json", options->json,
      "print the resolved keys: an object with \"id\", \"variant\", \"summary\", \"players\", \"options\", \"keys\" "
      "and \"sources\". With several IDs it is a list of such objects; without ID, a list of all variants at their "
      "usual size");
  command.writes(Output::long_text, {json});
  command.footer(
      "A variant is written as its name, then its number of players, then options, then single keys of the rules. Only "
      "the name is required:\n"
      "  NAME[@PLAYERS][+OPTION[=VALUE]...][+KEY=VALUE...]\n"
      "\n"
      "The explanation gives the rules in plain words and lists the options of the variant. After each rule it names "
      "the rules of engine/RULES.md that it comes from, or \"set\" if a key was set by hand.\n"
      "Examples:\n"
      "  arena variants\n"
      "  arena variants royal@3+queens=SH\n"
      "  arena variants --keys moon.award\n"
      "  arena variants black-lady+no_blood+match.limit=50 --json");
  command.run([options, context] { return show_variants(*options, context.screens->out.page()); });
}

}  // namespace arena::cli
