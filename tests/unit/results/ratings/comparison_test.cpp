#include "arena/results/ratings/variant_comparison.h"

#include <algorithm>
#include <cmath>

#include "arena/results/ratings/cell_model.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace comparison_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

namespace {

/// Four variants, the second spreading the bots wider.
MadeTournament league(int blocks) {
  const std::vector<double> strengths = {0.9, 0.5, 0.2, -0.2, -0.5, -0.9};
  MadeTournament tournament{{strengths, strengths, strengths, strengths}, 4, blocks, "r"};
  for (double& strength : tournament.strengths[1]) strength *= 1.6;
  return tournament;
}

VariantComparison compared(const MadeTournament& tournament, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return compare_variants(scores_of(tournament.play(random), 6, 4), made_field(6, 4));
}

const ComparedBot& row_of(const VariantComparison& comparison, int bot) {
  return *std::ranges::find(comparison.bots, bot, &ComparedBot::bot);
}

/// By bot and variant.
std::vector<std::pair<int, int>> specialists(const VariantComparison& comparison) {
  std::vector<std::pair<int, int>> found;
  for (const auto& [position, variant] : comparison.specialists)
    found.emplace_back(comparison.bots[static_cast<std::size_t>(position)].bot, variant);
  return found;
}

}  // namespace

TEST_CASE("a league is compared bot by bot and variant by variant, the best level first") {
  const VariantComparison comparison = compared(league(480), 1);
  CHECK(comparison.blocks == 480);
  CHECK(comparison.games == 1920);
  CHECK(comparison.tests == 24);
  REQUIRE(comparison.bots.size() == 6);
  for (std::size_t position = 0; position < 6; ++position) {
    const ComparedBot& bot = comparison.bots[position];
    CHECK(bot.bot == static_cast<int>(position));
    for (const auto& cell : bot.cells) {
      REQUIRE(cell);
      CHECK(cell->blocks > 60);
      CHECK(cell->pooled.plus_minus.value() < cell->alone.plus_minus.value());
      REQUIRE(cell->excess);
      CHECK(cell->p.value() > kSpecialistLevel);
    }
  }
  CHECK(comparison.specialists.empty());
  CHECK(comparison.untold.empty());
  CHECK(comparison.joined == std::vector<std::vector<int>>{{0, 1, 2, 3, 4, 5}});
  CHECK(comparison.scales[1]->factor > 1.15);
  CHECK(comparison.scales[1]->factor / comparison.scales[1]->times.value() > 1);
  CHECK(comparison.scales[0]->factor < 1);
}

TEST_CASE("planted specialists are found, the clearest first, and nobody else") {
  MadeTournament tournament = league(2400);
  tournament.strengths[2][3] += 0.9;
  tournament.strengths[0][4] -= 0.6;
  const VariantComparison comparison = compared(tournament, 21);
  CHECK(specialists(comparison) == std::vector<std::pair<int, int>>{{3, 2}, {4, 0}});
  CHECK(row_of(comparison, 3).cells[2]->excess->value > 60);
  CHECK(row_of(comparison, 3).cells[2]->p.value() < 0.01);
  CHECK(row_of(comparison, 4).cells[0]->excess->value < -40);
}

TEST_CASE("a specialist in a field of equal bots is found") {
  MadeTournament tournament{std::vector<std::vector<double>>(4, std::vector<double>(6, 0)), 4, 1600, "r"};
  tournament.strengths[3][1] = 0.8;
  CHECK(specialists(compared(tournament, 5)) == std::vector<std::pair<int, int>>{{1, 3}});
}

TEST_CASE("where there is no specialist, one is claimed only as often as chance explains") {
  int claims = 0;
  constexpr int kLeagues = 40;
  for (std::uint64_t seed = 1; seed <= kLeagues; ++seed)
    claims += compared(league(400), seed).specialists.empty() ? 0 : 1;
  // Of 40 leagues 2 are expected at the 5% level; 7 or more come once in 300 times.
  INFO(claims << " of " << kLeagues);
  CHECK(claims <= 6);
}

