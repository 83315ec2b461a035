#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "arena/cli/commands.h"
#include "arena/text/text_layout.h"
#include "arena/text/words.h"
#include "engine/explanation.h"
#include "engine/rule_keys.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kWidth = 110;

std::string players_of(const hearts::Variant& variant) {
  const std::string least = std::to_string(variant.seats_min);
  return variant.seats_min == variant.seats_max ? least : least + "-" + std::to_string(variant.seats_max);
}

/// Broken at the page's width; the first line is set in by two columns, the others by four.
std::string item(const std::string& text) {
  const std::string lines = wrapped(text, kWidth - 4);
  std::string shown;
  for (std::string_view rest = lines; !rest.empty();)
    shown += fmt::format("{}{}\n", shown.empty() ? "  " : "    ", cut_line(rest));
  return shown;
}

std::string options_text(const hearts::Variant& variant) {
  std::string text = "Options\n";
  for (const hearts::VariantOption& option : variant.options) {
    text += item(fmt::format("+{}{}: {}  [{}]", option.name, option.takes_value() ? "=VALUE" : "", option.summary,
                             option.rules));
  }
  for (const hearts::VariantOption& option : variant.options) {
    if (option.excludes.empty()) continue;
    text += item(fmt::format("+{} and +{} exclude each other: {}", option.name, option.excludes, option.why_not_both));
  }
  text += item("+KEY=VALUE: any key of the rules that can be set; --json shows them");
  return text;
}

/// A line for each variant: id, players, what is special about it.
std::string variants_text() {
  CellTable table;
  table.heads = {{"variant", true}, {"players", true}, {"rules", true}};
  for (const hearts::Variant* variant : hearts::variants()) {
    table.rows.push_back({std::string(variant->id), players_of(*variant), std::string(variant->summary)});
  }
  return aligned(table);
}

/// The rules in plain words by section, each line with its ids of engine/RULES.md; then the variant's options.
std::string variant_text(const hearts::Rules& rules) {
  const hearts::Variant& variant = hearts::find_variant(rules.id);
  std::string text = rules.id + "\n" + item(std::string(variant.id) + ": " + std::string(variant.summary));
  for (const hearts::ExplainedSection& section : hearts::explain(rules)) {
    text += "\n" + std::string(section.title) + "\n";
    for (const hearts::ExplainedRule& line : section.lines)
      text += item(line.text + (line.rules.empty() ? "." : fmt::format(".  [{}]", fmt::join(line.rules, " "))));
  }
  return text + "\n" + options_text(variant);
}

json::value key_json(const hearts::RuleKey& key, const std::string& text) {
  using hearts::ValueShape;
  const bool numbers = key.shape == ValueShape::number_list || key.shape == ValueShape::number_map;
  const auto item = [&](std::string_view part) {
    return numbers ? json::value(leading_number(part)) : json::value(part);
  };
  const auto parts = text == "none" ? std::vector<std::string_view>() : hearts::split(text, ",");
  switch (key.shape) {
    case ValueShape::word_or_none:
      if (text == "none") return nullptr;
      [[fallthrough]];
    case ValueShape::word:
      return json::value(text);
    case ValueShape::flag:
      return text == "true";
    case ValueShape::number_or_none:
      if (text == "none") return nullptr;
      [[fallthrough]];
    case ValueShape::number:
      return leading_number(text);
    case ValueShape::letters:
      return json::value(hearts::joined(hearts::split(text, ","), ""));
    case ValueShape::word_list:
    case ValueShape::number_list: {
      json::array list;
      for (const std::string_view part : parts) list.push_back(item(part));
      return list;
    }
    case ValueShape::word_map:
    case ValueShape::number_map: {
      json::object map;
      for (const std::string_view part : parts) {
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
    if (!option.excludes.empty()) excludes.push_back(json::value(option.excludes));
    for (const hearts::VariantOption& other : variant.options) {
      if (other.excludes == option.name) excludes.push_back(json::value(other.name));
    }
    if (!excludes.empty()) object["excludes"] = std::move(excludes);
    options.push_back(std::move(object));
  }
  return options;
}

/// All keys of the rules with their values and the rules that each stands on. FORMAT.md documents it.
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

struct VariantsOptions {
  std::vector<std::string> ids;
  bool json = false;
};

int show_variants(const VariantsOptions& options) {
  // All ids first: with a bad one among them nothing is shown.
  std::vector<hearts::Rules> list;
  for (const std::string& id : options.ids) list.push_back(hearts::resolve_variant(id));
  if (options.json && list.size() == 1) {
    std::cout << json::serialize(variant_json(list.front())) << "\n";
  } else if (options.json) {
    if (list.empty()) {
      for (const hearts::Variant* variant : hearts::variants()) list.push_back(hearts::resolve_variant(variant->id));
    }
    json::array objects;
    for (const hearts::Rules& rules : list) objects.push_back(variant_json(rules));
    std::cout << json::serialize(objects) << "\n";
  } else if (list.empty()) {
    std::cout << variants_text();
  } else {
    for (std::size_t i = 0; i < list.size(); ++i) std::cout << (i == 0 ? "" : "\n\n") << variant_text(list[i]);
  }
  return kDone;
}

}  // namespace

void add_variants(CommandLine& line, const CommandContext&) {
  auto options = std::make_shared<VariantsOptions>();
  Command& command = line.add("variants", "List the variants, or explain the rules of some");
  command.value("ID", options->ids,
                "id[@players][+option[=value]...][+key=value...]: its rules in plain words, each with the rules\n"
                "of engine/RULES.md it stands on (\"set\" where a key was set by hand), and its options");
  command.flag(
      "--json", options->json,
      "the resolved keys: {\"id\", \"variant\", \"summary\", \"players\", \"options\", \"keys\", \"sources\"};\n"
      "a list of such objects with several IDs, or with none: all variants at their usual size");
  command.footer(
      "Examples:\n"
      "  arena variants\n"
      "  arena variants royal@3+queens=SH\n"
      "  arena variants black-lady+no_blood+match.limit=50 --json");
  command.run([options] { return show_variants(*options); });
}

}  // namespace arena::cli
