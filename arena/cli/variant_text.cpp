#include "arena/cli/variant_text.h"

#include <fmt/format.h>

#include "arena/text/text_layout.h"
#include "arena/text/words.h"
#include "engine/explanation.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

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

std::string rules_in_brackets(const std::vector<std::string_view>& rules) {
  return rules.empty() ? "" : fmt::format("  [{}]", fmt::join(rules, " "));
}

std::string options_text(const hearts::Variant& variant) {
  std::string text = "Options\n";
  for (const hearts::VariantOption& option : variant.options) {
    text += item("+" + std::string(option.name) + (option.takes_value() ? "=VALUE" : "") + ": " +
                 std::string(option.summary) + "  [" + std::string(option.rules) + "]");
  }
  for (const hearts::OptionConflict& conflict : variant.conflicts) {
    text += item("+" + std::string(conflict.one) + " and +" + std::string(conflict.other) +
                 " exclude each other: " + std::string(conflict.why));
  }
  text += item("+KEY=VALUE: any key of the rules that can be set; --json shows them");
  return text;
}

}  // namespace

std::string variants_text() {
  CellTable table;
  table.heads = {{"variant", true}, {"players", true}, {"rules", true}};
  for (const hearts::Variant* variant : hearts::variants()) {
    table.rows.push_back({std::string(variant->id), players_of(*variant), std::string(variant->summary)});
  }
  return aligned(table);
}

std::string variant_text(const hearts::Rules& rules) {
  const hearts::Variant& variant = hearts::find_variant(rules.id);
  std::string text = rules.id + "\n" + item(std::string(variant.id) + ": " + std::string(variant.summary));
  for (const hearts::ExplainedSection& section : hearts::explain(rules)) {
    text += "\n" + std::string(section.title) + "\n";
    for (const hearts::ExplainedRule& line : section.lines)
      text += item(line.text + "." + rules_in_brackets(line.rules));
  }
  return text + "\n" + options_text(variant);
}

}  // namespace arena
