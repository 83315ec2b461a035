// Pairs of bots of which one gains from the other.

#include "arena/results/ratings/collusion.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"
#include "tests/unit/results/ratings/made_runs.h"

namespace collusion_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;

namespace {

constexpr int kBots = 8;
constexpr int kHelper = 5;
constexpr int kGainer = 2;

bool has(const RatedGame& game, int bot) {
  return std::ranges::find(game.seats, bot, &RatedSeat::bot) != game.seats.end();
}

/// Games of equal bots in variants that take turns. In games with the helper, the gainer takes so many points fewer.
std::vector<RatedGame> helped_games(int blocks, int points, int variants = 1) {
  std::mt19937_64 random(7);
  MadeTournament league;
  league.strengths.assign(static_cast<std::size_t>(variants), std::vector<double>(kBots, 0));
  league.blocks = blocks;
  std::vector<RatedGame> games = league.play(random);
  for (RatedGame& game : games) {
    if (!has(game, kHelper)) continue;
    for (RatedSeat& seat : game.seats) seat.score -= seat.bot == kGainer ? points * game.hands : 0;
  }
  return games;
}

Standings rated(const std::vector<RatedGame>& games, int variants = 1) {
  return rate(scores_of(games, kBots, variants), made_field(kBots, variants));
}

/// The same difference, straight from the games of one variant, with known margins of 0 for all bots.
double naive_gain(const std::vector<RatedGame>& games) {
  std::map<int, std::pair<double, int>> blocks;  // of the gainer: sum of its margins, number of comparisons
  std::set<int> with;
  for (const RatedGame& game : games) {
    if (!has(game, kGainer)) continue;
    if (has(game, kHelper)) with.insert(game.block);
    const RatedSeat& own = *std::ranges::find(game.seats, kGainer, &RatedSeat::bot);
    for (const RatedSeat& other : game.seats) {
      if (other.bot == kGainer) continue;
      blocks[game.block].first += static_cast<double>(other.score - own.score) / game.hands;
      ++blocks[game.block].second;
    }
  }
  double sums[2] = {0, 0};
  int counts[2] = {0, 0};
  for (const auto& [block, sum] : blocks) {
    const bool is_with = with.contains(block);
    sums[is_with] += sum.first / sum.second;
    ++counts[is_with];
  }
  return sums[1] / counts[1] - sums[0] / counts[0];
}

}  // namespace

TEST_CASE("a pair of which one gains from the other is found, and only in that order") {
  const Standings standings = rated(helped_games(300, 6));
  CHECK(standings.pair_tests == kBots * (kBots - 1));
  REQUIRE(standings.pairs_to_look_at.size() == 1);
  const PairToLookAt& pair = standings.pairs_to_look_at.front();
  CHECK(pair.helper == kHelper);
  CHECK(pair.gainer == kGainer);
  CHECK(pair.blocks > 40);
  CHECK(pair.gain > 4);
  CHECK(pair.p < pair.p_holm);
  CHECK(pair.p_holm < kCollusionLevel);
}

TEST_CASE("bots that meet a helper or its friend are no pairs, although they do better or worse there") {
  const std::vector<RatedGame> games = helped_games(3000, 12);
  const Standings standings = rated(games);
  const std::vector<double> margins = [&] {
    std::vector<double> values(kBots);
    for (const StandingsRow& row : standings.overall.rows) values[static_cast<std::size_t>(row.bot)] = row.margin.value;
    return values;
  }();
  const BlockScores scores = scores_of(games, kBots);
  const std::vector<PairEffect> effects = test_collusion({{scores.complete(), margins}}, kBots);
  CHECK(std::ranges::count_if(effects, [](const PairEffect& effect) { return effect.p_holm < kCollusionLevel; }) > 1);
  REQUIRE(standings.pairs_to_look_at.size() == 1);
  CHECK(standings.pairs_to_look_at[0].helper == kHelper);
  CHECK(standings.pairs_to_look_at[0].gainer == kGainer);
}

TEST_CASE("honest bots are no pair to look at") { CHECK(rated(helped_games(300, 0)).pairs_to_look_at.empty()); }

