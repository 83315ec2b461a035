#include <fmt/format.h>

#include <iostream>

#include "arena/cli/commands.h"
#include "arena/cli/variant_json.h"
#include "arena/cli/variant_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

struct VariantsOptions {
  std::vector<std::string> ids;
  bool json = false;
};

std::string all_json(const std::vector<hearts::Rules>& list) {
  std::vector<std::string> objects;
  for (const hearts::Rules& rules : list) objects.push_back(variant_json(rules));
  return fmt::format("[{}]", fmt::join(objects, ","));
}

int show_variants(const VariantsOptions& options) {
  // All ids first: with a bad one among them nothing is shown.
  std::vector<hearts::Rules> list;
  for (const std::string& id : options.ids) list.push_back(hearts::resolve_variant(id));
  if (options.json && list.size() == 1) {
    std::cout << variant_json(list.front()) << "\n";
  } else if (options.json) {
    if (list.empty()) {
      for (const hearts::Variant* variant : hearts::variants()) list.push_back(hearts::resolve_variant(variant->id));
    }
    std::cout << all_json(list) << "\n";
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
  command.texts("ID", options->ids,
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
