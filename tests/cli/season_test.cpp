// scripts/season: a season of a league as its organiser lives it.

#include "tests/cli/arena_command.h"

namespace season_test {

using namespace cli_test;

TEST_CASE("a season is played from the first submission to the audit") {
  const ScratchFolder scratch;
  const fs::path folder = scratch / "season";
  const Outcome season =
      run_in(HEARTS_SOURCE_DIR, {"env", std::string("ARENA=") + HEARTS_ARENA_PROGRAM, "scripts/season", "--strangers",
                                 "3", "--blocks", "12", folder.string()});
  INFO(season.out << season.err);
  REQUIRE(season.code == 0);
  CHECK_THAT(season.out,
             ContainsSubstring("Stage 1: 9 bots, 42 games at most.") && ContainsSubstring("broken 0.1 was refused"));
  CHECK_THAT(season.out, ContainsSubstring("games; good: True"));

  // Hooks: one line for each event, which is the object that --json prints.
  const Words submissions = lines_of(read_file(folder / "submissions.jsonl"));
  REQUIRE(submissions.size() == 3);
  for (const std::string& line : submissions) {
    const json::value event = json::parse(line);
    CHECK(event.at("event") == "submission");
    CHECK_FALSE(event.as_object().contains("token"));
  }
  CHECK(lines_of(read_file(folder / "finished.jsonl")).size() == 2);
  const std::string events = read_file(folder / "events.jsonl");
  for (const std::string& line : lines_of(read_file(folder / "leaders.jsonl")))
    CHECK_THAT(events, ContainsSubstring(line));

  // Who plays in the second stage, and by which limits.
  json::value stage;
  for (const std::string& line : lines_of(read_file(folder / "run/games.jsonl"))) {
    if (line.find(R"("type":"run")") != std::string::npos) stage = json::parse(line);
  }
  std::string bots;
  for (const json::value& bot : stage.at("bots").as_array()) bots += json::value_to<std::string>(bot.at("name")) + " ";
  CHECK_THAT(bots,
             ContainsSubstring("stranger1~2 ") && !ContainsSubstring("stranger2 ") && !ContainsSubstring("stranger3 "));
  const std::string page = read_file(folder / "league.html");
  CHECK_THAT(page, ContainsSubstring("Limits of quick: move_ms=400.") && ContainsSubstring("its author asked for it") &&
                       ContainsSubstring("it was a copy of stranger2"));
  CHECK_THAT(season.out, ContainsSubstring("The duel of rules_cpp and fresh is in progress: ") &&
                             ContainsSubstring("$ arena init python broken\n") &&
                             ContainsSubstring("--token-file stranger1.token --json\n"));
}

}  // namespace season_test
