#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "arena/cli/commands.h"
#include "arena/cli/variant_json.h"
#include "arena/cli/variant_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

struct Options {
  std::vector<std::string> ids;
  bool json = false;
};

std::string all_json(const std::vector<hearts::Rules>& list) {
  boost::json::array array;
  for (const hearts::Rules& rules : list) array.push_back(variant_json(rules));
  return boost::json::serialize(array);
}

int show_variants(const Options& options) {
  // All ids first: with a bad one among them nothing is shown.
  std::vector<hearts::Rules> list;
  for (const std::string& id : options.ids) list.push_back(hearts::resolve_variant(id));
  if (options.json && list.size() == 1) {
    std::cout << boost::json::serialize(variant_json(list.front())) << "\n";
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

Command add_variants(CLI::App& app, const Surroundings&) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("variants", "List the variants, or explain the rules of some");
  command->add_option("ID", options->ids,
                      "id[@players][+option[=value]...][+key=value...]: its rules in plain words, each with the rules\n"
                      "of engine/RULES.md it stands on (\"set\" where a key was set by hand), and its options");
  command->add_flag(
      "--json", options->json,
      "the resolved keys: {\"id\", \"variant\", \"summary\", \"players\", \"options\", \"keys\", \"sources\"};\n"
      "a list of such objects with several IDs, or with none: all variants at their usual size");
  command->footer(
      "Examples:\n"
      "  arena variants\n"
      "  arena variants royal@3+queens=SH\n"
      "  arena variants black-lady+no_blood+match.limit=50 --json");
  return {command, [options] { return show_variants(*options); }};
}

}  // namespace arena::cli
