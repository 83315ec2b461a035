// One league over every variant at every size, and with every option that a league can play, to the end and verified.

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <map>

#include "engine/variants/registry.h"
#include "tests/cli/arena_command.h"
#include "tests/process/league_variants.h"

namespace all_variants_test {

using namespace cli_test;

TEST_CASE("a league over all variants, sizes and options plays to its end without a fault, and is verified") {
  const LeagueFolder folder;
  const Words ids = processes::league_variants();
  CHECK(ids.size() > 50);
  json::array variants;
  for (const std::string& id : ids) variants.push_back({{"variant", id}, {"hands", 2}});
  Words bots;
  for (const char* bot : {"rules_cpp", "random_c", "monte_carlo_cpp", "random_c"}) {
    bots.push_back(entrant(sample_bot(bot), bot + std::to_string(bots.size())));
  }
  folder.write_league(
      bots, "\"blocks\": " + std::to_string(ids.size()) + ", \"variants\": " + json::serialize(variants), "all.json");

  const Outcome run =
      run_arena(folder.path(), {"run", "all.json", "--seed", "all", "--out", "run", "--isolation", "none"});
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.err.find("info: tournament-laws@4 is played as tournament-laws@4+reject_illegal: ") != std::string::npos);
  CHECK(read_file(folder.path() / "run/faults.jsonl").empty());

  std::map<std::string, int> games;
  for (const std::string& line : lines_of(read_file(folder.path() / "run/games.jsonl"))) {
    const json::value record = json::parse(line);
    if (record.at("type") == "game") ++games[std::string(record.at("variant").as_string())];
  }
  CHECK(games.size() == ids.size());
  for (const std::string& id : ids) {
    const hearts::Rules rules = hearts::resolve_variant(id);
    const bool laws = rules.has_table_laws();
    const std::string played = laws ? hearts::resolve_variant(id + "+reject_illegal").id : rules.id;
    INFO(played);
    CHECK(games[played] == rules.seats);
  }

  const Outcome verified = run_arena(folder.path(), {"verify", "run"});
  INFO(verified.out << verified.err);
  CHECK(verified.code == 0);
}

}  // namespace all_variants_test
