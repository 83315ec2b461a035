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

TEST_CASE("levels are relative to the anchors or the reference of the field, and no difference changes") {
  std::mt19937_64 random(1);
  const BlockScores scores = scores_of(league(480).play(random), 6, 4);
  Field field = made_field(6, 4);
  const VariantComparison plain = compare_variants(scores, field);
  const auto check_moved = [&](const VariantComparison& moved) {
    const double by = row_of(moved, 0).level.value - row_of(plain, 0).level.value;
    for (std::size_t position = 0; position < 6; ++position) {
      const ComparedBot& one = moved.bots[position];
      const ComparedBot& other = plain.bots[position];
      REQUIRE(one.bot == other.bot);
      CHECK(one.level.value - other.level.value == Approx(by));
      for (std::size_t v = 0; v < 4; ++v) {
        CHECK(one.cells[v]->excess->value == Approx(other.cells[v]->excess->value).margin(1e-3));
        CHECK(one.cells[v]->p.value() == Approx(other.cells[v]->p.value()).margin(1e-3));
      }
    }
    for (std::size_t v = 0; v < 4; ++v) CHECK(moved.scales[v]->factor == Approx(plain.scales[v]->factor).epsilon(1e-3));
  };
  field.anchors = {{4, 1600}};
  const VariantComparison anchored = compare_variants(scores, field);
  CHECK(row_of(anchored, 4).level.value == 1600);
  CHECK(row_of(anchored, 4).level.plus_minus == 0);
  CHECK(row_of(anchored, 3).level.plus_minus.value() > 5);
  CHECK(row_of(anchored, 4).cells[2]->pooled.value == Approx(1600).margin(40));
  CHECK(anchored.anchored.size() == 1);
  check_moved(anchored);
  field.anchors = {{4, 1600}, {0, 1800}};
  const VariantComparison twice = compare_variants(scores, field);
  CHECK(row_of(twice, 4).level.value + row_of(twice, 0).level.value == Approx(3400));
  CHECK(row_of(twice, 4).level.plus_minus.value() > 0);
  CHECK(twice.anchored.size() == 2);
  check_moved(twice);
  field.anchors.clear();
  field.reference = 2;
  const VariantComparison referred = compare_variants(scores, field);
  CHECK(row_of(referred, 2).level.value == kEloAnchor);
  CHECK(row_of(referred, 2).level.plus_minus == 0);
  check_moved(referred);
}

TEST_CASE("a comparison knows how many blocks it takes to find a specialist, and that two variants never do") {
  const VariantComparison few = compared(league(120), 1);
  CHECK(few.finding.now == 30);
  REQUIRE(few.finding.needed);
  CHECK(*few.finding.needed > 30);
  const VariantComparison many = compared(league(2400), 1);
  REQUIRE(many.finding.needed);
  CHECK(*many.finding.needed < many.finding.now);
  // Readers who look again and again are shown less. At the end of a run of planned length they are not.
  std::mt19937_64 random_few(1);
  const BlockScores scores = scores_of(league(120).play(random_few), 6, 4);
  const auto needed = [&](const Looks& looks) {
    return compare_variants(scores, made_field(6, 4), looks).finding.needed.value();
  };
  CHECK(needed({Looks::Kind::planned, 0.5}) == *few.finding.needed);
  CHECK(needed({Looks::Kind::open}) > 5 * *few.finding.needed / 4);
  CHECK(needed({Looks::Kind::open}) < 3 * *few.finding.needed);
  MadeTournament two = league(800);
  two.strengths.resize(2);
  two.strengths[1][3] += 0.9;
  std::mt19937_64 random(3);
  const VariantComparison pair = compare_variants(scores_of(two.play(random), 6, 2), made_field(6, 2));
  CHECK(pair.tests > 0);
  CHECK_FALSE(pair.finding.needed);
  CHECK(pair.specialists.empty());
}

TEST_CASE("a few blocks over many variants give no intervals of thousands of Elo") {
  double largest = 0;
  for (const int blocks : {15, 30}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      std::mt19937_64 random(seed);
      MadeTournament tournament = league(blocks);
      tournament.strengths.push_back(tournament.strengths[0]);
      const VariantComparison comparison = compare_variants(scores_of(tournament.play(random), 6, 5), made_field(6, 5));
      for (const ComparedBot& bot : comparison.bots) {
        for (const auto& cell : bot.cells) {
          if (!cell) continue;
          CHECK(cell->blocks >= 3);
          largest = std::max(largest, cell->pooled.plus_minus.value());
        }
      }
    }
  }
  INFO(largest);
  CHECK(largest > 0);
  CHECK(largest < 1000);  // and below 320 from 20 blocks on
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
