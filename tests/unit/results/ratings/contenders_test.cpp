// Which bots can no longer be among the first.

#include "arena/results/ratings/contenders.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <numeric>

#include "arena/records/outcome.h"
#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/estimate.h"
#include "arena/results/ratings/rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"
#include "tests/unit/results/ratings/made_runs.h"

namespace contenders_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr int kBots = 6;

/// Games of bots of which each is better than the one before by `step`.
BlockScores ladder(double step, int blocks) {
  std::mt19937_64 random(3);
  MadeTournament league;
  league.strengths.assign(1, std::vector<double>(kBots));
  for (int bot = 0; bot < kBots; ++bot) league.strengths[0][static_cast<std::size_t>(bot)] = step * bot;
  league.blocks = blocks;
  return scores_of(league.play(random), kBots);
}

std::vector<int> all_bots() {
  std::vector<int> bots(kBots);
  std::iota(bots.begin(), bots.end(), 0);
  return bots;
}

std::vector<int> outclassed(const BlockScores& scores, int first, std::vector<int> current = all_bots()) {
  return find_outclassed(scores.complete(), kBots, 1, {first, std::move(current), kBots});
}

}  // namespace

TEST_CASE("in a long ladder all but the first can no longer be among them") {
  const BlockScores scores = ladder(0.8, 1500);
  CHECK(outclassed(scores, 1) == std::vector{0, 1, 2, 3, 4});
  CHECK(outclassed(scores, 3) == std::vector{0, 1, 2});
  CHECK(outclassed(scores, 5) == std::vector{0});
}

TEST_CASE("with few blocks, or among equal bots, nobody is outclassed") {
  CHECK(outclassed(ladder(0.8, 4), 1).empty());
  CHECK(outclassed(ladder(0, 400), 1).empty());
  CHECK(outclassed(BlockScores(kBots, 1), 1).empty());
}

TEST_CASE("only bots that still play count as stronger") {
  const BlockScores scores = ladder(0.8, 1500);
  CHECK(outclassed(scores, 1, {0, 1, 2}) == std::vector{0, 1});
  CHECK(outclassed(scores, 2, {0, 1, 2}) == std::vector{0});
  CHECK(outclassed(scores, 3, {0, 1, 2}).empty());
}

TEST_CASE("a bot is outclassed if one-sided p-values times the pairs that matter are small enough") {
  const BlockScores scores = ladder(0.3, 60);
  const BlockList blocks = scores.complete();
  const Comparisons comparisons = sum_comparisons(blocks, kBots);
  const Estimate elo = estimate_elo(blocks, comparisons);
  int decided = 0;
  for (const int first : {1, 2, 3}) {
    std::vector<int> expected;
    const int pairs = first == 1 ? 5 : first == 2 ? 9 : 12;  // of a first bot and a weaker one, of six bots
    for (int bot = 0; bot < kBots; ++bot) {
      int stronger = 0;
      for (int other = 0; other < kBots; ++other) {
        const Measured lead = *against(elo, other, bot);
        stronger += lead.value > 0 && pairs * *p_value(lead, {Looks::Kind::open}) / 2 <= 0.05 ? 1 : 0;
      }
      if (stronger >= first) expected.push_back(bot);
    }
    CHECK(outclassed(scores, first) == expected);
    decided += static_cast<int>(expected.size());
  }
  CHECK(decided > 0);
}

TEST_CASE("standings of a league that looks for its first bots say whether they are known") {
  Manifest league = MadeRun("first", 200, {kMadeVariants[0]}).manifest;
  league.until_first = 2;
  const MadeRun run(league, RunKey::from_seed("first"));
  RatedRuns rated({run.manifest});
  const auto text = [&] { return standings_text(rated.standings(), rated.runs(), false, {400, 400}); };
  CHECK_THAT(text(), ContainsSubstring("The first 2 bots are not known yet. 5 bots can still be among them: "));
  for (const GameRecord& record : run.games) {
    Outcome outcome = outcome_of(record);
    for (Outcome::Seat& seat : outcome.seats) {
      // Each bot of the league always beats those that come after it.
      const auto beats = [&](const Outcome::Seat& other) {
        const auto place = [&](const std::string& name) {
          return std::ranges::find(run.manifest.bots, name, &BotEntry::name) - run.manifest.bots.begin();
        };
        return place(other.bot) < place(seat.bot);
      };
      seat.place = 1 + static_cast<int>(std::ranges::count_if(outcome.seats, beats));
    }
    rated.add(outcome, "here");
  }
  const std::vector<BotEntry>& bots = run.manifest.bots;
  CHECK_THAT(text(), ContainsSubstring("The first 2 bots are known: " + bots[0].name + ", " + bots[1].name + "."));
  CHECK_THAT(text(), ContainsSubstring(bots[4].name + " after " + std::to_string(run.manifest.blocks) + " blocks"));
  const boost::json::object first = standings_json(rated.standings(), rated.runs()).at("first_bots").as_object();
  CHECK(first.at("first") == 2);
  CHECK(first.at("contenders").as_array().size() == 2);
  CHECK(first.at("left_out").as_array().size() == 3);
  // Where the rank ranges show as much, nothing explains a difference.
  const std::string why = "so it can be sure before the rank ranges, which compare all bots, show it.";
  Standings standings = rated.standings();
  const auto worst = std::ranges::find(standings.overall.rows, 4, &StandingsRow::bot);
  REQUIRE(worst != standings.overall.rows.end());
  CHECK(worst->rank_best > 2);
  CHECK_THAT(text(), !ContainsSubstring(why));
  worst->rank_best = 2;
  CHECK_THAT(standings_text(standings, rated.runs(), false, {400, 400}), ContainsSubstring(why));
  standings.first_bots->contenders.push_back(2);  // while the first are not known, too
  const auto unknown = [&] { return standings_text(standings, rated.runs(), false, {400, 400}); };
  CHECK_THAT(unknown(), ContainsSubstring(why) && ContainsSubstring("The first 2 bots are not known yet. 3 bots can"));
  standings.first_bots->left_at = {{0, 40}, {1, 20}};  // they are named as they left
  CHECK_THAT(unknown(), ContainsSubstring(bots[1].name + " after 20 blocks, " + bots[0].name + " after 40 blocks."));
  standings.first_bots->is_over = true;
  CHECK_THAT(unknown(), ContainsSubstring("All blocks are played, and the first 2 bots are not known. 3 bots can still "
                                          "be among them: "));
  CHECK_FALSE(rated.standings().first_bots->is_over);
  rated.add_end(run_id(run.manifest), "here");
  CHECK(rated.standings().first_bots->is_over);
  rated.keep_last(20);
  CHECK_THAT(text(), !ContainsSubstring("The first 2 bots"));
}

}  // namespace contenders_test
