#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "arena/results/ratings/standings.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace leader_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("the leader so far is the first of the overall table, with its lead over the second") {
  std::mt19937_64 random(8);
  const MadeTournament tournament{{{0.6, 0.3, 0.0, -0.3, -0.6}, {-0.6, 0.3, 0.0, -0.3, 0.6}}, 4, 40};
  const auto games = tournament.play(random);
  BlockScores scores(5, 2);
  CHECK_FALSE(leader_of(scores));
  int leaders = 0;
  int silent = 0;
  for (const RatedGame& game : games) {
    scores.add(game);
    const StandingsTable overall = rate(scores, made_field(5, 2)).overall;
    const auto leader = leader_of(scores);
    if (!leader) {
      ++silent;
      if (overall.rows.size() < 2) continue;
      const auto& lead = overall.pairings(0, 1).elo;
      CHECK((!lead || !lead->plus_minus || *lead->plus_minus > kLeadWidthMax || overall.rows[1].rank == 1));
      continue;
    }
    ++leaders;
    CHECK(leader->bot == overall.rows[0].bot);
    CHECK(leader->second == overall.rows[1].bot);
    CHECK(leader->lead.value == Approx(overall.pairings(0, 1).elo->value));
    CHECK(leader->lead.plus_minus.value() == Approx(overall.pairings(0, 1).elo->plus_minus.value()));
    CHECK(leader->lead.value > 0);
    CHECK(*leader->lead.plus_minus <= kLeadWidthMax);
  }
  CHECK(leaders > 50);
  CHECK(silent > 4);
}

TEST_CASE("nobody leads while the best two are level, never met or have no interval") {
  // Bot 0 plays against itself alone.
  CHECK_FALSE(leader_of(made_scores(1, {"0:3 0:5"})));
  CHECK_FALSE(leader_of(made_scores(4, {"0:1 0:2", "3:4 2:4 1:9", "2:0 3:0 1:1"})));
  // One block shows nothing about the error, and two blocks little.
  CHECK_FALSE(leader_of(made_scores(2, {"0:1 1:2"})));
  CHECK_FALSE(leader_of(made_scores(2, {"0:1 1:2", "0:2 1:1", "0:1 1:2"})));
  // Identical bots have the same Elo, with an error of 0.
  CHECK_FALSE(leader_of(made_scores(2, std::vector<std::string>(40, "0:1 1:1"))));
}

namespace {

const BotStatus kOut = {BotState::disqualified, "2031-05-17T07:30:00Z", "it cheated"};
const BotStatus kGone = {BotState::withdrawn, "2031-05-17T07:30:00Z", "its author asked"};
const BotStatus kOld = {BotState::replaced, "", "by b~2"};

BlockScores scores_of_five() {
  std::mt19937_64 random(9);
  const MadeTournament tournament{{{0.8, 0.5, 0.2, -0.1, -0.4}}, 4, 60};
  return scores_of(tournament.play(random), 5);
}

}  // namespace

TEST_CASE("bots that are not current have no rank, keep their place and change no figure") {
  const BlockScores scores = scores_of_five();
  Field field = made_field(5);
  const StandingsTable all = rate(scores, field).overall;
  for (int row = 0; row < 5; ++row) REQUIRE(all.rows[static_cast<std::size_t>(row)].bot == row);
  field.statuses = {{0, kGone}, {1, kOut}, {3, kOld}};
  const Standings standings = rate(scores, field);
  const StandingsTable& table = standings.overall;
  REQUIRE(table.rows.size() == 5);
  // Disqualified bots are last.
  const std::vector<int> order = {0, 2, 3, 4, 1};
  for (std::size_t row = 0; row < 5; ++row) {
    CHECK(table.rows[row].bot == order[row]);
    CHECK(table.rows[row].is_ranked == (order[row] == 2 || order[row] == 4));
    const auto& before = all.rows[static_cast<std::size_t>(order[row])];
    CHECK(table.rows[row].elo.value == before.elo.value);
    CHECK(table.rows[row].elo.plus_minus == before.elo.plus_minus);
  }
  CHECK(table.rows[1].rank == 1);
  CHECK(table.rows[3].rank == 2);
  CHECK(table.rows[3].rank_worst == 2);
  CHECK(table.rows[1].los_next == table.pairings(1, 3).los);
  for (const std::size_t row : {0U, 2U, 3U, 4U}) CHECK_FALSE(table.rows[row].los_next);
  const auto leader = leader_of(scores, field);
  REQUIRE(leader);
  CHECK(leader->bot == 2);
  CHECK(leader->second == 4);
  field.statuses[2] = kOld;
  CHECK_FALSE(leader_of(scores, field));
}

