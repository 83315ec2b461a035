#include "arena/results/ratings/duel.h"

#include <cmath>
#include <random>
#include <utility>

#include "arena/results/ratings/estimate.h"
#include "arena/results/ratings/sequential_interval.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace duel_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

namespace {

constexpr SequentialTest kElo{};
constexpr SequentialTest kMargin{SequentialTest::Measure::margin, 0, 1, 0.05, 0.05};

/// Looks at every so many blocks.
std::vector<int> every(int step, int blocks) {
  std::vector<int> looks;
  for (int look = step; look <= blocks; look += step) looks.push_back(look);
  return looks;
}

RatedGame game(int block, int first, int second, int variant = 0) {
  const int place = first < second ? 1 : 2;
  const int tied = first == second ? 1 : 3 - place;
  return {"r",
          block,
          0,
          1,
          variant,
          1,
          {{0, first == second ? 1 : place, first, false, {}, {}}, {1, tied, second, false, {}, {}}}};
}

/// Of two bots whose scores differ by that much on average, by 8 points or so from block to block.
BlockScores drawn(double margin, int blocks, std::mt19937_64& random) {
  BlockScores scores(2, 1);
  for (int block = 0; block < blocks; ++block) {
    double luck = -6;
    for (int i = 0; i < 12; ++i) luck += static_cast<double>(random() >> 11) / 9007199254740992.0;
    scores.add(game(block, 100, 100 + static_cast<int>(std::lround(margin + 8 * luck))));
  }
  return scores;
}

}  // namespace

TEST_CASE("the log-likelihood ratio is as by hand") {
  // Twelve blocks of +3, -1, +2 and +4 in turn: mean 2, variance of the mean V = 3 (1 + 9 + 0 + 4) / 11 / 12.
  BlockScores scores(2, 1);
  constexpr int kBlocks = 12;
  const std::vector<int> margins = {3, -1, 2, 4};
  for (int block = 0; block < kBlocks; ++block)
    scores.add(game(block, 10, 10 + margins[static_cast<std::size_t>(block) % 4]));
  const DuelState state = judge_duel(scores, "r", kMargin, {64, 128}, 0);
  const double variance = 3 * 14.0 / 11 / kBlocks;
  CHECK(state.llr == Approx(3 / (2 * variance)));  // (1 - 0) (2 * 2 - 0 - 1) / (2 V)
  // As at the first look, before which the LLR moves by a deviation of (1 - 0) / sqrt(V).
  const double overshoot = 0.583 / std::sqrt(variance);
  CHECK(state.lower == Approx(std::log(0.05 / 0.95) + overshoot));
  CHECK(state.upper == Approx(std::log(0.95 / 0.05) - overshoot));
  CHECK(state.all.blocks == kBlocks);
  CHECK(state.all.share == 0.75);
  CHECK(state.all.difference == 2);
  const Looks open{Looks::Kind::open};
  CHECK(state.all.plus_minus.value() == Approx(half_width({0, std::sqrt(variance), kBlocks - 1}, open).value()));
  CHECK(state.verdict == DuelVerdict::undecided);
  // The shares are 1, 0, 1 and 1 in turn.
  const DuelState elo = judge_duel(scores, "r", kElo, {64}, 0);
  CHECK(elo.all.difference == Approx(400 * std::log10(3)));
  const double high = 1 / (1 + std::pow(10, -20.0 / 400));
  const double elo_variance = kBlocks * 0.75 * 0.25 / 11 / kBlocks;
  CHECK(elo.llr == Approx((high - 0.5) * (1.5 - 0.5 - high) / (2 * elo_variance)));
}

TEST_CASE("blocks count by their games") {
  // A block of two games with +4 each, and one of one game with +1. Together they have margins of 3 a game.
  BlockScores scores(2, 1);
  for (int block = 0; block < 2; ++block) {
    for (int i = 0; i < 2 - block; ++i) {
      RatedGame one = game(block, 10, block == 0 ? 14 : 11);
      one.game = i;
      one.games_in_block = 2 - block;
      scores.add(one);
    }
  }
  CHECK(judge_duel(scores, "r", kMargin, {64}, 0).all.difference == Approx(3));
  SequentialTest earlier = kMargin;
  earlier.version = 1;
  CHECK(judge_duel(scores, "r", earlier, {64}, 0).all.difference == Approx(2.5));
}

