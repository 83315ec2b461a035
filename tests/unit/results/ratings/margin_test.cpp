#include "arena/results/ratings/elo.h"

#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"
#include "tests/unit/results/ratings/naive_ratings.h"

namespace margin_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

namespace {

Estimate margin(const BlockScores& scores) {
  const BlockList blocks = scores.complete();
  return estimate_margin(blocks, sum_comparisons(blocks, scores.bots()));
}

}  // namespace

TEST_CASE("the margin of two bots is half their mean difference to either side") {
  // Differences of 6 and 2 points in hands of one: a_0 - a_1 = 4. Weights are 1/2, so the Laplacian is
  // [1 -1; -1 1], of eigenvalue 2 for (1, -1); residuals +2 and -2 give u = (1, -1) and (-1, 1), each moving the
  // difference by 1 to either side. Variance of the difference: G/(G-1) * sum (2 * r / 2)^2 = 2 * (1^2 + 1^2) = 4.
  const Estimate estimate = margin(made_scores(2, {"0:0 1:6", "0:0 1:2"}));
  CHECK(estimate.values[0] == Approx(2));
  CHECK(estimate.values[1] == Approx(-2));
  const Measured difference = against(estimate, 0, 1).value();
  CHECK(difference.value == Approx(4));
  CHECK(difference.error.value() == Approx(2));
  CHECK(difference.degrees == 1);
  CHECK(against_mean(estimate, 0).error.value() == Approx(1));
}

TEST_CASE("the margins of a chain add up") {
  // 0 is 3 better than 1 and 1 is 5 better than 2: (8, 5, 0) less their mean 13/3 is (11, 2, -13) / 3.
  const Estimate estimate = margin(made_scores(3, {"0:0 1:3", "1:0 2:5"}));
  CHECK(estimate.values[0] == Approx(11.0 / 3));
  CHECK(estimate.values[1] == Approx(2.0 / 3));
  CHECK(estimate.values[2] == Approx(-13.0 / 3));
}

TEST_CASE("differences that contradict each other are settled by least squares") {
  // 0 - 1 = 3, 1 - 2 = 3, 0 - 2 = 0 in tables of two: sums (3, 0, -3) * 1/2, Laplacian 1/2 * [2 -1 -1; ...], which is
  // 3/2 on all with mean 0: a = (1, 0, -1).
  const Estimate estimate = margin(made_scores(3, {"0:0 1:3", "1:0 2:3", "0:0 2:0"}));
  CHECK(estimate.values[0] == Approx(1));
  CHECK(estimate.values[1] == Approx(0).margin(1e-12));
  CHECK(estimate.values[2] == Approx(-1));
}

TEST_CASE("groups that never met have a mean of their own and no difference") {
  const Estimate estimate = margin(made_scores(4, {"0:0 2:4", "1:0 3:10", "0:0 2:4", "1:0 3:12"}));
  CHECK(estimate.values[0] == Approx(2));
  CHECK(estimate.values[2] == Approx(-2));
  CHECK(estimate.values[1] == Approx(5.5));
  CHECK(estimate.values[3] == Approx(-5.5));
  CHECK_FALSE(against(estimate, 0, 1));
  CHECK(against(estimate, 0, 2)->value == Approx(4));
  CHECK(against(estimate, 1, 3)->error.value() > 0);
  // The covariance is that of values less the mean of their group.
  CHECK((*estimate.covariance)(1, 1) > 0);
  CHECK((*estimate.covariance)(1, 1) + (*estimate.covariance)(1, 3) == Approx(0).margin(1e-9));
  // Twice the same: no block says how they differ.
  CHECK_FALSE(against(estimate, 0, 2)->error);
}

TEST_CASE("a difference that never varies has no error once enough blocks have it, and before that none is known") {
  std::vector<std::string> games;
  for (int block = 1; block <= 12; ++block) {
    games.push_back("0:0 1:4");
    const auto difference = against(margin(made_scores(2, games)), 0, 1);
    REQUIRE(difference);
    CHECK(difference->value == Approx(4));
    CHECK(difference->error == (block < 10 ? std::nullopt : std::optional(0.0)));
    if (block >= 10) CHECK(likelihood_above(*difference) == 1);
  }
}

TEST_CASE("the margin and its covariance are those of a plain calculation") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    std::mt19937_64 random(seed);
    const int bots = 4 + static_cast<int>(seed % 4);
    MadeTournament tournament{
        {std::vector<double>(static_cast<std::size_t>(bots))}, 3 + static_cast<int>(seed % 2), 25};
    for (int i = 0; i < bots; ++i) tournament.strengths[0][static_cast<std::size_t>(i)] = 0.3 * i - 0.5;
    const auto games = tournament.play(random);
    const Estimate estimate = margin(scores_of(games, bots));
    const NaiveRatings naive = naive_ratings(games, bots);
    INFO("seed " << seed);
    for (int i = 0; i < bots; ++i) {
      const auto row = static_cast<std::size_t>(i);
      CHECK(estimate.values[row] == Approx(naive.margin[row]).epsilon(1e-9).margin(1e-9));
      for (int j = 0; j < bots; ++j)
        CHECK((*estimate.covariance)(i, j) ==
              Approx(naive.margin_covariance[row][static_cast<std::size_t>(j)]).epsilon(1e-8).margin(1e-9));
    }
  }
}

}  // namespace margin_test
