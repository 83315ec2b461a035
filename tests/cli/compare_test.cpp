#include <algorithm>
#include <boost/json/parse.hpp>

#include "tests/cli/arena_command.h"

namespace compare_test {

using namespace cli_test;

TEST_CASE("two variants of a run are compared, in every format", "[memory]") {
  const ScratchFolder folder;
  const Outcome run = run_arena(
      folder.path(), {"run", sample_bot("random_c"), sample_bot("watch_c"), "--variant", "black-lady@3", "--variant",
                      "black-lady@4", "--blocks", "40", "--hands", "1", "--isolation", "none", "--out", "run"});
  REQUIRE(run.code == 0);
  CHECK_THAT(run.out, ContainsSubstring("\"arena compare\""));
  const auto compared = [&](Words words) {
    words.insert(words.begin(), {"compare", "run"});
    const Outcome outcome = run_arena(folder.path(), words);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  const std::string text = compared({});
  CHECK_THAT(text, ContainsSubstring("2 variants: black-lady@3, black-lady@4; 40 of 40 blocks, 120 games; run "));
  CHECK_THAT(text, ContainsSubstring("black-lady@3  black-lady@4\n"));
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK_THAT(compared({"--markdown"}), ContainsSubstring("| # | bot | level | ± | black-lady@3 | black-lady@4 |\n"));
  const std::string csv = compared({"--csv"});
  CHECK(std::ranges::count(csv, '\n') == 5);
  const json::value object = json::parse(compared({"--json"}));
  CHECK(object.at("games") == json::value(120));
  CHECK(object.at("cells").as_array().size() == 4);
  CHECK_THAT(text, ContainsSubstring("No specialist can be found, because only two variants are compared"));
  const std::string anchored = compared({"--anchor", "watch_c=1600"});
  CHECK_THAT(anchored, ContainsSubstring("  watch_c    1600    0  "));
  CHECK_THAT(compared({"--anchor", "watch_c=1600", "--markdown"}),
             ContainsSubstring("; watch\\_c is 1600.") || ContainsSubstring("; watch_c is 1600."));
  const json::value referred = json::parse(compared({"--reference", "random_c", "--json"}));
  CHECK(referred.at("reference") == json::value("random_c"));

  const auto error = [&](Words words) {
    words.insert(words.begin(), "compare");
    return one_error(run_arena(folder.path(), words));
  };
  CHECK(error({"run", "--variant", "*@3"}) ==
        "a comparison needs two variants, but these runs have only black-lady@3; to rate it, use 'arena rate'");
  CHECK(error({"run", "--variant", "*@5"}) ==
        "these runs have no variant '*@5'; their variants are: black-lady@3, black-lady@4");
  CHECK(error({"nowhere"}) == "there is no run 'nowhere'; give the folder of a run, or its games.jsonl");
  CHECK(error({"run", "--anchor", "zoe=1600"}) ==
        "the anchor 'zoe' is not a bot of these runs; their bots are: random_c, watch_c");
  CHECK_THAT(error({"run", "--csv", "--json"}), ContainsSubstring("--json cannot be used with --csv"));
}

}  // namespace compare_test