TEST_CASE("a duel of an earlier arena is judged by the test that it was played with") {
  std::mt19937_64 random(3);
  const BlockScores scores = drawn(1, 64, random);
  SequentialTest earlier = kMargin;
  earlier.version = 1;
  const DuelState state = judge_duel(scores, "r", earlier, {64}, 0);
  CHECK(state.lower == Approx(std::log(0.05 / 0.95)));
  CHECK(state.upper == Approx(std::log(0.95 / 0.05)));
}

TEST_CASE("a duel is decided at a look, and what comes later changes nothing") {
  std::mt19937_64 random(3);
  BlockScores scores = drawn(8, 128, random);
  CHECK(judge_duel(scores, "r", kMargin, every(64, 128), 63).verdict == DuelVerdict::undecided);
  CHECK(judge_duel(scores, "r", kMargin, {20, 640}, 20).verdict == DuelVerdict::undecided);  // too few
  const DuelState state = judge_duel(scores, "r", kMargin, every(64, 128), 128);
  CHECK(state.verdict == DuelVerdict::stronger);
  CHECK(state.ended_at == 64);
  CHECK(state.all.blocks == 64);
  for (int block = 128; block < 400; ++block) scores.add(game(block, 30, 10));
  const DuelState later = judge_duel(scores, "r", kMargin, every(64, 512), 512);
  CHECK(later.verdict == DuelVerdict::stronger);
  CHECK(later.ended_at == 64);
  CHECK(later.llr == state.llr);
}

TEST_CASE("a block that is void is not judged, and those of other runs are not") {
  std::mt19937_64 random(4);
  BlockScores scores = drawn(4, 40, random);
  scores.void_block("r", 7);
  CHECK(judge_duel(scores, "r", kMargin, {40}, 40).all.blocks == 39);
  CHECK(judge_duel(scores, "other", kMargin, {40}, 40).all.blocks == 0);
}

TEST_CASE("bots that play identically are not stronger than each other, and nothing is said with false certainty") {
  BlockScores scores(2, 1);
  for (int block = 0; block < 64; ++block) scores.add(game(block, 10, 10));
  for (const SequentialTest& test : {kElo, kMargin}) {
    const DuelState state = judge_duel(scores, "r", test, {64}, 64);
    CHECK(state.verdict == DuelVerdict::not_stronger);
    CHECK(state.all.difference == 0);
    CHECK(state.all.identical);
    CHECK_FALSE(state.all.plus_minus);
    CHECK(state.llr < state.lower);
    CHECK(state.llr > -100);
  }
  // They are not weaker, either.
  const SequentialTest nonregression{SequentialTest::Measure::elo, -10, 0, 0.05, 0.05};
  BlockScores more(2, 1);
  for (int block = 0; block < 128; ++block) more.add(game(block, 10, 10));
  CHECK(judge_duel(more, "r", nonregression, every(64, 128), 128).verdict == DuelVerdict::stronger);
}

TEST_CASE("an LLR of 0 decides nothing, even if both bounds are 0") {
  const SequentialTest narrow{SequentialTest::Measure::elo, -10, 10, 0.05, 0.05};
  const SequentialTest wide{SequentialTest::Measure::elo, -400, 400, 0.05, 0.05};
  BlockScores identical(2, 1);
  BlockScores alternating(2, 1);
  for (int block = 0; block < 640; ++block) {
    identical.add(game(block, 10, 10));
    alternating.add(game(block, 10, block % 2 == 0 ? 14 : 6));
  }
  for (const auto& [scores, test] : {std::pair(&identical, narrow), {&alternating, wide}}) {
    const DuelState state = judge_duel(*scores, "r", test, every(64, 640), 640);
    CHECK(state.llr == 0);
    CHECK(state.lower == 0);
    CHECK(state.upper == 0);
    CHECK(state.verdict == DuelVerdict::undecided);
    CHECK(state.all.blocks == 640);
    CHECK(std::abs(state.all.difference) < 1e-9);
    if (scores == &alternating) CHECK(std::isfinite(state.all.plus_minus.value()));
    // The smallest advantage decides.
    scores->add(game(640, 10, 12));
    CHECK(judge_duel(*scores, "r", test, {704}, 704).verdict == DuelVerdict::stronger);
    for (const int block : {641, 642}) scores->add(game(block, 10, 8));
    CHECK(judge_duel(*scores, "r", test, {704}, 704).verdict == DuelVerdict::not_stronger);
  }
}

