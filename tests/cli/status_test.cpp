// The organiser keeps bots out of a league and takes them back: what runs, standings and pages make of it.

#include "tests/cli/arena_command.h"

namespace status_test {

using namespace cli_test;

namespace {

class League : public ArenaFolder {
 public:
  League() {
    for (const std::string name : {"ann", "bob", "cyd"}) add_bot(name);
    set_blocks(4);
  }
  void set_blocks(int blocks, const std::string& more = {}) const {
    write_league({entrant("ann"), entrant("bob"), entrant("cyd")},
                 R"("variants": [{"variant": "royal-classic@2", "hands": 1}], "seed": "7", "blocks": )" +
                     std::to_string(blocks) + more);
  }
  Outcome run(const Words& more = {}) const {
    return arena(Words{"run", ".", "--out", "run", "--isolation", "none", "--log-level", "info"} + more);
  }
  Outcome decide(const std::string& command, const std::string& bot, const std::string& reason) const {
    return arena({command, bot, "--league", ".", "--reason", reason});
  }
};

}  // namespace

TEST_CASE("a withdrawn bot plays no further games, and returns when it is reinstated") {
  const League league;
  REQUIRE(league.run().code == 0);
  const Outcome withdrawn = league.decide("withdraw", "bob", "its author asked");
  CHECK(withdrawn.code == 0);
  CHECK_THAT(withdrawn.out, StartsWith("bob is withdrawn (2") && ContainsSubstring(": its author asked).\n") &&
                                ContainsSubstring("a run in progress still plays it") &&
                                ContainsSubstring("--out RUN --extend"));
  CHECK_THAT(one_error(league.decide("withdraw", "bob", "again")),
             StartsWith("bob is already withdrawn (2") && ContainsSubstring("nothing has changed"));
  CHECK(league.decide("withdraw", "bbo", "x").code == 2);
  CHECK_THAT(one_error(league.decide("withdraw", "bbo", "x")), ContainsSubstring("the nearest is bob"));

  league.set_blocks(8);
  const Outcome refused = league.run();
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("this command would change the run in it: bob is withdrawn; to extend "));
  const Outcome extended = league.run({"--extend"});
  INFO(extended.err);
  REQUIRE(extended.code == 0);
  CHECK_THAT(extended.err, ContainsSubstring("info: stage 2: bob is withdrawn; ") &&
                               ContainsSubstring(": its author asked), so it plays no games\n"));
  CHECK_THAT(extended.out, ContainsSubstring("bob is withdrawn (2") && !ContainsSubstring("   -  bob "));
  const std::string records = read_file(league.path() / "run/games.jsonl");
  const std::size_t second = records.rfind(R"("type":"run")");
  CHECK(records.find(R"("bob")", second) == std::string::npos);
  CHECK_THAT(read_file(league.path() / "run/standings.md"),
             !ContainsSubstring("| bob |") && ContainsSubstring("1 withdrawn bot is not shown"));
  CHECK_THAT(league.does({"verify", "run"}), ContainsSubstring("the ratings follow from the games"));

  REQUIRE(league.decide("reinstate", "bob", "corrected").code == 0);
  league.set_blocks(12);
  const Outcome back = league.run({"--extend"});
  INFO(back.err);
  CHECK(back.code == 0);
  CHECK_THAT(back.err, ContainsSubstring("info: stage 3: bob is back; "));
  CHECK_THAT(league.does({"rate", "run"}), !ContainsSubstring("withdrawn"));
  CHECK_THAT(league.does({"submissions", "."}),
             ContainsSubstring("withdrawn   bob") && ContainsSubstring("reinstated  bob"));
}

