// A living league: the run of a folder is extended, killed and resumed, and is audited and rated as one.

#include <algorithm>
#include <set>

#include "tests/cli/arena_command.h"
#include "tests/process/process_tree.h"

namespace stages_test {

using namespace cli_test;

namespace {

/// A league of bots in folders of their own, which may change.
class League : public ArenaFolder {
 public:
  League() {
    for (const std::string name : {"ann", "bob", "cyd"}) add(name);
  }
  void add(const std::string& name) {
    add_bot(name);
    bots_.push_back(name);
  }
  void change(const std::string& name) { write_file(path() / name / "notes.txt", "better"); }
  /// A program or a folder elsewhere.
  void enter(const std::string& bot) { bots_.push_back(bot); }
  void remove(const std::string& name) { std::erase(bots_, name); }

  /// A bot that ends as soon as a game begins.
  void add_leaver(const std::string& name) {
    add_bot(name, R"(["sh", "leave.sh"])");
    bots_.push_back(name);
    write_file(path() / name / "leave.sh", "read hello\necho ready\nread game\nexit 0\n");
  }
  Words command(const Words& more = {}) const {
    const Words options = {"--hands", "1", "--seed", "7", "--out", "run", "--isolation", "none", "--log-level", "info"};
    return Words{"run"} + bots_ + options + variants + more;
  }
  Outcome run(const Words& more = {}) const { return arena(command(more)); }
  /// Kills the arena, again and again, until it finds nothing left to do.
  void run_with_kills(const Words& more) const { CHECK(run_arena_with_kills(path(), command(more)) > 0); }
  std::string verified() const { return does({"verify", "run"}); }

  Words variants = {"--variant", "black-lady@3", "--variant", "royal-classic@2"};