TEST_CASE("a duel of one or two blocks has no interval") {
  for (const SequentialTest& test : {kElo, kMargin}) {
    BlockScores scores(2, 1);
    scores.add(game(0, 10, 13));
    const DuelState one = judge_duel(scores, "r", test, {1}, 1);
    CHECK(one.verdict == DuelVerdict::undecided);
    CHECK(one.all.blocks == 1);
    CHECK(one.all.difference > 0);
    CHECK_FALSE(one.all.plus_minus);
    scores.add(game(1, 10, 9));
    const DuelState two = judge_duel(scores, "r", test, {2}, 2);
    CHECK(two.all.blocks == 2);
    CHECK_FALSE(two.all.plus_minus);
  }
  // A block of two games and one of one count like 1.8 equal blocks, which leave less than one degree of freedom.
  BlockScores unequal(2, 1);
  for (int i = 0; i < 3; ++i) {
    RatedGame each = game(i / 2, 10, i < 2 ? 13 : 9);
    each.game = i % 2;
    each.games_in_block = i < 2 ? 2 : 1;
    unequal.add(each);
  }
  CHECK_FALSE(judge_duel(unequal, "r", kMargin, {2}, 2).all.plus_minus);
}

TEST_CASE("the difference in Elo belongs to the share, and is finite if one bot wins everything") {
  // In two blocks of six games each, the first bot wins so many games of the first block and of the second.
  const auto played = [](int in_first, int in_second) {
    BlockScores scores(2, 1);
    for (int block = 0; block < 2; ++block) {
      for (int i = 0; i < 6; ++i) {
        RatedGame one = game(block, 10, i < (block == 0 ? in_first : in_second) ? 13 : 7);
        one.game = i;
        one.games_in_block = 6;
        scores.add(one);
      }
    }
    return judge_duel(scores, "r", kElo, {2}, 2).all;
  };
  CHECK(played(1, 2).share == Approx(0.25));
  CHECK(played(1, 2).difference == Approx(-400 * std::log10(3)));
  CHECK(played(0, 0).share == 0);
  CHECK(played(0, 0).difference == Approx(-400 * std::log10(12.5 / 0.5)));
  CHECK(played(6, 6).difference == Approx(400 * std::log10(12.5 / 0.5)));
}

TEST_CASE("a single variant has the figures of the whole duel") {
  std::mt19937_64 random(3);
  const BlockScores scores = drawn(8, 64, random);
  for (const int reached : {0, 64}) {
    const DuelState state = judge_duel(scores, "r", kMargin, {64}, reached);
    REQUIRE(state.by_variant.size() == 1);
    CHECK(state.by_variant[0].blocks == 64);
    CHECK(state.by_variant[0].difference == state.all.difference);
    CHECK(state.by_variant[0].plus_minus.value() == state.all.plus_minus.value());
  }
}

TEST_CASE("each variant has figures of its own, and one verdict") {
  BlockScores scores(2, 2);
  for (int block = 0; block < 80; ++block) {
    const int swing = block / 2 % 2 == 0 ? 3 : -3;
    scores.add(game(block, 20, 20 + swing + (block % 2 == 0 ? 4 : 0), block % 2));
  }
  const DuelState state = judge_duel(scores, "r", kMargin, {80}, 80);
  REQUIRE(state.by_variant.size() == 2);
  CHECK(state.by_variant[0].blocks == 40);
  CHECK(state.by_variant[0].difference == Approx(4));
  CHECK(state.by_variant[1].difference == Approx(0).margin(1e-12));
  CHECK(state.all.difference == Approx(2).margin(1e-3));
  CHECK(state.verdict == DuelVerdict::stronger);
}