TEST_CASE("a bot that is disqualified after the last game has no rank, and its games count") {
  const League league;
  REQUIRE(league.run().code == 0);
  REQUIRE(league.decide("disqualify", "ann", "it helped <b>bob</b> & \"cyd\"").code == 0);
  const Outcome marked = league.run({"--extend"});
  INFO(marked.err);
  CHECK(marked.code == 0);
  CHECK_THAT(marked.err, ContainsSubstring("ann is disqualified: nothing is left to play"));
  const std::string text = league.does({"rate", "run"});
  CHECK_THAT(text, !ContainsSubstring("   -  ann ") && ContainsSubstring("\n1 disqualified bot is not shown") &&
                       ContainsSubstring(" and has no rank; its games count for the "));
  CHECK_THAT(league.does({"rate", "run", "--all"}), ContainsSubstring("   -  ann "));
  CHECK_THAT(read_file(league.path() / "run/standings.md"),
             !ContainsSubstring("| - | ann |") && ContainsSubstring("1 disqualified bot is not shown"));
  CHECK_THAT(league.does({"rate", "run", "--csv"}), ContainsSubstring("\noverall,,,,ann,disqualified,"));
  const json::object rated = json::parse(league.does({"rate", "run", "--json"})).as_object();
  const json::object& status = rated.at("field").at("statuses").at(0).as_object();
  CHECK(status.at("state") == "disqualified");
  CHECK(status.at("reason") == "it helped <b>bob</b> & \"cyd\"");
  CHECK(rated.at("tables").at(0).at("rows").at(2).at("rank").is_null());
  CHECK_THAT(league.does({"verify", "run"}), ContainsSubstring("the ratings follow from the games"));
  league.does({"report", "run"});
  const std::string page = read_file(league.path() / "run/report.html");
  CHECK_THAT(page, ContainsSubstring("it helped \\u003cb\\u003ebob") && !ContainsSubstring("<b>bob"));
  fs::rename(league.path() / "run/status.json", league.path() / "status.json");
  const Outcome lacking = league.arena({"verify", "run"});
  CHECK(lacking.code == 1);
  CHECK_THAT(lacking.err, ContainsSubstring("run/ratings.json does not follow from the games alone: ") &&
                              ContainsSubstring("run/standings.md does not follow from the games alone: ") &&
                              ContainsSubstring("run/status.json is missing; copy that file"));
  // The games of the run are those that were played before.
  CHECK(count(read_file(league.path() / "run/games.jsonl"), R"("type":"run")") == 1);
}