TEST_CASE("tables for people show current bots, and on request all; JSON and CSV always have all") {
  const BlockScores scores = scores_of_five();
  Field field = made_field(5);
  field.statuses = {{0, kGone}, {1, kOld}};
  Standings standings = rate(scores, field);
  const auto has_row = [](const std::string& text, const std::string& bot) {
    return text.find("  " + bot + "    1") != std::string::npos;  // the Elo has four digits
  };
  std::string text = standings_text(standings, {});
  CHECK_THAT(text, ContainsSubstring("3 current bots: c, d, e; 2 former bots; "));
  CHECK((has_row(text, "c") && has_row(text, "e")));
  CHECK_FALSE(has_row(text, "a"));
  CHECK_THAT(text, ContainsSubstring("\n#  bot      #1      #2      #3\n1  c  "));
  CHECK_THAT(text,
             ContainsSubstring("\na is withdrawn (2031-05-17: its author asked) and has no rank; its games count for "
                               "the others.\n"));
  CHECK_THAT(text, ContainsSubstring("\n1 withdrawn bot and 1 replaced bot are not shown, although their games count; "
                                     "arena rate --all shows them.\n"));
  CHECK_THAT(standings_markdown(standings, {}), ContainsSubstring("| c |") && !ContainsSubstring("| a |"));
  const auto lines = [](const std::string& csv) { return std::ranges::count(csv, '\n'); };
  CHECK(lines(standings_csv(standings)) == 1 + 2 * 5);
  CHECK_THAT(standings_csv(standings), ContainsSubstring("\noverall,,,,a,withdrawn,") &&
                                           ContainsSubstring("\noverall,,,,b,replaced,") &&
                                           ContainsSubstring(",c,current,"));

  // The games of a bot that is left out count for nothing.
  Standings without = standings;
  without.field.without = {0, 1};
  text = standings_text(without, {});
  CHECK_THAT(text, ContainsSubstring("\na is withdrawn (2031-05-17: its author asked) and has no rank.\n"));
  CHECK_THAT(text, !ContainsSubstring("games count"));
  show_former(without);
  CHECK_THAT(standings_text(without, {}), !ContainsSubstring("games count"));

  show_former(standings);
  text = standings_text(standings, {});
  CHECK((has_row(text, "a") && has_row(text, "b") && has_row(text, "c")));
  CHECK_THAT(text, !ContainsSubstring("not shown") &&
                       ContainsSubstring("\nWithout a rank, although their games count: b is replaced (by b~2).\n"));
  // Bots that are asked for by name are shown whatever their state.
  standings.shows_former = false;
  show_only(standings, {"b", "c"});
  text = standings_text(standings, {});
  CHECK((has_row(text, "b") && has_row(text, "c")));
  CHECK_THAT(text, !ContainsSubstring("not shown"));

  // Without any current bot all are shown.
  for (int bot = 0; bot < 5; ++bot) field.statuses[bot] = kOld;
  CHECK_THAT(standings_text(rate(scores, field), {}), ContainsSubstring("\n   -  e    1"));
}

}  // namespace leader_test
