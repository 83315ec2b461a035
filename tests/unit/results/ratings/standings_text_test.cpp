#include "arena/results/ratings/standings_text.h"

#include <sstream>

#include "arena/base/text/text_layout.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"
#include "tests/unit/results/ratings/made_standings.h"

namespace standings_text_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Standings of one variant with nothing but what `change` does to them.
template <class Change>
std::string changed(Change change) {
  Standings standings = small_standings();
  change(standings);
  return standings_text(standings, {});
}

}  // namespace

TEST_CASE("standings of one variant are one table") {
  CHECK(standings_text(small_standings(), {{"demo", 60}}) ==
        R"(3 bots: duck, rules_cpp, new; 1 variant: black-lady@3; 2 of 60 blocks, 6 games; run demo

rank  bot         Elo    ±  margin/hand     ±  games  faults
 1-3  rules_cpp  1612   28        +1.25  0.51      8       0
 2-3  duck       1450  7.3         0.00     0      8       0
   3  new        1438    -        -1.25     -      8       0

#  bot            #1      #2      #3
1  rules_cpp          81.3%*  100.0%
2  duck       18.8%*           37.5%
3  new          0.0%   62.5%
Head to head: of the points between two bots, the share that the bot in the row won. *: by these games alone, the share
is not 50% (p < 0.05, corrected for all pairs).

Elo: the weighted mean is 1500. Bots whose games show more about their Elo have more weight in it. ±: half of the 95%
interval, computed over blocks. margin/hand: points a hand better than the weighted mean. rank: the range of its
possible ranks; all ranges of a table are right with a probability of 0.95. -: too few blocks to estimate it.
)");
}

TEST_CASE("standings of two variants have a table each, and say all that befell") {
  CHECK(
      standings_text(eventful_standings(), {{"mon", 2}, {"tue", std::nullopt}}, true) ==
      R"(4 bots: ann, bob, cyd, dan; 2 variants: v|1, black-lady@4+match.limit=50; 3 blocks, 12 games; runs mon (2 blocks
planned), tue

Overall
rank  bot   Elo   ±  margin/hand     ±  games  faults
 1-3  ann  1580  12        +0.40  0.21      8       7
 1-3  cyd  1580  14        +0.50  0.30      8       1
   3  bob  1500   0         0.00     0      8       0
No games connect {ann, cyd} and {bob}, so nothing is known about their difference. Compare Elo and margins only within
one group.
Between {ann}, {cyd} and {bob} all points went one way, so the differences in Elo are lower bounds and their ± is too
narrow.
Elo and margin disagree: ann is above cyd in Elo, but below it in points a hand.

v|1: 1 block, 1 game
rank  bot   Elo   ±  margin/hand     ±  games  faults
 1-3  ann  1580  12        +0.40  0.21      8       7
 1-3  cyd  1580  14        +0.50  0.30      8       1
   3  bob  1500   0         0.00     0      8       0
The reference bob has no rated games here, so figures are relative to the mean.

black-lady@4+match.limit=50: 0 blocks, 0 games
no rated games yet

ann forfeited 2 games and had 7 faults (5 timeout, 2 cpu); cyd had 1 fault (flood). A bot that forfeits a game is last
in it.
1 block is incomplete: 3 games played there are not rated.
2 blocks are void, through no fault of a bot: 5 games played there are not rated.
In games that are not rated: ann forfeited 1 game and had 1 fault (exited); dan had 2 faults (2 illegal).
No rated games against others yet: dan.
cyd does better in later games of a block, whose deals it may know: +2.20 points a hand in all games but the first, 128
blocks, p = 0.00001 (corrected for 8 tests).
bob does better in later games of a block, whose deals it may know: +1.80 points a hand from each game to the next, 24
blocks, p = 0.0004 (corrected for 8 tests).
Elo: bob is 1500. ±: half of the 95% interval, computed over blocks. margin/hand: points a hand better than bob. rank:
the range of its possible ranks; all ranges of a table are right with a probability of 0.95. Do not compare the Elo of
different variants; "arena compare" can compare them.
)");
}

TEST_CASE("variants have tables only where they are asked for") {
  const std::string text = standings_text(eventful_standings(), {});
  CHECK_THAT(text, ContainsSubstring("\nOverall\nrank  bot "));
  CHECK_THAT(text, !ContainsSubstring("v|1: 1 block"));
}

