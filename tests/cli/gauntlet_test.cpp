// Challengers against a field, every set of bots, and a duel among others.

#include <set>

#include "arena/records/run_folder.h"
#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"

namespace gauntlet_test {

using namespace cli_test;

namespace {

/// The bots of each game.
std::vector<std::multiset<std::string>> tables_of(const fs::path& run) {
  std::vector<std::multiset<std::string>> tables;
  arena::read_run(run, [&](arena::GameRecord&& game, const hearts::GameRules&, const std::string&) {
    tables.emplace_back(game.bots.begin(), game.bots.end());
  });
  return tables;
}

const Words kShort = {"--hands", "1", "--isolation", "none", "--seed", "7"};

/// A folder with a run of three bots in "field", one of them in a folder that may change.
class Field : public ArenaFolder {
 public:
  Field() {
    add_bot("ann");
    does(Words{"run", "ann", sample_bot("random_c"), sample_bot("watch_c"), "--variant", "black-lady@4", "--variant",
               "royal-classic@2", "--blocks", "6", "--out", "field"} +
         kShort);
  }
  Outcome gauntlet(const Words& words) const {
    return arena(Words{"gauntlet"} + words + Words{"--isolation", "none", "--seed", "8"});
  }
  std::string error(const Words& words) const { return one_error(gauntlet(words + Words{"--log-level", "error"})); }
};

}  // namespace

TEST_CASE("a gauntlet seats one challenger at each table of the field's variants, and is rated with the field") {
  const Field field;
  field.add_bot("bob");
  field.add_bot("cyd");
  const std::string before = read_file(field.path() / "field/games.jsonl");
  const Outcome outcome = field.gauntlet({"bob", "cyd", "field", "--blocks", "12", "--out", "new"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out,
             ContainsSubstring("to rate them among all bots of the field: ") && ContainsSubstring(" rate field new\n"));
  CHECK(read_file(field.path() / "field/games.jsonl") == before);

  std::multiset<std::size_t> sizes;
  for (const std::multiset<std::string>& table : tables_of(field.path() / "new")) {
    CHECK(table.count("bob") + table.count("cyd") == 1);
    sizes.insert(table.size());
  }
  CHECK(sizes.count(4) == 6 * 4);
  CHECK(sizes.count(2) == 6 * 2);
  CHECK(run_arena(field.path(), {"verify", "new"}).code == 0);
  const Outcome rated = run_arena(field.path(), {"rate", "field", "new"});
  CHECK(rated.code == 0);
  CHECK_THAT(rated.out, ContainsSubstring("5 bots: ann, bob, cyd, random_c, watch_c"));

  // The same command finds nothing to do; more blocks are another stage.
  const std::string records = read_file(field.path() / "new/games.jsonl");
  CHECK(field.gauntlet({"bob", "cyd", "field", "--blocks", "12", "--out", "new"}).code == 0);
  CHECK(read_file(field.path() / "new/games.jsonl") == records);
  CHECK(field.error({"bob", "cyd", "field", "--blocks", "16", "--out", "new"}) ==
        "new: this command would change the run in it: 4 more blocks; to extend the run, add --extend; otherwise "
        "choose another --out, then rate both runs: arena rate new OUT");
  CHECK(field.gauntlet({"bob", "cyd", "field", "--blocks", "16", "--extend", "--out", "new"}).code == 0);
  CHECK(field.error({"bob", "field", "--blocks", "12", "--out", "new"}) ==
        "new holds another run: it is a gauntlet of 2 challengers; choose another --out, then rate both runs: arena "
        "rate new OUT");
}

TEST_CASE("a gauntlet of the same seed has the same games") {
  const Field field;
  field.add_bot("bob");
  for (const char* out : {"one", "two"})
    REQUIRE(field.gauntlet({"bob", "field", "--blocks", "2", "--out", out}).code == 0);
  CHECK(processes::sorted_lines(field.path() / "one/games.jsonl") ==
        processes::sorted_lines(field.path() / "two/games.jsonl"));
}

TEST_CASE("a new version of a bot challenges the old one, under its version's name", "[memory]") {
  const Field field;
  fs::copy(field.path() / "ann", field.path() / "new_ann", fs::copy_options::recursive);
  write_file(field.path() / "new_ann/notes.txt", "better");
  const Outcome outcome = field.gauntlet({"new_ann", "field", "--variant", "*@2", "--games", "6", "--out", "new"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const auto tables = tables_of(field.path() / "new");
  CHECK(tables.size() == 6);
  for (const auto& table : tables) CHECK(table.count("ann~2") == 1);
}

TEST_CASE("a gauntlet that cannot be played is refused in a sentence") {
  const Field field;
  field.add_bot("bob");
  CHECK(field.error({"field"}) == "a gauntlet needs one or more bots and, as the last argument, the run of the field");
  CHECK(field.error({"bob", "nowhere"}) == "there is no run 'nowhere'; give the folder of a run, or its games.jsonl");
  CHECK(field.error({"ann", "field"}) == "ann already plays in field; give the challenger another name");
  CHECK(field.error({"bob", "bob", "field"}) == "two challengers are called bob");
  CHECK_THAT(field.error({"bob", "field", "--variant", "*", "--variant", "omnibus@*"}),
             StartsWith("--variant omnibus@*: field does not play it; its variants are: "));
  write_file(field.path() / "bob/bot.json", R"({"name": "bob", "command": ["./random_c"], "plays": ["deluxe"]})");
  CHECK(field.error({"bob", "field"}) == "no challenger plays any variant of field");
  CHECK(field.error({"bob", "field", "--variant", "*"}) == "no challenger plays any of the chosen variants of field");
  write_file(field.path() / "ann/notes.txt", "changed");
  field.add_bot("cyd");
  CHECK(field.error({"cyd", "field"}) == "ann of field: its files in " + fs::canonical(field.path() / "ann").string() +
                                             " are missing, or have changed since it played there");
}

TEST_CASE("a full round-robin plays every set of bots once") {
  const Field field;
  field.add_bot("bob");
  field.add_bot("cyd");
  const Words command =
      Words{"run",    "ann",       "bob",          "cyd",       sample_bot("random_c"), sample_bot("watch_c"),
            "--full", "--variant", "black-lady@3", "--variant", "royal-classic@2",      "--out",
            "full"} +
      kShort;
  const Outcome outcome = run_arena(field.path(), command);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  std::map<std::multiset<std::string>, int> games;
  for (const auto& table : tables_of(field.path() / "full")) ++games[table];
  CHECK(games.size() == 10 + 10);
  for (const auto& [table, times] : games) CHECK(times == static_cast<int>(table.size()));
  CHECK(run_arena(field.path(), {"verify", "full"}).code == 0);
}

TEST_CASE("a duel among others has the two at every table, and the others about equally often") {
  const Field field;
  field.add_bot("bob");
  const Outcome outcome = run_arena(
      field.path(), Words{"duel", sample_bot("rules_cpp"), sample_bot("random_c"), "--with", "ann", "--with", "bob",
                          "--with", sample_bot("watch_c"), "--variant", "black-lady@4", "--out", "duel"} +
                        kShort);
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  std::map<std::string, int> games;
  for (const auto& table : tables_of(field.path() / "duel")) {
    CHECK(table.count("rules_cpp") == 1);
    CHECK(table.count("random_c") == 1);
    for (const std::string& bot : table) ++games[bot];
  }
  CHECK(std::abs(games["ann"] - games["bob"]) <= 8);
  CHECK(games["ann"] > 0);
  CHECK(run_arena(field.path(), {"verify", "duel"}).code == 0);
}

TEST_CASE("a league file plays a gauntlet, a full round-robin and a duel") {
  const Field field;
  field.add_bot("bob");
  const auto play = [&](const std::string& name, const std::string& format) {
    field.write_league({entrant("ann"), entrant(sample_bot("rules_cpp")), entrant("bob")},
                       R"("variants": [{"variant": "black-lady@4", "hands": 1}], )" + format, name + ".json");
    return run_arena(field.path(), {"run", name + ".json", "--out", name, "--isolation", "none", "--seed", "5",
                                    "--log-level", "error"});
  };
  CHECK(play("gauntlet", R"("format": "gauntlet", "challengers": ["rules_cpp"], "blocks": 4)").code == 0);
  for (const auto& table : tables_of(field.path() / "gauntlet")) CHECK(table.count("rules_cpp") == 1);
  CHECK(play("full", R"("full": true)").code == 0);
  CHECK(tables_of(field.path() / "full").size() == 4);
  // The first of the two is the weak one.
  const Outcome duel = play("duel", R"("format": "duel", "test": {"margin1": 1})");
  INFO(duel.err);
  CHECK(duel.code == 1);
  CHECK_THAT(duel.out, ContainsSubstring("ann is not shown to be stronger than rules_cpp"));
  for (const auto& table : tables_of(field.path() / "duel")) CHECK(table.count("bob") > 0);

  const auto error = [&](const std::string& format) { return one_error(play("bad", format)); };
  CHECK(error(R"("format": "gauntlet", "challengers": ["bob", "eve"], "blocks": 4)") ==
        "bad.json: challengers[1]: eve is not an entrant");
  CHECK(error(R"("format": "gauntlet", "challengers": ["bob", "bob"], "blocks": 4)") ==
        "bad.json: challengers[1]: bob is named twice");
  CHECK(error(R"("format": "gauntlet", "challengers": ["bob", "ann", "rules_cpp"], "blocks": 4)") ==
        "bad.json: challengers[0]: all entrants are challengers, so they have no opponents");
}

}  // namespace gauntlet_test