TEST_CASE("a pair's gain is its mean margin together less that in other blocks") {
  const std::vector<RatedGame> games = helped_games(300, 6);
  const BlockScores scores = scores_of(games, kBots);
  const std::vector<MarginBlocks> variants = {{scores.complete(), std::vector<double>(kBots, 0)}};
  for (const PairEffect& effect : test_collusion(variants, kBots)) {
    if (effect.helper != kHelper || effect.gainer != kGainer) continue;
    CHECK(effect.gain == Approx(naive_gain(games)));
    return;
  }
  FAIL("the pair was not tested");
}

TEST_CASE("the blocks to look at are those of the pair in which the gainer did best") {
  const std::vector<RatedGame> games = helped_games(300, 6);
  const Standings standings = rated(games);
  const BlockScores scores = scores_of(games, kBots);
  const Comparisons comparisons = sum_comparisons(scores.complete(), kBots);
  const std::vector<double> margins = estimate_margin(scores.complete(), comparisons).values;
  const std::vector<BlockPlace>& look_at = standings.pairs_to_look_at.at(0).look_at;
  REQUIRE(look_at.size() == kBlocksToLookAt);
  const auto residual = [&](const BlockPlace& place) {
    return residual_in(*scores.rated(place.run, place.block), margins, kGainer);
  };
  int better = 0;
  for (const auto& [number, block] : scores.complete_of("r")) {
    if (sit_together(*block, kHelper, kGainer)) better += residual_in(*block, margins, kGainer) > residual(look_at[2]);
  }
  CHECK(better == 2);
  CHECK(residual(look_at[0]) >= residual(look_at[1]));
  CHECK(residual(look_at[1]) >= residual(look_at[2]));
}

TEST_CASE("a pair with few blocks together is not tested") {
  // Of eight bots at tables of four, two share 3 blocks of 14.
  CHECK(rated(helped_games(100, 6)).pair_tests == 0);
}

TEST_CASE("a variant in which the helper does not play says nothing about it") {
  std::vector<RatedGame> games = helped_games(600, 6, 2);
  std::erase_if(games, [](const RatedGame& game) { return game.variant == 1 && has(game, kHelper); });
  // The gainer is much better in that variant.
  for (RatedGame& game : games) {
    for (RatedSeat& seat : game.seats) seat.score -= game.variant == 1 && seat.bot == kGainer ? 30 : 0;
  }
  const PairToLookAt both = rated(games, 2).pairs_to_look_at.at(0);
  std::erase_if(games, [](const RatedGame& game) { return game.variant == 1; });
  const PairToLookAt one = rated(games, 2).pairs_to_look_at.at(0);
  CHECK(both.helper == kHelper);
  CHECK(both.gainer == kGainer);
  CHECK(both.gain == Approx(one.gain));
  CHECK(both.p == Approx(one.p));
}

TEST_CASE("standings name a pair to look at, say that this is no proof, and print commands") {
  Standings standings = rated(helped_games(300, 6));
  RatedRun run{"r"};
  run.path = "results/my run";
  const std::string text = standings_text(standings, {run});
  const std::string block = std::to_string(standings.pairs_to_look_at[0].look_at[0].block);
  CHECK_THAT(text, ContainsSubstring("Look at f and c: in the "));
  CHECK_THAT(text, ContainsSubstring("no proof"));
  CHECK_THAT(text, ContainsSubstring("arena replay 'results/my run' b" + block + "g0"));
  CHECK_THAT(text, ContainsSubstring("arena rate 'results/my run' --without-pairs"));
  CHECK_THAT(standings_text(standings, {}), ContainsSubstring("arena rate RUN --without-pairs"));

  CHECK_THAT(text, ContainsSubstring("To see the ratings without the blocks of the two: "));
  CHECK_THAT(text, !ContainsSubstring("without a clearer pair"));
  // The blocks of the first pair are no part of the figures of the next one. Later stages belong to their run.
  Standings more = standings;
  more.pairs_to_look_at.push_back(more.pairs_to_look_at.front());
  RatedRun stage = run;
  stage.first_stage = "r";
  RatedRun other{"s"};
  other.path = "other";
  const std::string of_two = standings_text(more, {run, stage, other}, false, {2000, 2000});
  CHECK_THAT(of_two, ContainsSubstring("of the two without a clearer pair, c does better by "));
  CHECK_THAT(of_two, ContainsSubstring("To see the ratings without the blocks of these pairs: arena rate 'results/my "
                                       "run' other --without-pairs."));

  const json::object pair = standings_json(standings, {run}).at("pairs_to_look_at").at(0).as_object();
  CHECK(pair.at("helper") == "f");
  CHECK(pair.at("gainer") == "c");
  CHECK(pair.at("look_at").at(0).at("run") == "r");
  CHECK(std::to_string(pair.at("look_at").at(0).at("block").as_int64()) == block);
  show_only(standings, {"a"});
  CHECK_THAT(standings_text(standings, {run}), !ContainsSubstring("Look at"));
  CHECK(standings_json(standings, {run}).at("pairs_to_look_at").as_array().empty());
}

