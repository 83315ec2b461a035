// Deals that an organiser gives, or has made faulty: from the command line to the audit.

#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"

namespace deals_test {

using namespace cli_test;

namespace {

// Hands of wrong sizes, a slip of the dealer, and a whole deal.
const std::string kWrong =
    R"({"variant":"tournament-laws+deck.ranks=J,Q,K,A","deal":["JC KC QD JS QC","KD AD JH","AC JD QS KH","KS AS QH AH"]})"
    "\n";
const std::string kShown =
    R"({"variant":"tournament-laws+deck.ranks=J,Q,K,A","deal":["JC KC QD JS","QC KD AD JH","AC JD QS KH","KS AS QH AH"],)"
    R"("exposed":"AH"})"
    "\n";
const std::string kWhole =
    R"({"variant":"tournament-laws+deck.ranks=J,Q,K,A","deal":["JC KC QD JS","QC KD AD JH","AC JD QS KH","KS AS QH AH"]})"
    "\n";

/// The words of a run of four bots under the laws, with more if any.
Words run_words(const Words& more) {
  return Words{"run",
               sample_bot("rules_cpp"),
               sample_bot("watch_c"),
               sample_bot("random_c"),
               sample_bot("duck_js"),
               "--variant",
               "tournament-laws+deck.ranks=J,Q,K,A",
               "--laws",
               "--games",
               "8",
               "--hands",
               "2",
               "--seed",
               "4",
               "--isolation",
               "none",
               "--log-level",
               "error"} +
         more;
}

}  // namespace

TEST_CASE("given deals are dealt, recorded, rated with a word about them, and audited", "[memory]") {
  const ScratchFolder folder;
  write_file(folder / "given.jsonl", kWrong + kShown + kWhole);
  const Words given = {"--deals", "given.jsonl", "--rate-any-deals"};
  const Outcome outcome = run_arena(folder.path(), run_words(given + Words{"--out", "one", "--concurrency", "1"}));
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, ContainsSubstring(" has 3 given deals instead of shuffled ones.\n"));

  const std::string games = read_file(folder / "one/games.jsonl");
  CHECK_THAT(games, ContainsSubstring(R"("deals":{"given":3,"hash":")"));
  // Two blocks of four games of two hands: deals 1 and 2, then 3 and 1.
  CHECK(count(games, R"("exposed":"AH")") == 4);
  CHECK(count(games, "misdeal:") > 0);

  REQUIRE(run_arena(folder.path(), run_words(given + Words{"--out", "three", "--concurrency", "3"})).code == 0);
  CHECK(processes::sorted_lines(folder / "three/games.jsonl") == processes::sorted_lines(folder / "one/games.jsonl"));

  const Outcome audit = run_arena(folder.path(), {"verify", "one"});
  INFO(audit.err);
  CHECK(audit.code == 0);
  CHECK_THAT(audit.out, ContainsSubstring("3 deals were given, and dealt as given\n"));
  CHECK_THAT(audit.out, ContainsSubstring("every other deal follows from its seed, "));
  CHECK_THAT(audit.out, ContainsSubstring("- that no bot knew the given deals or was written for them\n"));

  // The run's own list is as good as the file that it came from, and any other is another run.
  CHECK(run_arena(folder.path(), run_words({"--deals", "one/deals.jsonl", "--rate-any-deals", "--out", "one"})).code ==
        0);
  write_file(folder / "given.jsonl", kWrong + kWhole);
  CHECK_THAT(one_error(run_arena(folder.path(), run_words(given + Words{"--out", "one"}))),
             ContainsSubstring("one holds another run: it has other given deals (3 deals); choose another --out, then "
                               "rate both runs: arena rate one OUT"));
  CHECK_THAT(one_error(run_arena(folder.path(), run_words({"--out", "one"}))),
             ContainsSubstring("one holds another run: it has other given deals (3 deals); choose another --out, then "
                               "rate both runs: arena rate one OUT"));

  const std::string list = read_file(folder / "one/deals.jsonl");
  write_file(folder / "one/deals.jsonl", list.substr(0, list.rfind('{')));
  const Outcome cut = run_arena(folder.path(), {"verify", "one"});
  CHECK(cut.code == 1);
  CHECK_THAT(cut.err, ContainsSubstring("these are not the deals that the run was given"));
  CHECK_THAT(cut.out, ContainsSubstring("no deal is checked: "));
}

TEST_CASE("what bots were sent of given deals is made again") {
  const ScratchFolder folder;
  write_file(folder / "given.jsonl", kWrong + kShown);
  REQUIRE(run_arena(folder.path(),
                    run_words({"--deals", "given.jsonl", "--rate-any-deals", "--keep-bytes", "--out", "run"}))
              .code == 0);
  const Outcome replay = run_arena(folder.path(), {"replay", "run", "b0g0"});
  CHECK(replay.code == 0);
  const Outcome retry = run_arena(folder.path(), {"retry", "run", "b0g0", "1", "--seat", "1", "--print"});
  INFO(retry.err);
  CHECK(retry.code == 0);
  CHECK_THAT(retry.out, ContainsSubstring("\nhand "));
}

TEST_CASE("every n-th deal is made faulty, and no list is kept of it") {
  const ScratchFolder folder;
  const Outcome outcome =
      run_arena(folder.path(), run_words({"--faulty-deals", "1", "--rate-any-deals", "--out", "run"}));
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, ContainsSubstring(" has one faulty deal in 1.\n"));
  CHECK_FALSE(fs::exists(folder / "run/deals.jsonl"));
  const Outcome audit = run_arena(folder.path(), {"verify", "run"});
  CHECK(audit.code == 0);
  CHECK_THAT(audit.out, ContainsSubstring("every deal follows from its seed, and the seeds from the key"));
}

TEST_CASE("chosen deals are refused where nobody says that they may be rated") {
  const ScratchFolder folder;
  write_file(folder / "given.jsonl", kWhole);
  const std::string why =
      ": the games would be rated, although deals that somebody chose may favour a bot; to allow this: "
      "--rate-any-deals";
  CHECK_THAT(one_error(run_arena(folder.path(), run_words({"--deals", "given.jsonl"}))),
             ContainsSubstring("--deals" + why));
  CHECK_THAT(one_error(run_arena(folder.path(), run_words({"--faulty-deals", "2"}))),
             ContainsSubstring("--faulty-deals" + why));
  write_file(folder / "given.jsonl", kWhole + "{\"variant\":\"black-lady\",\"deal\":[]}\n");
  CHECK_THAT(one_error(run_arena(folder.path(), run_words({"--deals", "given.jsonl", "--rate-any-deals"}))),
             ContainsSubstring("given.jsonl:2: variant: black-lady is not played here"));
}

}  // namespace deals_test
