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
#include "arena/app/commands/session_options.h"
#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "arena/game/variants/variant_file.h"
#include "arena/league/plan/league_variants.h"
#include "engine/explanation.h"
#include "engine/rule_keys.h"
#include "engine/rule_values.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

namespace json = boost::json;

std::string players_of(const hearts::VariantBook::Known& variant) {
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
std::string variants_text(const hearts::VariantBook& book, const Page& page) {
  CellTable table;
  table.heads = {{"variant", true}, {"players", true}, {"rules", true, 0, Narrowing::wraps}};
  for (const hearts::VariantBook::Known& variant : book.all())
    table.rows.push_back({std::string(variant.id), players_of(variant), std::string(variant.summary)});
  return fitted(std::move(table), page.table_columns);
}

/// Says what a variant of a file is, and which other names its rules have.
std::string named_text(const hearts::Rules& rules, const hearts::NamedVariant& named, const hearts::VariantBook& book,
                       const Page& page) {
  std::string text = item(fmt::format("{}: {}", named.name, named.title.empty() ? "no title" : named.title), page);
  if (!named.about.empty()) text += item(named.about, page);
  text += item("in terms of the rule systems: " + book.meant(rules.id).id, page);
  for (const hearts::VariantBook::Known& other : book.all()) {
    if (other.id == named.name || rules.seats < other.seats_min || rules.seats > other.seats_max) continue;
    const hearts::Rules same = book.resolve(fmt::format("{}@{}", other.id, rules.seats));
    if (rules_text(same) == rules_text(rules)) text += item("the same rules as " + same.id, page);
  }
  return text;
}

/// Explains the rules in plain words by section, each line with its ids of engine/RULES.md, and the variant's options.
std::string variant_text(const hearts::Rules& rules, const hearts::VariantBook& book, const Page& page) {
  const hearts::Variant& variant = hearts::find_variant(book.expanded(rules.id));
  std::string text = rules.id + "\n";
  const std::size_t plus = std::min(rules.id.find('+'), rules.id.size());
  if (const hearts::NamedVariant* named = book.find(rules.id); named != nullptr) {
    text += named_text(rules, *named, book, page);
  } else if (plus == rules.id.size()) {
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
json::object variant_json(const hearts::Rules& rules, const hearts::VariantBook& book) {
  const hearts::Variant& variant = hearts::find_variant(book.expanded(rules.id));
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
  json::object object = {{"id", rules.id},
                         {"variant", variant.id},
                         {"summary", variant.summary},
                         {"players", {{"min", variant.seats_min}, {"max", variant.seats_max}}},
                         {"options", options_json(variant)},
                         {"keys", std::move(keys)},
                         {"sources", std::move(sources)}};
  if (const hearts::NamedVariant* named = book.find(rules.id); named != nullptr) {
    object["name"] = named->name;
    object["title"] = named->title;
    object["about"] = named->about;
    object["means"] = book.meant(rules.id).id;
    object["players"] = {{"min", named->seats_min}, {"max", named->seats_max}};
  }
  return object;
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
  std::vector<std::string> files;
  std::string new_file;
  bool keys = false;
  bool json = false;
};

int show_variants(const VariantsOptions& options, const Page& page) {
  if (options.keys) return show_keys(options.ids, options.json, page);
  const hearts::VariantBook book = read_variants(options.files);
  if (!options.new_file.empty()) {
    std::cout << variant_file_text("my-variant", options.new_file, book);
    return kDone;
  }
  // Resolves all ids first, so that nothing is shown if one of them is wrong.
  std::vector<hearts::Rules> list;
  for (const std::string& id : options.ids) {
    const std::vector<std::string> names = is_variant_pattern(id) ? variants_matching(id, book) : std::vector{id};
    for (const std::string& name : names) list.push_back(book.resolve(name));
  }
  if (options.json && list.size() == 1 && !is_variant_pattern(options.ids.front())) {
    std::cout << json::serialize(variant_json(list.front(), book)) << "\n";
  } else if (options.json) {
    if (list.empty()) {
      for (const hearts::VariantBook::Known& variant : book.all()) list.push_back(book.resolve(variant.id));
    }
    json::array objects;
    for (const hearts::Rules& rules : list) objects.push_back(variant_json(rules, book));
    std::cout << json::serialize(objects) << "\n";
  } else if (list.empty()) {
    std::cout << variants_text(book, page);
  } else {
    for (std::size_t i = 0; i < list.size(); ++i)
      std::cout << (i == 0 ? "" : "\n\n") << variant_text(list[i], book, page);
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
  add_variant_files(command, options->files);
  const Argument new_file =
      command
          .value("--new", options->new_file,
                 "print a variant file for these rules, to be saved under a name, changed and read with --variants")
          .value_name("VARIANT");
  const Argument json = command.flag(
      "--json", options->json,
      "print the resolved keys: an object with \"id\", \"variant\", \"summary\", \"players\", \"options\", \"keys\" "
      "and \"sources\". With several IDs it is a list of such objects; without ID, a list of all variants at their "
      "usual size");
  command.writes(Output::long_text, {json, new_file});
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
      "  arena variants --new black-lady@4+no_blood+match.limit=50 > my-variant.json\n"
      "  arena variants black-lady+no_blood+match.limit=50 --json");
  command.run([options, context] { return show_variants(*options, context.screens->out.page()); });
}

}  // namespace arena::cli
