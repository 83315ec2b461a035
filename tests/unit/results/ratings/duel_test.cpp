#include "arena/results/ratings/duel.h"

#include <cmath>
#include <random>

#include "tests/catch.h"
#include "tests/unit/engine/test_all.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace duel_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;
using hearts::test::test_all;

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
  // Blocks of +3, -1, +2 and +4: mean 2, s^2 = (1 + 9 + 0 + 4) / 3. LLR = 4 * (1 - 0) (2 * 2 - 0 - 1) / (2 s^2).
  BlockScores scores(2, 1);
  const std::vector<int> margins = {3, -1, 2, 4};
  for (int block = 0; block < 4; ++block) scores.add(game(block, 10, 10 + margins[static_cast<std::size_t>(block)]));
  const DuelState state = judge_duel(scores, "r", kMargin, {});
  CHECK(state.llr == Approx(4.0 * 3 / (2 * 14.0 / 3)));
  CHECK(state.lower == Approx(std::log(0.05 / 0.95)));
  CHECK(state.upper == Approx(std::log(0.95 / 0.05)));
  CHECK(state.all.blocks == 4);
  CHECK(state.all.share == 0.75);
  CHECK(state.all.difference.value == 2);
  CHECK(state.all.difference.plus_minus.value() == Approx(3.18245 * std::sqrt(14.0 / 3 / 4)));
  CHECK(state.verdict == DuelVerdict::undecided);
  // Of shares 1, 0, 1, 1 the mean is 3/4: with half a point for each side 3.5 of 5.
  const DuelState elo = judge_duel(scores, "r", kElo, {});
  CHECK(elo.all.difference.value == Approx(400 * std::log10(3.5 / 1.5)));
  const double high = 1 / (1 + std::pow(10, -20.0 / 400));
  CHECK(elo.llr == Approx(4 * (high - 0.5) * (1.5 - 0.5 - high) / (2 * 0.25)));
}

TEST_CASE("a duel is decided at a look, and what comes later changes nothing") {
  std::mt19937_64 random(3);
  BlockScores scores = drawn(8, 128, random);
  CHECK(judge_duel(scores, "r", kMargin, {}).verdict == DuelVerdict::undecided);
  CHECK(judge_duel(scores, "r", kMargin, {20}).verdict == DuelVerdict::undecided);  // too few
  const DuelState state = judge_duel(scores, "r", kMargin, every(64, 128));
  CHECK(state.verdict == DuelVerdict::stronger);
  CHECK(state.ended_at == 64);
  CHECK(state.all.blocks == 64);
  for (int block = 128; block < 400; ++block) scores.add(game(block, 30, 10));
  const DuelState later = judge_duel(scores, "r", kMargin, every(64, 512));
  CHECK(later.verdict == DuelVerdict::stronger);
  CHECK(later.ended_at == 64);
  CHECK(later.llr == state.llr);
}

TEST_CASE("a block that is void is not judged, and those of other runs are not") {
  std::mt19937_64 random(4);
  BlockScores scores = drawn(4, 40, random);
  scores.void_block("r", 7);
  CHECK(judge_duel(scores, "r", kMargin, {40}).all.blocks == 39);
  CHECK(judge_duel(scores, "other", kMargin, {40}).all.blocks == 0);
}

TEST_CASE("bots that are alike are not stronger than each other") {
  BlockScores scores(2, 1);
  for (int block = 0; block < 64; ++block) scores.add(game(block, 10, 10));
  for (const SequentialTest& test : {kElo, kMargin}) {
    const DuelState state = judge_duel(scores, "r", test, {64});
    CHECK(state.verdict == DuelVerdict::not_stronger);
    CHECK(state.all.difference.value == 0);
    CHECK(std::isfinite(state.llr));
  }
}

TEST_CASE("each variant has figures of its own, and one verdict") {
  BlockScores scores(2, 2);
  for (int block = 0; block < 80; ++block) {
    const int swing = block / 2 % 2 == 0 ? 3 : -3;
    scores.add(game(block, 20, 20 + swing + (block % 2 == 0 ? 4 : 0), block % 2));
  }
  const DuelState state = judge_duel(scores, "r", kMargin, {80});
  REQUIRE(state.by_variant.size() == 2);
  CHECK(state.by_variant[0].blocks == 40);
  CHECK(state.by_variant[0].difference.value == Approx(4));
  CHECK(state.by_variant[1].difference.value == Approx(0));
  CHECK(state.all.difference.value == Approx(2));
  CHECK(state.verdict == DuelVerdict::stronger);
}

TEST_CASE("duels err as seldom as they say") {
  const int duels = test_all() ? 1000 : 200;
  constexpr int kBlocks = 1920;
  int wrong_high = 0;
  int wrong_low = 0;
  int undecided = 0;
  std::mt19937_64 random(5);
  for (int duel = 0; duel < duels; ++duel) {
    const DuelState at_low = judge_duel(drawn(0, kBlocks, random), "r", kMargin, every(64, kBlocks));
    wrong_high += at_low.verdict == DuelVerdict::stronger ? 1 : 0;
    const DuelState at_high = judge_duel(drawn(1, kBlocks, random), "r", kMargin, every(64, kBlocks));
    wrong_low += at_high.verdict == DuelVerdict::not_stronger ? 1 : 0;
    for (const DuelState* state : {&at_low, &at_high}) undecided += state->verdict == DuelVerdict::undecided ? 1 : 0;
  }
  INFO(wrong_high << " and " << wrong_low << " of " << duels << " wrong, " << undecided << " undecided");
  // 5% are expected at most; of 200 more than 20 come once in 400 times.
  CHECK(wrong_high <= duels * (test_all() ? 0.07 : 0.1));
  CHECK(wrong_low <= duels * (test_all() ? 0.07 : 0.1));
  CHECK(undecided <= duels / 50);
}

}  // namespace duel_test