TEST_CASE("before the first block there is a field and no table") {
  const std::string text = standings_text(rate(BlockScores(2, 1), made_field(2)), {});
  CHECK_THAT(text, ContainsSubstring("2 bots: a, b; 1 variant: v0; 0 blocks, 0 games\n\nno rated games yet\n"));
  CHECK_THAT(text, ContainsSubstring("No rated games against others yet: a, b.\n"));
}

TEST_CASE("complete blocks of a bot alone are no ratings, and the reason is not that games are lacking") {
  BlockScores scores(1, 1);
  scores.add(made_game(0, 0, 1, "0:1 0:2"));
  const Standings standings = rate(scores, made_field(1));
  REQUIRE(standings.overall.blocks == 1);
  const std::string why = "ratings, because no complete block has two bots to compare";
  CHECK_THAT(standings_text(standings, {}), ContainsSubstring("\n\nno " + why + "\n"));
  CHECK_THAT(standings_markdown(standings, {}), ContainsSubstring("\n\nNo " + why + ".\n"));
}

TEST_CASE("planned blocks are reported when those of every run are known") {
  const auto head = [](const std::vector<RatedRun>& runs) {
    const Standings standings = small_standings();
    return field_sentence(standings.field, standings.overall.blocks, standings.overall.games, runs);
  };
  const std::string field = "3 bots: duck, rules_cpp, new; 1 variant: black-lady@3; ";
  CHECK(head({}) == field + "2 blocks, 6 games");
  CHECK(head({{"demo", std::nullopt}}) == field + "2 blocks, 6 games; run demo");
  CHECK(head({{"demo", 1}}) == field + "2 of 1 block, 6 games; run demo");
  CHECK(head({{"mon", 2}, {"tue", 1}}) ==
        field + "2 of 3 blocks, 6 games; runs mon (2 blocks planned), tue (1 block planned)");
}

TEST_CASE("runs with other limits than the first are named") {
  const auto said = [](const std::vector<RatedRun>& runs) { return standings_text(small_standings(), runs); };
  CHECK_THAT(said({{"mon", 2}, {"tue", 2, 0, 0, true}}),
             ContainsSubstring("\nRun tue had other limits than run mon.\n"));
  CHECK_THAT(said({{"mon", 2}, {"tue", 2, 0, 0, true}, {"wed", 2, 0, 0, true}}),
             ContainsSubstring("\nRuns tue and wed had other limits than run mon.\n"));
}

TEST_CASE("the league's name and notes are at the head, and the names of several leagues") {
  const auto head = [](const std::vector<RatedRun>& runs) {
    const std::string text = standings_text(small_standings(), runs);
    return text.substr(0, text.find("3 bots: "));
  };
  const auto run = [](const std::string& id, LeagueLabel label) {
    RatedRun rated{id, 1};
    rated.label = std::move(label);
    return rated;
  };
  CHECK(head({run("mon", {})}).empty());
  CHECK(head({run("mon", {"Autumn", {"one", "two"}, {}})}) == "Autumn\none\ntwo\n\n");
  CHECK(head({run("mon", {"", {"one"}, {}})}) == "one\n\n");
  CHECK(head({run("mon", {"Autumn", {"one"}, {}}), run("tue", {"Autumn", {"one"}, {}})}) == "Autumn\none\n\n");
  CHECK(head({run("mon", {"Autumn", {"one"}, {}}), run("tue", {"Spring", {}, {}})}) == "Autumn; Spring\n\n");
  CHECK(head({run("mon", {"Autumn", {"one"}, {}}), run("tue", {})}) == "Autumn\n\n");
  CHECK_THAT(standings_markdown(small_standings(), {run("mon", {"A*", {"one", "two"}, {}})}),
             Catch::Matchers::StartsWith("## A\\*\n\none\n\ntwo\n\n3 bots: "));
}