namespace {

/// Adds the games of a run, in which the first bot does better where the last one plays. Returns how many blocks the
/// two have together.
int add_helped(const MadeRun& run, RatedRuns& rated) {
  const std::string helper = run.manifest.bots[4].name;
  const std::string gainer = run.manifest.bots[0].name;
  int together = 0;
  for (const GameRecord& record : run.games) {
    Outcome outcome = outcome_of(record);
    const auto own = std::ranges::find(outcome.seats, gainer, &Outcome::Seat::bot);
    const bool has_helper = std::ranges::find(outcome.seats, helper, &Outcome::Seat::bot) != outcome.seats.end();
    if (has_helper && own != outcome.seats.end()) {
      own->score -= 20 * outcome.hands;
      together += outcome.game == 0 ? 1 : 0;
    }
    rated.add(outcome, "here");
  }
  return together;
}

}  // namespace

TEST_CASE("without pairs, the blocks in which a pair to look at sat together are left out") {
  const MadeRun run("pairs", 220, {kMadeVariants[0]});
  const std::string helper = run.manifest.bots[4].name;
  const std::string gainer = run.manifest.bots[0].name;
  RatedRuns rated({run.manifest});
  const int together = add_helped(run, rated);
  CHECK(rated.standings().overall.blocks == 220);
  REQUIRE(rated.standings().pairs_to_look_at.size() >= 1);
  rated.leave_out_pairs();
  const Standings standings = rated.standings();
  CHECK(standings.overall.blocks == 220 - standings.left_out.pair_blocks);
  CHECK(standings.left_out.pair_blocks >= together);
  CHECK_THAT(standings_text(standings, rated.runs(), false, {400, 400}),
             ContainsSubstring("left out because a pair to look at sat together there: " + helper + " with " + gainer));
  CHECK_THAT(history_text(rated.histories(), standings, rated.runs(), {400, 400}),
             ContainsSubstring("left out because a pair to look at sat together there: " + helper + " with " + gainer));
  CHECK(standings_json(standings, rated.runs()).at("left_out").at("pairs").at(0).at(0).as_string() == helper);
}

TEST_CASE("what a duel or a search has shown by all blocks stays when the blocks of pairs are left out") {
  Manifest league = MadeRun("pairs", 220, {kMadeVariants[0]}).manifest;
  league.until_first = 1;
  const MadeRun search(league, RunKey::from_seed("pairs"));
  RatedRuns rated({search.manifest});
  add_helped(search, rated);
  const std::vector<int> contenders = rated.standings().first_bots.value().contenders;
  rated.leave_out_pairs();
  REQUIRE(rated.standings().left_out.pair_blocks > 0);
  CHECK(rated.standings().first_bots.value().contenders == contenders);

  league.until_first = 0;
  league.duel = SequentialTest{};
  const MadeRun duel(league, RunKey::from_seed("pairs"));
  RatedRuns of_duel({duel.manifest});
  add_helped(duel, of_duel);
  of_duel.add_end(run_id(duel.manifest), "here");
  const DuelReport before = of_duel.duel().value();
  of_duel.leave_out_pairs();
  const Standings standings = of_duel.standings();
  REQUIRE(standings.left_out.pair_blocks > 0);
  CHECK(standings.duel.value().state == before.state);
  CHECK(duel_sentences(*standings.duel).front() == duel_sentences(before).front());
  CHECK(standings.duel->counts_left_out);
  CHECK(standings.looks.kind == Looks::Kind::open);
}

}  // namespace collusion_test