 private:
  Words bots_;
};

}  // namespace

TEST_CASE("a run extended by a bot, a version and a variant, and killed in each stage, is one run", "[memory]") {
  League league;
  league.run_with_kills({"--blocks", "24"});
  league.add("dan");
  const Outcome refused = league.run({"--blocks", "24"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err,
             ContainsSubstring(
                 "error: run: this command would change the run in it: dan is new; to extend the run, add --extend;"));
  league.run_with_kills({"--blocks", "24", "--extend"});
  CHECK_THAT(league.verified(), ContainsSubstring("played again, of 2 stages: every seat,"));

  league.change("bob");
  league.run_with_kills({"--blocks", "24", "--extend"});
  league.variants = league.variants + Words{"--variant", "omnibus@4"};
  league.run_with_kills({"--blocks", "24", "--extend"});
  league.remove("ann");
  league.run_with_kills({"--blocks", "200", "--extend"});
  const std::string audit = league.verified();
  CHECK_THAT(audit, ContainsSubstring("played again, of 5 stages: every seat,"));
  CHECK(count(audit, ": no game of the schedule is missing\n") == 5);
  CHECK_THAT(audit, ContainsSubstring("the ratings follow from the games\n"));

  // The receipt file has what verify needs to know: the receipts of all stages.
  std::string check = lines_of(read_file(league.path() / "run/receipt.txt")).back();
  REQUIRE_THAT(check, StartsWith("arena verify FOLDER --receipt "));
  CHECK(count(check, " --receipt ") == 5);
  check.replace(0, check.find(" --receipt"), "'" HEARTS_ARENA_PROGRAM "' verify run");
  const Outcome announced = run_in(league.path(), {"sh", "-c", check});
  CHECK(announced.code == 0);
  CHECK_THAT(announced.out, !ContainsSubstring("add the --receipt"));

  const std::string standings = read_file(league.path() / "run/standings.md");
  for (const std::string bot : {"bob\\~2", "cyd", "dan"}) CHECK_THAT(standings, ContainsSubstring("| " + bot + " |"));
  CHECK_THAT(standings, ContainsSubstring("1 withdrawn bot and 1 replaced bot are not shown"));
  CHECK_THAT(standings, ContainsSubstring(" of 5 stages.\n"));
  const std::string all = run_arena(league.path(), {"rate", "run", "--all", "--csv"}).out;
  for (const std::string row : {",ann,withdrawn,", ",bob,replaced,", ",bob~2,current,", ",cyd,current,"})
    CHECK_THAT(all, ContainsSubstring(row));
  // The intervals of a run that was extended are bands, and every table says so.
  CHECK_THAT(lines_of(all).at(1), EndsWith(",open"));
  league.does({"export", "run", "--csv", "tables"});
  for (const std::string table : {"ratings", "pairs", "history"})
    CHECK_THAT(lines_of(read_file(league.path() / "tables" / (table + ".csv"))).at(1), EndsWith(",open"));
  // A history has the ends of all stages, and ends with the standings.
  const json::value history = json::parse(run_arena(league.path(), {"rate", "run", "--history", "--json"}).out);
  const json::array& points = history.at("histories").at(0).as_array();
  std::set<std::int64_t> ended;
  for (const json::value& point : points) {
    if (point.at("ends_stage").as_bool()) ended.insert(point.at("stage").as_int64());
  }
  CHECK(ended.size() == 5);
  CHECK(points.back().at("blocks") == 200);
  CHECK(points.back().at("elo").at(0) ==
        json::parse(read_file(league.path() / "run/ratings.json")).at("tables").at(0).at("rows").at(0).at("elo"));
  // Nothing is left to do, however often it is asked for.
  const std::string records = read_file(league.path() / "run/games.jsonl");
  CHECK(league.run({"--blocks", "200", "--extend"}).code == 0);
  CHECK(league.run({"--blocks", "200"}).code == 0);
  CHECK(read_file(league.path() / "run/games.jsonl") == records);
  CHECK_FALSE(fs::exists(league.path() / "run/key"));
  CHECK(run_arena(league.path(), {"replay", "run", "b30g0"}).code == 0);
}

TEST_CASE("the games of stages are rated as those of separate runs, to the byte") {
  League league;
  REQUIRE(league.run({"--blocks", "20"}).code == 0);
  league.add("dan");
  league.change("cyd");
  const Outcome extended = league.run({"--blocks", "20", "--extend"});
  INFO(extended.err);
  REQUIRE(extended.code == 0);
  CHECK_THAT(extended.err, ContainsSubstring("info: stage 2: cyd~2 is a new version of cyd, dan is new, cyd leaves; "));

  Words stages;
  for (const std::string& line : lines_of(read_file(league.path() / "run/games.jsonl"))) {
    if (line.find(R"("type":"run")") != std::string::npos) stages.emplace_back();
    stages.back() += line + "\n";
  }
  REQUIRE(stages.size() == 2);
  write_file(league.path() / "second.jsonl", stages[1]);
  write_file(league.path() / "first.jsonl", stages[0]);
  const Outcome whole = run_arena(league.path(), {"rate", "run", "--json"});
  CHECK(whole.code == 0);
  CHECK(whole.out == run_arena(league.path(), {"rate", "first.jsonl", "second.jsonl", "--json"}).out);
  CHECK(whole.out == read_file(league.path() / "run/ratings.json"));
}

TEST_CASE("a variant or a bot can leave a finished run, with the next games that are played") {
  League league;
  const bool is_variant = GENERATE(true, false);
  REQUIRE(league.run({"--blocks", "8"}).code == 0);
  const std::string records = read_file(league.path() / "run/games.jsonl");
  const std::string change = is_variant ? "black-lady@3 is no longer played" : "cyd leaves";
  if (is_variant) {
    league.variants = {"--variant", "royal-classic@2"};
  } else {
    league.remove("cyd");
  }
  CHECK(league.run({"--blocks", "8"}).code == 2);
  const Outcome left = league.run({"--blocks", "8", "--extend"});
  INFO(left.err);
  CHECK(left.code == 0);
  CHECK_THAT(left.err, ContainsSubstring(change + ": nothing is left to play, so this begins with the next stage"));
  CHECK(read_file(league.path() / "run/games.jsonl") == records);
  league.verified();
  const Outcome more = league.run({"--blocks", "12", "--extend"});
  CHECK(more.code == 0);
  CHECK_THAT(more.err, ContainsSubstring("info: stage 2: " + change + "; 4 more blocks ("));
  league.verified();
}

TEST_CASE("a stage that was stopped is ended by the next one, and its complete blocks count") {
  League league;
  Words part = league.command({"--blocks", "2000"});
  part = part + Words{"--max-time", std::to_string(processes::kPatience) + "s"};  // some blocks, not all
  REQUIRE(run_arena(league.path(), part).code == 130);
  league.add("dan");
  const Outcome extended = league.run({"--blocks", "40", "--extend"});
  INFO(extended.err);
  REQUIRE(extended.code == 0);
  CHECK_THAT(extended.err, ContainsSubstring("info: stage 2: dan is new; "));
  const std::string audit = league.verified();
  CHECK_THAT(audit, ContainsSubstring("stage 1: it was ended early: "));
  CHECK_THAT(audit, ContainsSubstring("stage 2: no game of the schedule is missing\n"));
  // The key of the first stage is known: nobody can resume with it.
  CHECK_FALSE(fs::exists(league.path() / "run/key"));
  // Of the first stage what was complete is all there will be.
  const std::string standings = read_file(league.path() / "run/standings.md");
  const std::string blocks = standings.substr(standings.find(" blocks") - 12, 12);
  const std::string all = blocks.substr(blocks.rfind(' ') + 1);
  CHECK_THAT(standings, ContainsSubstring(" " + all + " of " + all + " blocks"));
}

TEST_CASE("a variant that takes the place of another has as many blocks") {
  League league;
  league.variants = {"--variant", "black-lady@3"};
  REQUIRE(league.run({"--blocks", "12"}).code == 0);
  league.variants = {"--variant", "omnibus@3"};
  CHECK_THAT(league.run({"--blocks", "10"}).err,
             ContainsSubstring("omnibus@3 is new, black-lady@3 is no longer played; to extend the run, add --extend"));
  const Outcome extended = league.run({"--blocks", "10", "--extend"});
  INFO(extended.err);
  CHECK(extended.code == 0);
  CHECK_THAT(extended.err, ContainsSubstring("is no longer played; 12 more blocks ("));
  league.remove("ann");
  const Outcome nothing = league.run({"--blocks", "10"});
  CHECK(nothing.code == 2);
  CHECK_THAT(
      nothing.err,
      ContainsSubstring("run: this command would change the run in it (ann leaves), but no games are left to play"));
}

TEST_CASE("a stage plans as many games as its blocks have, however its key seats the bots") {
  // A block of two bots at four seats has two or four games.
  for (const char* seed : {"1", "2", "3", "4"}) {
    const ScratchFolder folder;
    const auto run = [&](const Words& more) {
      return run_arena(folder.path(), Words{"run", sample_bot("random_c"), sample_bot("watch_c"), "--hands", "1",
                                            "--seed", seed, "--out", "run"} +
                                          more);
    };
    REQUIRE(run({"--games", "4"}).code == 0);
    const Outcome extended = run({"--games", "8", "--extend"});
    INFO(seed << "\n" << extended.err);
    REQUIRE(extended.code == 0);
    const Outcome audit = run_arena(folder.path(), {"verify", "run"});
    INFO(audit.err);
    CHECK(audit.code == 0);
  }
}

TEST_CASE("the receipt of one stage says nothing of the others") {
  League league;
  const auto receipt = [&] {
    const std::string text = read_file(league.path() / "run/receipt.txt");
    return text.substr(text.rfind("\nreceipt ") + 9, 64);
  };
  REQUIRE(league.run({"--blocks", "8"}).code == 0);
  const std::string first = receipt();
  league.add("dan");
  REQUIRE(league.run({"--blocks", "8", "--extend"}).code == 0);
  const std::string second = receipt();
  const auto verified = [&](const Words& receipts) {
    Words words = {"verify", "run"};
    for (const std::string& one : receipts) words = words + Words{"--receipt", one};
    return run_arena(league.path(), words).out;
  };
  CHECK_THAT(verified({first}),
             ContainsSubstring("the receipt matches stage 1\n") &&
                 ContainsSubstring("- that key, bots, rules and limits of stage 2 are those announced: "));
  CHECK_THAT(verified({first, second}),
             ContainsSubstring("the receipt matches stage 2\n") && !ContainsSubstring("are those announced"));
}

TEST_CASE("a bot that is withdrawn when all is played leaves nothing to do") {
  League league;
  league.add_leaver("bad");
  league.variants = {"--variant", "royal-classic@2"};
  for (int time = 0; time < 2; ++time) {
    const Outcome outcome = league.run({"--blocks", "20", "--withdraw-after", "3"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.out, ContainsSubstring("20 of 20 blocks"));
  }
  CHECK_THAT(league.verified(), ContainsSubstring("at its end bad had forfeited too many games in a row\n"));
}

TEST_CASE("a league of two that has played all leaves nothing to do, though one of them is withdrawn") {
  League league;
  league.remove("bob");
  league.remove("cyd");
  league.add_leaver("bad");
  league.variants = {"--variant", "royal-classic@2"};
  for (int time = 0; time < 2; ++time) {
    const Outcome outcome = league.run({"--blocks", "4", "--withdraw-after", "3"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.out, ContainsSubstring("4 of 4 blocks"));
  }
  const Outcome more = league.run({"--blocks", "8", "--withdraw-after", "3"});
  CHECK(more.code == 2);
  CHECK_THAT(more.err, ContainsSubstring("run: fewer than two bots are left, because these are withdrawn: bad"));
}

TEST_CASE("a bot that forfeits too often is withdrawn, its games count, and the others play on") {
  League league;
  league.add_leaver("bad");
  league.variants = {"--variant", "royal-classic@2"};
  const Words more = {"--blocks", "192", "--withdraw-after", "3", "--concurrency", "2"};
  const Outcome outcome = league.run(more);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.err, ContainsSubstring("warning: withdrawn after 3 forfeits in a row: bad\n"));
  CHECK_THAT(outcome.err, ContainsSubstring("info: stage 2: bad leaves; 176 more blocks (352 games)\n"));
  const std::string audit = league.verified();
  CHECK_THAT(audit, ContainsSubstring("stage 1: it ended when bad had forfeited too many games in a row\n"));
  CHECK_THAT(audit, ContainsSubstring("stage 2: no game of the schedule is missing\n"));
  const std::string records = read_file(league.path() / "run/games.jsonl");
  const std::size_t second = records.rfind(R"("type":"run")");
  CHECK_THAT(records.substr(second), ContainsSubstring(R"("withdrawn":["bad"])"));
  CHECK(records.find(R"("bad")", records.find('\n', second)) == std::string::npos);
  CHECK_THAT(read_file(league.path() / "run/standings.md"),
             !ContainsSubstring("| bad |") && ContainsSubstring("1 withdrawn bot is not shown"));
  CHECK_THAT(
      run_arena(league.path(), {"rate", "run", "--all"}).out,
      ContainsSubstring("  bad  ") && ContainsSubstring("bad is withdrawn (it forfeited too many games in a row)"));

  // It stays away, with the same records at any concurrency, until it is another bot.
  CHECK(league.run(more).code == 0);
  CHECK(read_file(league.path() / "run/games.jsonl") == records);
  Words other = league.command({"--blocks", "192", "--withdraw-after", "3", "--concurrency", "1"});
  std::replace(other.begin() + 1, other.end(), std::string("run"), std::string("one"));
  CHECK(run_arena(league.path(), other).code == 0);
  const auto sorted = [](const std::string& text) {
    std::multiset<std::string> lines;
    for (const std::string& line : lines_of(text)) lines.insert(line);
    return lines;
  };
  CHECK(sorted(read_file(league.path() / "one/games.jsonl")) == sorted(records));
  write_file(league.path() / "bad/bot.json", R"({"name": "bad", "command": ["./random_c"]})");
  Words corrected = more;
  corrected.push_back("--extend");
  const Outcome again = league.run(corrected);
  INFO(again.err);
  CHECK(again.code == 0);
  CHECK_THAT(again.err, ContainsSubstring("info: stage 3: bad~2 is a new version of bad; "));
  league.verified();
}

TEST_CASE("a league that looks for its first bot leaves out the others, and its audit says when") {
  League league;
  league.variants = {"--variant", "black-lady@3"};
  for (const std::string bot : {"bob", "cyd"}) league.remove(bot);
  league.enter(sample_bot("rules_cpp"));
  league.enter(sample_bot("watch_c"));
  const Words words = {"--blocks", "400", "--until-first", "1", "--concurrency", "2"};
  const Outcome outcome = league.run(words);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.err, ContainsSubstring("info: left out, because another bot is shown to be stronger: "));
  CHECK_THAT(outcome.out, ContainsSubstring("The first bot is known: rules_cpp."));
  CHECK_THAT(league.does({"watch", "run", "--once"}), ContainsSubstring("\nThe first bot is known: rules_cpp.\n"));
  CHECK_THAT(league.verified(), ContainsSubstring("could no longer be among the first\n"));
  const std::string records = read_file(league.path() / "run/games.jsonl");
  CHECK(records.find(R"("until":{"first":1})") != std::string::npos);

  // The same command finds nothing to do, and another number is another league.
  CHECK(league.run(words).code == 0);
  CHECK(read_file(league.path() / "run/games.jsonl") == records);
  CHECK_THAT(league.run({"--blocks", "400", "--until-first", "2"}).err,
             ContainsSubstring("run holds another run: it looks for its first bot"));
  const Outcome longer = league.run({"--blocks", "500", "--until-first", "1", "--extend"});
  CHECK(longer.code == 2);
  CHECK_THAT(longer.err,
             ContainsSubstring("run: the search for the first bot has ended (rules_cpp), so nothing is left to play"));
}

TEST_CASE("bots that are withdrawn are out of the search for the first bots, which ends if too few are left") {
  League league;
  league.variants = {"--variant", "black-lady@3"};
  league.remove("cyd");
  league.add_leaver("bad");
  league.add_leaver("worse");
  const Words words = {"--blocks", "64", "--until-first", "3", "--withdraw-after", "3"};
  const Outcome outcome = league.run(words);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.err, ContainsSubstring("warning: withdrawn after 3 forfeits in a row: bad, worse"));
  CHECK_THAT(outcome.out, ContainsSubstring("The search for the first 3 bots has ended, because only 2 bots are left: "
                                            "ann, bob."));
  CHECK_THAT(outcome.out, ContainsSubstring("These bots are out of the search, because they are not current: bad "
                                            "(withdrawn), worse (withdrawn)."));
  CHECK(outcome.out.find("not known yet") == std::string::npos);
  const json::object rated = json::parse(league.does({"rate", "run", "--json"})).as_object();
  CHECK(rated.at("first_bots").at("contenders").as_array() == json::array{"ann", "bob"});
  CHECK(rated.at("first_bots").at("withdrawn").as_array() == json::array{"bad", "worse"});
  league.verified();
}

TEST_CASE("a league that looks for its first bots must have more") {
  League league;
  CHECK_THAT(league.run({"--blocks", "8", "--until-first", "3"}).err,
             ContainsSubstring("--until-first: the league must have more bots than the 3 that it looks for, but it has "
                               "3 bots"));
  CHECK_THAT(league.run({"--full", "--until-first", "1"}).err,
             ContainsSubstring("--until-first cannot be used in a full round-robin"));
}

}  // namespace stages_test