TEST_CASE("anchors are reported, and what does not follow from them") {
  const auto said = [](std::vector<Anchor> anchors, std::vector<int> anchored) {
    return changed([&](Standings& standings) {
      standings.field.anchors = std::move(anchors);
      standings.overall.anchored = std::move(anchored);
      standings.overall.joined = {{0, 1}, {2}};
    });
  };
  // Rows are rules_cpp, duck, new.
  const std::string one = said({{1, 1600}}, {0});
  CHECK_THAT(
      one,
      ContainsSubstring("\nElo: rules_cpp is 1600. ") && ContainsSubstring("points a hand better than\nrules_cpp.") &&
          ContainsSubstring("\nNo games connect new with an anchor, so no anchor applies to it; the weighted mean of "
                            "such a group is 1500.\n"));
  const std::string two = said({{1, 1600}, {0, 1400}}, {0, 1});
  CHECK_THAT(two, ContainsSubstring("\nElo: the mean of rules_cpp and duck is 1500. ") &&
                      ContainsSubstring("\nThe games rate the anchors: rules_cpp 1612 (anchor 1600), duck 1450 "
                                        "(anchor 1400).\n"));
  CHECK_THAT(said({{1, 1600}, {0, 1400}}, {0}),
             ContainsSubstring("\nduck won or lost too few points here and is not an anchor.\n"));
  const std::string gone = changed([](Standings& standings) {
    standings.field.bots.push_back("gone");
    standings.field.anchors = {{3, 1600}};
  });
  CHECK_THAT(gone, ContainsSubstring(
                       "\ngone has no rated games here and is not an anchor; figures are relative to the mean.\n") &&
                       ContainsSubstring("\nElo: the weighted mean is 1500. "));
  const std::string many = changed([](Standings& standings) {
    const StandingsRow row = standings.overall.rows[2];
    standings.overall.rows.clear();
    for (int bot = 0; bot < 9; ++bot) {
      standings.overall.rows.push_back(row);
      standings.overall.rows.back().bot = bot;
      standings.overall.anchored.push_back(bot);
      standings.field.anchors.push_back({bot, 1438.0 + 10 * bot});
    }
    standings.field.bots.assign(9, "x");
    standings.overall.pairings = SquareMatrix<Pairing>(9);
    standings.overall.joined = standings.overall.level = {{0, 1, 2, 3, 4, 5, 6, 7, 8}};
  });
  CHECK_THAT(many, ContainsSubstring(", farthest off first: x 1438 (anchor 1518), x 1438 (anchor 1508), ") &&
                       !ContainsSubstring("1438 (anchor 1458)") &&
                       ContainsSubstring("\nElo: the mean of 9 bots is 1478. "));
  RatedRun other{"tue", 1};
  other.has_other_anchors = true;
  CHECK_THAT(standings_text(small_standings(), {{"mon", 1}, other}),
             ContainsSubstring("\nThe runs have different anchors, so none is used.\n"));
}

TEST_CASE("bots that won or lost few points are named as rough") {
  const auto said = [](std::size_t rough) {
    return changed([rough](Standings& standings) {
      for (std::size_t row = 0; row < rough; ++row) standings.overall.rows[row].is_rough = true;
    });
  };
  CHECK_THAT(said(1), ContainsSubstring("\nrules_cpp beat the others fewer than 10 times, or lost to them fewer than "
                                        "10 times: its figures are rough.\n"));
  CHECK_THAT(said(2),
             ContainsSubstring(
                 "\nrules_cpp and duck beat the others fewer than 10 times, or lost to them fewer than 10 times: their "
                 "figures are rough.\n"));
}

TEST_CASE("the standings name each run whose deals somebody chose") {
  const auto said = [](const RatedRun& run) { return standings_text(small_standings(), {{"mon", 2}, run}); };
  CHECK_THAT(said({"tue", 2, 12, 5}),
             ContainsSubstring("\nRun tue has 12 given deals instead of shuffled ones, and one faulty deal in 5.\n"));
  CHECK_THAT(said({"tue", 2, 1, 0}), ContainsSubstring("\nRun tue has 1 given deal instead of shuffled ones.\n"));
  CHECK_THAT(said({"tue", 2, 0, 9}), ContainsSubstring("\nRun tue has one faulty deal in 9.\n"));
  CHECK_THAT(said({"tue", 2}), !ContainsSubstring("Run "));
}

TEST_CASE("no likelihood reads as certain") {
  const auto with_los = [](double los) {
    return changed([&](Standings& standings) {
      standings.overall.rows[0].los_next = los;
      standings.overall.rows[0].details.emplace();
    });
  };
  CHECK_THAT(with_los(1), ContainsSubstring("  >0.999  "));
  CHECK_THAT(with_los(0.999), ContainsSubstring("  0.999  "));
  CHECK_THAT(with_los(0.5), ContainsSubstring("  0.500  "));
  CHECK_THAT(with_los(0.0004), ContainsSubstring("  <0.001  "));
}