TEST_CASE("a run that is stopped when its bot is withdrawn continues without it only if that is asked for") {
  const League league;
  league.set_blocks(100'000);
  const Outcome stopped = league.arena({"run", ".", "--out", "run", "--isolation", "none", "--max-time", "1s"});
  REQUIRE(stopped.code == 130);
  REQUIRE(league.decide("withdraw", "bob", "it is broken").code == 0);
  CHECK_THAT(league.run().err, ContainsSubstring("would change the run in it: bob is withdrawn; to extend the run"));
  const Outcome extended = league.run({"--extend", "--max-time", "1s"});
  INFO(extended.err);
  CHECK(extended.code == 130);
  CHECK_THAT(extended.err, ContainsSubstring("info: stage 2: bob is withdrawn"));
  CHECK_THAT(league.does({"rate", "run"}), ContainsSubstring("bob is withdrawn (2"));
}

TEST_CASE("a decision that leaves no more bots than a search looks for ends the search") {
  const League league;
  const std::string until = R"(, "until": {"first": 2})";
  const Words play = {"run", ".", "--out", "run", "--isolation", "none", "--max-time", "1s"};
  SECTION("a stopped run ends with its key") {
    league.set_blocks(100'000, until);
    REQUIRE(league.arena(play).code == 130);
    REQUIRE(league.decide("withdraw", "bob", "it is broken").code == 0);
    CHECK_THAT(league.run().err, ContainsSubstring("run: the search for the first 2 bots has ended (ann, cyd), "
                                                   "so nothing is left to play; to end the run (bob is "
                                                   "withdrawn), add --extend"));
  }
  SECTION("a finished run is only marked") {
    league.set_blocks(4, until);
    REQUIRE(league.run().code == 0);
    REQUIRE(league.decide("withdraw", "bob", "it is broken").code == 0);
  }
  const std::string places = read_file(league.path() / "run/local.json");
  const Outcome ended = league.run({"--extend"});
  INFO(ended.err);
  CHECK(ended.code == 0);
  CHECK(read_file(league.path() / "run/local.json") == places);
  CHECK_THAT(ended.err, ContainsSubstring("info: bob is withdrawn; the search for the first 2 bots has ended"));
  const std::string records = read_file(league.path() / "run/games.jsonl");
  CHECK(count(records, R"("type":"run")") == 1);
  CHECK(count(records, R"("type":"end")") == 1);
  CHECK_THAT(league.does({"rate", "run"}),
             ContainsSubstring("The first 2 bots are known, because no others are left: "));
  league.does({"verify", "run"});
  CHECK(league.run({"--extend"}).code == 0);
  CHECK(read_file(league.path() / "run/games.jsonl") == records);
  CHECK_THAT(league.run().err, ContainsSubstring("to play on, enter more bots and add --extend"));
}

TEST_CASE("decisions that leave one bot end a search for the first one") {
  const League league;
  league.set_blocks(4, R"(, "until": {"first": 1})");
  REQUIRE(league.run().code == 0);
  for (const std::string bot : {"bob", "cyd"}) REQUIRE(league.decide("withdraw", bot, "it is broken").code == 0);
  const Outcome ended = league.run({"--extend"});
  INFO(ended.err);
  CHECK(ended.code == 0);
  CHECK_THAT(ended.err, ContainsSubstring("info: bob is withdrawn, cyd is withdrawn; the search for the first bot has "
                                          "ended (ann), so nothing is left to play"));
  CHECK_THAT(league.does({"rate", "run"}),
             ContainsSubstring("The first bot is known, because no others are left: ann."));
  league.does({"verify", "run"});
}

TEST_CASE("decisions that leave fewer than two bots end a run, stopped or finished, and none can begin") {
  const League league;
  Words out;
  bool is_stopped = true;
  SECTION("nobody is left of a stopped run") { out = {"ann", "bob", "cyd"}; }
  SECTION("one bot is left of a stopped run") { out = {"ann", "cyd"}; }
  SECTION("nobody is left of a finished run") {
    out = {"ann", "bob", "cyd"};
    is_stopped = false;
  }
  league.set_blocks(is_stopped ? 100'000 : 4);
  const Words play = {"run", ".", "--out", "run", "--isolation", "none", "--max-time", is_stopped ? "1s" : "1h"};
  REQUIRE(league.arena(play).code == (is_stopped ? 130 : 0));
  for (const std::string& bot : out) REQUIRE(league.decide("disqualify", bot, "it cheats").code == 0);

  const std::string left = out.size() == 3 ? "no bot is left" : "only bob is left";
  const Outcome refused = league.run();
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("error: run: " + left + ", so nothing is left to play; to "));
  CHECK((refused.err.find("add --extend; to play on, also enter more bots") != std::string::npos) == is_stopped);
  for (const Words& command : {Words{"run", ".", "--out", "new"}, Words{"plan", "."},
                               Words{"plan", ".", "--commit", "run", "--extend", "--shards", "2"}}) {
    const Outcome none = league.arena(command);
    CHECK(none.code == 2);
    CHECK_THAT(none.err, ContainsSubstring("league.json: fewer than two bots are left: ann is disqualified (2"));
  }
  CHECK_FALSE(fs::exists(league.path() / "new"));

  const Outcome ended = league.run({"--extend"});
  INFO(ended.err);
  CHECK(ended.code == 0);
  CHECK_THAT(ended.err, ContainsSubstring("; " + left + ", so nothing is left to play\n"));
  const std::string records = read_file(league.path() / "run/games.jsonl");
  CHECK(count(records, R"("type":"run")") == 1);
  CHECK(count(records, R"("type":"end")") == 1);
  CHECK(count(records, R"("cut":true)") == (is_stopped ? 1 : 0));
  league.does({"verify", "run"});
  const json::value rated = json::parse(league.does({"rate", "run", "--json"}));
  // The organiser may have looked before the run was cut.
  CHECK(rated.at("intervals").at("kind") == (is_stopped ? "open" : "plain"));
  CHECK(rated.at("field").at("statuses").as_array().size() == out.size());
  if (!is_stopped) return;
  for (const std::string bot : {"ann", "cyd"}) REQUIRE(league.decide("reinstate", bot, "it does not").code == 0);
  if (out.size() == 3) return;
  const Outcome again =
      league.arena(Words{"run", ".", "--out", "run", "--isolation", "none", "--max-time", "1s", "--extend"});
  CHECK_THAT(again.err, ContainsSubstring("info: stage 2: its last stage was ended early; "));
}

TEST_CASE("a league of which a decision leaves no more bots than it looks for cannot begin") {
  const League league;
  league.set_blocks(4, R"(, "until": {"first": 2})");
  REQUIRE(league.decide("withdraw", "bob", "it is broken").code == 0);
  for (const Words& command : {Words{"run", ".", "--out", "run"}, Words{"plan", "."}}) {
    const Outcome refused = league.arena(command);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, ContainsSubstring("the league must have more bots than the 2 that it"));
  }
}

TEST_CASE("a bot that is withdrawn after the plan still plays in its shards, and leaves in the next stage") {
  const League league;
  REQUIRE(league.decide("disqualify", "ann", "first").code == 0);
  const auto plan = [&](const Words& more = {}) {
    return league.arena(Words{"plan", ".", "--commit", "run", "--shards", "2"} + more);
  };
  const auto shard = [&](const std::string& which) {
    return league.arena({"run", ".", "--out", "run", "--isolation", "none", "--shard", which});
  };
  league.does({"plan", ".", "--commit", "run", "--shards", "2", "--isolation", "none"});
  REQUIRE(shard("0/2").code == 0);
  REQUIRE(league.decide("reinstate", "ann", "a mistake").code == 0);
  REQUIRE(league.decide("withdraw", "bob", "its author asked").code == 0);
  const Outcome other = shard("1/2");
  INFO(other.err);
  CHECK(other.code == 0);
  CHECK_THAT(league.does({"merge", "run"}), ContainsSubstring("bob") && !ContainsSubstring("withdrawn"));
  league.set_blocks(8);
  const Outcome next = plan({"--extend", "--isolation", "none"});
  INFO(next.err);
  REQUIRE(next.code == 0);
  CHECK_THAT(next.err, ContainsSubstring("bob is withdrawn") && ContainsSubstring("ann is new"));
  CHECK(shard("0/2").code == 0);
  CHECK(shard("1/2").code == 0);
  CHECK_THAT(league.does({"merge", "run"}), ContainsSubstring("bob is withdrawn (2"));
  CHECK_THAT(league.does({"verify", "run"}), ContainsSubstring("the ratings follow from the games"));
}

TEST_CASE("a league that needs a bot that is kept out says so") {
  const League league;
  REQUIRE(league.decide("withdraw", "bob", "first").code == 0);
  league.set_blocks(4, R"(, "anchors": {"bob": 1500})");
  CHECK_THAT(one_error(league.run()), ContainsSubstring("anchors: bob is withdrawn (2") &&
                                          ContainsSubstring("arena reinstate bob --league . --reason REASON"));
  league.set_blocks(4, R"(, "format": "gauntlet", "challengers": ["bob"])");
  CHECK_THAT(one_error(league.run()), ContainsSubstring("challengers: bob is withdrawn (2"));
  league.set_blocks(4, R"(, "format": "duel")");
  CHECK_THAT(one_error(league.run()), ContainsSubstring("entrants[1]: bob is withdrawn (2") &&
                                          ContainsSubstring("a duel needs both of its bots"));
  league.write_league(
      {entrant("ann"), entrant("bob"), entrant("cyd"), R"({"bot": "ann", "name": "dan", "limits": {"laws_ms": 5}})"},
      R"("variants": ["royal-classic@2"], "blocks": 4)");
  CHECK_THAT(one_error(league.run()), ContainsSubstring("league.json: entrants[3]: a time for the laws of the table"));
  write_file(league.path() / "cyd/bot.json", R"({"name": "cyd", "command": ["./random_c"], "plays": ["deluxe"]})");
  CHECK_THAT(one_error(league.run()), ContainsSubstring("league.json: entrants[2]: cyd does not play "));
  league.set_blocks(4);
  REQUIRE(league.decide("disqualify", "ann", "second").code == 0);
  CHECK_THAT(
      one_error(league.decide("withdraw", "ann", "third")),
      StartsWith("ann is already disqualified (2") && ContainsSubstring("To withdraw it instead, first: arena "));
  CHECK_THAT(one_error(league.run()),
             ContainsSubstring("league.json: fewer than two bots are left: ann is disqualified"));
  write_file(league.path() / "submissions/status.json", "{");
  CHECK_THAT(one_error(league.run()), ContainsSubstring("submissions/status.json:1:2"));
}

TEST_CASE("a bot of the organiser that is missing is reported before a submission is unpacked") {
  const League league;
  fs::remove_all(league.path() / "bob");
  write_file(league.path() / "bot.tar.gz", "no archive");
  const Outcome submitted = league.arena({"submit", "bot.tar.gz", "--league", ".", "--isolation", "none"});
  CHECK(submitted.code == 2);
  CHECK_THAT(submitted.err, ContainsSubstring("league.json: entrants[1]: there is no bot 'bob'"));
  CHECK_FALSE(fs::exists(league.path() / "submissions/refused.json"));
}

}  // namespace status_test