TEST_CASE("where one variant takes another skill no excess is made up") {
  double largest = 0;
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> strength(-0.9, 0.9);
    MadeTournament tournament = league(400);
    for (double& one : tournament.strengths[3]) one = strength(random);
    const VariantComparison comparison = compared(tournament, seed);
    for (const auto& [position, variant] : comparison.specialists) {
      ++found;
      const auto& cell = comparison.bots[static_cast<std::size_t>(position)].cells[static_cast<std::size_t>(variant)];
      // The strongest and the weakest of a variant are some 350 Elo apart.
      largest = std::max(largest, std::abs(cell->excess->value));
    }
  }
  INFO("largest excess " << largest << " of " << found);
  CHECK(found > 20);
  CHECK(largest < 500);
}

TEST_CASE("a bot that missed variants, or has one block in one, is compared by the others") {
  std::mt19937_64 random(8);
  auto games = league(480).play(random);
  // Bot 5 plays the first variant alone, but for one block of the second.
  int kept = -1;
  std::erase_if(games, [&](const RatedGame& game) {
    const bool plays = std::ranges::any_of(game.seats, [](const RatedSeat& seat) { return seat.bot == 5; });
    if (game.variant == 0 || !plays) return false;
    if (kept < 0 && game.variant == 1) kept = game.block;
    return game.block != kept;
  });
  const VariantComparison comparison = compare_variants(scores_of(games, 6, 4), made_field(6, 4));
  const ComparedBot& bot = row_of(comparison, 5);
  REQUIRE(bot.cells[0]);
  CHECK_FALSE(bot.cells[1]);
  CHECK_FALSE(bot.cells[2]);
  CHECK_FALSE(bot.cells[0]->excess);
  CHECK_FALSE(bot.cells[0]->p);
  CHECK(comparison.tests == 20);
  CHECK(bot.level.plus_minus.value() > row_of(comparison, 4).level.plus_minus.value());
}

TEST_CASE("a bot that lost nearly all is left out, and bends no scale") {
  MadeTournament tournament = league(480);
  for (auto& strengths : tournament.strengths) strengths[5] = -30;
  const VariantComparison comparison = compared(tournament, 4);
  CHECK(comparison.untold == std::vector<int>{5});
  CHECK(comparison.bots.size() == 5);
  double mean = 0;
  for (const ComparedBot& bot : comparison.bots) mean += bot.level.value / 5;
  CHECK(mean == Approx(kEloAnchor));
}

TEST_CASE("groups that no game joins have a mean of their own each") {
  BlockScores scores(5, 2);
  for (int block = 0; block < 40; ++block) {
    const bool odd = block % 3 == 0;
    scores.add(made_game(4 * block, 0, 1, odd ? "0:9 1:2" : "0:1 1:2", 1, 0));
    scores.add(made_game(4 * block + 1, 0, 1, odd ? "0:9 1:2" : "0:1 1:2", 1, 1));
    scores.add(made_game(4 * block + 2, 0, 1, odd ? "2:9 3:2 4:3" : "2:1 3:2 4:1", 1, 0));
    scores.add(made_game(4 * block + 3, 0, 1, odd ? "2:9 3:2 4:3" : "4:1 3:2 2:1", 1, 1));
  }
  const VariantComparison comparison = compare_variants(scores, made_field(5, 2));
  REQUIRE(comparison.joined.size() == 2);
  CHECK(comparison.joined[0].size() == 3);
  CHECK(comparison.bots[3].level.value + comparison.bots[4].level.value == Approx(2 * kEloAnchor));
}

TEST_CASE("nothing to compare is no trouble") {
  const VariantComparison comparison = compare_variants(BlockScores(3, 2), made_field(3, 2));
  CHECK(comparison.bots.empty());
  CHECK(comparison.untold == std::vector<int>{0, 1, 2});
  CHECK_FALSE(comparison.scales[0]);
  CHECK_THROWS_AS(compare_variants(BlockScores(3, 2), made_field(2, 2)), std::invalid_argument);
}

TEST_CASE("a comparison depends on the games alone") {
  std::mt19937_64 random(9);
  auto games = league(120).play(random);
  const auto levels = [&] {
    std::vector<double> values;
    for (const ComparedBot& bot : compare_variants(scores_of(games, 6, 4), made_field(6, 4)).bots) {
      values.push_back(bot.level.value);
      for (const auto& cell : bot.cells) values.push_back(cell ? cell->pooled.value : 0);
    }
    return values;
  };
  const std::vector<double> in_order = levels();
  std::ranges::shuffle(games, random);
  CHECK(levels() == in_order);
}

}  // namespace comparison_test