TEST_CASE("a duel in which a bot forfeits too often has no result, whoever it is") {
  for (const int loser : {0, 1}) {
    for (const int every_nth : {1, 25}) {
      BlockScores scores(2, 1);
      for (int block = 0; block < 64; ++block) {
        RatedGame one = game(block, loser == 0 ? 20 : 10, loser == 0 ? 10 : 20 + block % 3);
        one.seats[static_cast<std::size_t>(loser)].forfeited = block % every_nth == 0;
        scores.add(one);
      }
      const DuelState state = judge_duel(scores, "r", kMargin, {64}, 64);
      INFO(loser << " forfeits one game of " << every_nth);
      CHECK(state.sides[static_cast<std::size_t>(loser)].seats == 64);
      CHECK(state.sides[static_cast<std::size_t>(loser)].forfeits == (every_nth == 1 ? 64 : 3));
      CHECK(state.sides[static_cast<std::size_t>(1 - loser)].forfeits == 0);
      const DuelVerdict otherwise = loser == 0 ? DuelVerdict::not_stronger : DuelVerdict::stronger;
      CHECK(state.verdict == (every_nth == 1 ? DuelVerdict::no_result : otherwise));
      SequentialTest any = kMargin;
      any.forfeits_max = 1;
      CHECK(judge_duel(scores, "r", any, {64}, 64).verdict == otherwise);
    }
  }
}

TEST_CASE("a duel that is over without a decision has no result if a bot has forfeited too often") {
  std::mt19937_64 random(9);
  BlockScores scores = drawn(0, 31, random);
  RatedGame lost = game(31, 10, 10);
  lost.seats[1].forfeited = true;
  scores.add(lost);
  SequentialTest strict = kMargin;
  strict.forfeits_max = 0;
  strict.alpha = strict.beta = 0.001;
  CHECK(judge_duel(scores, "r", strict, {32}, 31).verdict == DuelVerdict::undecided);
  const DuelState state = judge_duel(scores, "r", strict, {32}, 32);
  CHECK(state.verdict == DuelVerdict::no_result);
  strict.forfeits_max = 0.05;
  CHECK(judge_duel(scores, "r", strict, {32}, 32).verdict == DuelVerdict::undecided);
}

TEST_CASE("a duel that ends after few blocks has no width") {
  std::mt19937_64 random(9);
  for (const int blocks : {2, 5, 6}) {
    INFO(blocks);
    const DuelState state = judge_duel(drawn(1, blocks, random), "r", kMargin, {blocks}, blocks);
    CHECK(state.all.plus_minus.has_value() == (blocks > 5));
    CHECK(state.by_variant.at(0).plus_minus.has_value() == (blocks > 5));
  }
}

TEST_CASE("after one look the drift has the plain interval, and it is shifted towards 0 after a stop at a bound") {
  const DriftInterval plain = drift_after_stop({1, -1, 1, 4.5});
  CHECK(plain.low == Approx(4.5 - 1.96).margin(0.01));
  CHECK(plain.high == Approx(4.5 + 1.96).margin(0.01));
  // A sum that can hardly reach a bound earlier.
  const DriftInterval far = drift_after_stop({9, -60, 60, 3});
  CHECK(far.middle() == Approx(3.0 / 9).margin(0.01));
  CHECK(far.half_width() == Approx(1.96 / 3).margin(0.01));
  for (const int looks : {4, 16, 64, 400}) {
    const double bound = std::sqrt(looks);
    const DriftInterval up = drift_after_stop({looks, -bound, bound, bound + 0.5});
    const DriftInterval down = drift_after_stop({looks, -bound, bound, -bound - 0.5});
    INFO(looks << " looks: " << up.low << " to " << up.high);
    CHECK(up.low == Approx(-down.high).margin(0.01));
    CHECK(up.high == Approx(-down.low).margin(0.01));
    CHECK(up.middle() < (bound + 0.5) / looks);
    CHECK(up.middle() > 0);
    CHECK(up.half_width() > 1.96 / std::sqrt(looks));
  }
}

}  // namespace duel_test
