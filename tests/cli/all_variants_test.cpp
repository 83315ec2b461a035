// One league over every variant at every size, and with every option that a league can play, to the end and verified.

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <map>
#include <set>
#include <sstream>

#include "arena/league/manifest.h"
#include "engine/variants/registry.h"
#include "tests/arena/records/scratch_folder.h"
#include "tests/catch.h"
#include "tests/cli/arena_command.h"

using namespace cli_test;
using arena::test::bytes_of;
using arena::test::ScratchFolder;
using arena::test::write_bytes;

namespace {

namespace json = boost::json;

/// Ids as they are asked for, by the id they are played as; each set of rules once.
class Ids {
 public:
  void add(const std::string& id) {
    try {
      const hearts::Rules rules = hearts::resolve_variant(id);
      if (hashes_.insert(arena::rules_hash(rules)).second) ids_.push_back(id);
    } catch (const hearts::RulesError&) {
      // An option that is not for this size.
    }
  }
  const std::vector<std::string>& ids() const { return ids_; }

 private:
  std::vector<std::string> ids_;
  std::set<std::string> hashes_;
};

std::vector<std::string> all_ids() {
  Ids ids;
  for (const hearts::Variant* variant : hearts::variants()) {
    const auto at = [&](int seats) { return std::string(variant->id) + "@" + std::to_string(seats); };
    for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) ids.add(at(seats));
    for (const hearts::VariantOption& option : variant->options) {
      // With the laws refused in any case the first is there already, and the second contradicts that.
      if (option.name == "reject_illegal" || option.name == "all_penalty_cards") continue;
      const std::string name = "+" + std::string(option.name) + (option.takes_value() ? "=HD" : "");
      const bool kitty = option.name.starts_with("kitty");
      for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) {
        if (kitty || seats == variant->seats_default) ids.add(at(seats) + name);
      }
    }
  }
  ids.add("green-queen-jokers@4+moon.leftover=exempt+leftover.visibility=public");
  ids.add("omnibus@5+kitty_last+leftover.visibility=taker");
  ids.add("royal@2+queens=CD+pass.count=2");
  return ids.ids();
}

}  // namespace

TEST_CASE("a league over all variants, sizes and options plays to its end without a fault, and is verified") {
  const ScratchFolder folder;
  const std::vector<std::string> ids = all_ids();
  CHECK(ids.size() > 50);
  json::array variants;
  for (const std::string& id : ids) variants.push_back({{"variant", id}, {"hands", 2}});
  json::array bots;
  for (const char* bot : {"rules_cpp", "random_c", "rules_cpp", "random_c"}) {
    bots.push_back({{"bot", sample_bot(bot)}, {"name", bot + std::to_string(bots.size())}});
  }
  const json::object league = {
      {"league", 1}, {"entrants", bots}, {"variants", variants}, {"blocks", static_cast<int>(ids.size())}};
  write_bytes(folder.path() / "all.json", json::serialize(league));

  const Outcome run =
      run_arena(folder.path(), {"run", "all.json", "--seed", "all", "--out", "run", "--isolation", "none"});
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.err.find("info: tournament-laws@4 is played as tournament-laws@4+reject_illegal: ") != std::string::npos);
  CHECK(bytes_of(folder.path() / "run/faults.jsonl").empty());

  std::map<std::string, int> games;
  std::istringstream records(bytes_of(folder.path() / "run/games.jsonl"));
  for (std::string line; std::getline(records, line);) {
    const json::value record = json::parse(line);
    if (record.at("type") == "game") ++games[std::string(record.at("variant").as_string())];
  }
  CHECK(games.size() == ids.size());
  for (const std::string& id : ids) {
    const hearts::Rules rules = hearts::resolve_variant(id);
    const bool laws = rules.illegal_action == hearts::IllegalAction::table_laws;
    const std::string played = laws ? hearts::resolve_variant(id + "+reject_illegal").id : rules.id;
    INFO(played);
    CHECK(games[played] == rules.seats);
  }

  for (const std::vector<std::string>& check :
       std::vector<std::vector<std::string>>{{"verify", "run"}, {"replay", "--verify", "run"}}) {
    const Outcome verified = run_arena(folder.path(), check);
    INFO(verified.out << verified.err);
    CHECK(verified.code == 0);
  }
}