TEST_CASE("figures that round to nothing have no sign") {
  const std::string text = changed([](Standings& standings) {
    standings.overall.rows[0].margin.value = -0.004;
    standings.overall.rows[2].margin.value = 0.004;
  });
  CHECK(text.find("-0.00") == std::string::npos);
  CHECK(text.find("+0.00") == std::string::npos);
}

TEST_CASE("many groups are counted, not named") {
  const std::string text =
      changed([](Standings& standings) { standings.overall.level = {{0}, {1}, {2}, {0}, {1}, {2}, {0}}; });
  CHECK_THAT(text, ContainsSubstring("Between 7 groups of bots all points went one way"));
}

TEST_CASE("groups that never met are not said to be far apart") {
  const std::string text =
      changed([](Standings& standings) { standings.overall.joined = standings.overall.level = {{0, 1}, {2}}; });
  CHECK_THAT(text, ContainsSubstring("No games connect {rules_cpp, duck} and {new}"));
  CHECK_THAT(text, !ContainsSubstring("one way"));
}

TEST_CASE("who does better in a block's later games is named, with the evidence") {
  Standings standings = eventful_standings();
  const Page wide{.columns = 400, .table_columns = 400};
  CHECK_THAT(
      standings_text(standings, {}, false, wide),
      ContainsSubstring("\ncyd does better in later games of a block, whose deals it may know: +2.20 points a hand "
                        "in all games but the first, 128 blocks, p = 0.00001 (corrected for 8 tests).\n") &&
          ContainsSubstring("\nbob does better in later games of a block, whose deals it may know: +1.80 points a "
                            "hand from each game to the next, 24 blocks, p = 0.0004 (corrected for 8 tests).\n"));
  standings.suspects[0].p_holm = 1e-12;
  CHECK_THAT(standings_text(standings, {}, false, wide), ContainsSubstring("128 blocks, p < 0.000001 (corrected"));
  CHECK(suspect_sentences(standings).size() == 2);
  standings.suspects.clear();
  CHECK_THAT(standings_text(standings, {}), !ContainsSubstring("later games"));
  CHECK(suspect_sentences(standings).empty());
}

TEST_CASE("a dash is explained where there is one") {
  const auto complete = [](Standings& standings) {
    for (StandingsRow& row : standings.overall.rows) row.elo.plus_minus = 20;
  };
  CHECK_THAT(changed(complete), !ContainsSubstring("-: "));
  CHECK_THAT(changed([&](Standings& standings) {
               complete(standings);
               standings.overall.pairings(0, 2).comparisons = 0;
             }),
             ContainsSubstring("for all pairs). -: the two have not met.") && !ContainsSubstring("too few blocks"));
  // The tables of the variants are not shown.
  Standings standings = eventful_standings();
  complete(standings);
  standings.by_variant[0].rows[0].elo.plus_minus.reset();
  CHECK_THAT(standings_text(standings, {}, false), !ContainsSubstring("-: too few blocks"));
  CHECK_THAT(standings_text(standings, {}, true), ContainsSubstring("-: too few blocks to estimate it."));
}

TEST_CASE("every column ends in the same place, and sentences within 120 columns") {
  std::mt19937_64 random(31);
  const MadeTournament tournament{{{0.9, 0.3, -0.1, -0.5, 0.2}, {0.6, 0.1, 0, -0.3, 0.2}}, 4, 60, "r"};
  Field field = made_field(5, 2);
  field.bots = {"a", "rules_cpp", "a_name_that_is_rather_long", "random-py.2", "x"};
  field.variants[1] = std::string(150, 'v');
  std::istringstream text(standings_text(rate(scores_of(tournament.play(random), 5, 2), field), {}, true));
  std::size_t rows = 0, width = 0;
  for (std::string line; std::getline(text, line);) {
    INFO(line);
    CHECK(line.find_last_not_of(' ') + 1 == line.size());
    if (line.find(field.variants[1]) == std::string::npos) CHECK(columns_of(line) <= 120);
    if (line.starts_with("#") || line.starts_with("rank  ")) width = columns_of(line);
    // The cell under the last head is never empty.
    if (line.find("a_name_that_is_rather_long  ") == std::string::npos && !line.starts_with("#") &&
        !line.starts_with("rank  "))
      continue;
    ++rows;
    const std::size_t columns = columns_of(line);
    CHECK(columns == width);
  }
  CHECK(rows == 8);
}

}  // namespace standings_text_test
