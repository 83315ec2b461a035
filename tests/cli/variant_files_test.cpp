#include <boost/json/parse.hpp>

#include "tests/cli/arena_command.h"

namespace variant_files_test {

using namespace cli_test;

namespace {

constexpr const char* kMaria = R"({"variant": 1, "name": "black-maria", "title": "Black Maria", "from": "black-lady",
"keys": {"points.cards": {"QS": 13, "KS": 10, "AS": 7}, "pass.cycle": [-1]}, "about": "Three high spades cost points."})";

/// A league with a folder of variant files.
std::string league_text(const std::string& variants) {
  return R"({"league": 1, "entrants": [")" + sample_bot("rules_cpp") + R"(", ")" + sample_bot("random_c") +
         R"("], "variants": [)" + variants + R"(], "blocks": 4, "seed": "7"})";
}

}  // namespace

TEST_CASE("a league plays variants of its folder, and nobody needs their files for its records", "[memory]") {
  const ScratchFolder folder;
  fs::create_directories(folder / "league/variants");
  write_file(folder / "league/variants/maria.json", kMaria);
  write_file(folder / "league/league.json",
             league_text(R"({"variant": "black-maria@3", "hands": 2}, "*-maria@4+match.limit=20")"));
  const Outcome run = run_arena(folder.path(), {"run", "league", "--isolation", "none", "--out", "run"});
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK_THAT(run.out, ContainsSubstring("2 variants: black-maria@3, black-maria@4+match.limit=20"));
  fs::rename(folder / "run", folder / "elsewhere");
  fs::remove_all(folder / "league");

  const Outcome verified = run_arena(folder.path(), {"verify", "elsewhere"});
  INFO(verified.err);
  CHECK(verified.code == 0);
  CHECK(run_arena(folder.path(), {"rate", "elsewhere", "--variant", "black-maria@3", "--details"}).code == 0);
  CHECK_THAT(run_arena(folder.path(), {"replay", "elsewhere", "b0g0"}).out, ContainsSubstring("black-maria@3"));
  CHECK(run_arena(folder.path(), {"report", "elsewhere", "--out", "page.html"}).code == 0);
  CHECK_THAT(read_file(folder / "page.html"), ContainsSubstring("Three high spades cost points."));
  const std::string records = read_file(folder / "elsewhere/games.jsonl");
  const json::value first = json::parse(records.substr(0, records.find('\n')));
  CHECK(first.at("variants").at(0).at("means") == "black-lady@3+pass.cycle=-1+points.cards=QS=13,KS=10,AS=7");
  CHECK(first.at("variants").at(0).at("title") == "Black Maria");
  CHECK(first.at("variants").at(1).at("variant") == "black-maria@4+match.limit=20");
}

TEST_CASE("a variant of a file is explained, with the rule systems that have the same rules") {
  const ScratchFolder folder;
  write_file(folder / "maria.json", kMaria);
  write_file(folder / "same.json", R"({"variant": 1, "name": "plain", "from": "black-lady"})");
  const auto shown = [&](const Words& words) {
    const Outcome outcome =
        run_arena(folder.path(), Words{"variants", "--variants", "maria.json", "--variants", "same.json"} + words);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  CHECK_THAT(shown({}), ContainsSubstring("\nblack-maria         3-6      Black Maria\n"));
  CHECK_THAT(shown({"black-maria@5"}),
             ContainsSubstring("\n  black-maria: Black Maria\n  Three high spades cost points.\n"
                               "  in terms of the rule systems: black-lady@5+pass.cycle=-1+points.cards=QS=13,") &&
                 ContainsSubstring("QS costs 13 points, KS costs 10 points and AS costs 7 points."));
  CHECK_THAT(shown({"plain@3"}), ContainsSubstring("\n  the same rules as black-lady@3\n"));
  const json::value object = json::parse(shown({"black-maria@5", "--json"}));
  CHECK(object.at("name") == "black-maria");
  CHECK(object.at("id") == "black-maria@5");
  CHECK(object.at("variant") == "black-lady");
  CHECK(object.at("keys").at("pass.cycle") == json::array{-1});
  // Both names in one league would be played twice as often as the others, without a word.
  write_file(folder / "league.json", league_text(R"("plain@4", "black-lady@4")"));
  fs::create_directories(folder / "variants");
  fs::rename(folder / "same.json", folder / "variants/same.json");
  CHECK_THAT(run_arena(folder.path(), {"plan", "league.json"}).err,
             ContainsSubstring("variants[1]: black-lady@4 is already in the league as plain@4"));
}

TEST_CASE("a variant that was written with --new is played from the command line, judged, and duelled over") {
  const ScratchFolder folder;
  const Outcome made =
      run_arena(folder.path(), {"variants", "--new", "black-lady@4+deck.ranks=J,Q,K,A+pass.cycle=hold"});
  REQUIRE(made.code == 0);
  write_file(folder / "mine.json", made.out);
  const Outcome duel = run_arena(
      folder.path(), {"duel", sample_bot("rules_cpp"), sample_bot("random_c"), "--variants", "mine.json", "--variant",
                      "my-variant@4", "--isolation", "none", "--seed", "7", "--blocks", "8", "--out", "run"});
  INFO(duel.err);
  CHECK((duel.code == 0 || duel.code == 3));
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
  // A run of so few games tries its bots beforehand.
  CHECK(run_arena(folder.path(), {"run", sample_bot("rules_cpp"), sample_bot("random_c"), "--variants", "mine.json",
                                  "--variant", "my-variant@4", "--isolation", "none", "--games", "1", "--out", "short"})
            .code == 0);
  // The rematch finds the variant in the records.
  CHECK(run_arena(folder.path(), {"gauntlet", sample_bot("low_py"), "run", "--isolation", "none", "--out", "gauntlet"})
            .code == 0);
  write_file(folder / "hand.jsonl",
             R"({"variant": "my-variant@4", "deal": ["JC JD JS JH", "QC QD QS QH", "KC KD KS KH", "AC AD AS AH"]})"
             "\n");
  const std::string arena = HEARTS_ARENA_PROGRAM;
  const auto judge = [&](const std::string& options) {
    return run_in(folder.path(), {"sh", "-c", arena + " adjudicate" + options + " < hand.jsonl"}).out;
  };
  CHECK_THAT(judge(" --variants mine.json"), ContainsSubstring("\"to_do\":\"play\""));
  CHECK_THAT(judge(""), ContainsSubstring("there is no variant 'my-variant'"));
}

TEST_CASE("a variant file that is wrong stops a command before anything is written") {
  const ScratchFolder folder;
  write_file(folder / "bad.json", R"({"variant": 1, "name": "bad", "from": "black-lady", "keys": {"match.limt": 5}})");
  const Outcome run = run_arena(
      folder.path(), {"run", sample_bot("random_c"), "--variants", "bad.json", "--variant", "bad", "--out", "run"});
  CHECK(run.code == 2);
  CHECK(run.err == "error: bad.json: keys.match.limt: there is no key 'match.limt'; the nearest is match.limit\n");
  CHECK_FALSE(fs::exists(folder / "run"));
  write_file(folder / "league.json", league_text(R"("black-lady@4")"));
  CHECK_THAT(run_arena(folder.path(), {"plan", "league.json", "--variants", "bad.json"}).err,
             ContainsSubstring("--variants cannot be combined with a league file; copy the file into variants"));
  const Outcome none = run_arena(folder.path(), {"variants", "--variants", "none.json"});
  CHECK(none.code == 2);
  CHECK_THAT(none.err, ContainsSubstring("none.json"));
}

}  // namespace variant_files_test
