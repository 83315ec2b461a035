#include "arena/results/ratings/elo.h"

#include <cmath>

#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"
#include "tests/unit/results/ratings/naive_ratings.h"

namespace elo_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

namespace {

Strengths fit(const BlockScores& scores) { return fit_strengths(sum_comparisons(scores.complete(), scores.bots())); }

Estimate elo(const BlockScores& scores) {
  const BlockList blocks = scores.complete();
  return estimate_elo(blocks, sum_comparisons(blocks, scores.bots()));
}

std::vector<std::string> repeated(const std::string& game, int times) {
  return std::vector<std::string>(static_cast<std::size_t>(times), game);
}

/// Two bots, w points of n for the first. By symmetry theta = (x/2, -x/2), and the derivative is 0 where
///   w - n sigma(x) + 1/2 - sigma(x/2) = 0.
/// With e = exp(x/2), sigma(x) = e^2 / (1 + e^2) and sigma(x/2) = e / (1 + e); times (1 + e)(1 + e^2) that is
///   (w - n - 1/2) e^3 + (w - n + 1/2) e^2 + (w - 1/2) e + (w + 1/2) = 0.
double two_bots_by_hand(double w, double n) {
  const auto cubic = [&](double e) {
    return (w - n - 0.5) * e * e * e + (w - n + 0.5) * e * e + (w - 0.5) * e + (w + 0.5);
  };
  double low = 0, high = 1e6;  // positive at 0, negative far out, one root between (Descartes)
  for (int i = 0; i < 200; ++i) (cubic((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  return 2 * std::log((low + high) / 2);
}

}  // namespace

TEST_CASE("two bots are rated as by hand") {
  SECTION("3 points of 4") {
    const Strengths strengths = fit(made_scores(2, {"0:1 1:2", "0:1 1:2", "0:1 1:2", "1:1 0:2"}));
    const double x = two_bots_by_hand(3, 4);
    CHECK(x == Approx(0.9489).margin(1e-3));  // e = 1.607: -1.5 * 4.15 - 0.5 * 2.58 + 2.5 * 1.607 + 3.5 = 0.0
    CHECK(strengths.theta[0] == Approx(x / 2).epsilon(1e-12));
    CHECK(strengths.theta[1] == Approx(-x / 2).epsilon(1e-12));
  }
  SECTION("2.5 points of 3") {
    const Strengths strengths = fit(made_scores(2, {"0:1 1:2", "0:1 1:2", "0:1 1:1"}));
    CHECK(strengths.theta[0] == Approx(two_bots_by_hand(2.5, 3) / 2).epsilon(1e-12));
  }
  SECTION("all of 200") {
    const Strengths strengths = fit(made_scores(2, repeated("0:1 1:2", 200)));
    CHECK(strengths.theta[0] == Approx(two_bots_by_hand(200, 200) / 2).epsilon(1e-10));
  }
  SECTION("none") {
    const Strengths strengths = fit(made_scores(2, repeated("0:3 1:2", 7)));
    CHECK(strengths.theta[0] == Approx(two_bots_by_hand(0, 7) / 2).epsilon(1e-10));
  }
}

TEST_CASE("one Elo unit is 400 / ln 10") { CHECK(kEloUnit == Approx(400 / std::log(10.0)).epsilon(1e-15)); }

TEST_CASE("the covariance of two bots is as by hand") {
  // Three blocks of two comparisons, 2, 1.5 and 1 points for bot 0: n = 6, w = 4.5. With p = sigma(x), s = sigma(x/2)
  // the second derivative has eigenvalue h = 2 n p (1-p) + s (1-s) for (1, -1). A block with r = w_d - n_d p points
  // more than expected moves the difference by 2 r / h, so its variance is 3/2 * sum (2 r / h)^2.
  BlockScores scores(2, 1);
  const std::vector<std::string> games = {"0:1 1:2", "0:1 1:2", "0:1 1:2", "0:1 1:1", "0:1 1:2", "0:2 1:1"};
  for (int i = 0; i < 6; ++i) scores.add(made_game(i / 2, i % 2, 2, games[static_cast<std::size_t>(i)]));
  const double x = two_bots_by_hand(4.5, 6);
  const double p = 1 / (1 + std::exp(-x));
  const double s = 1 / (1 + std::exp(-x / 2));
  const double h = 12 * p * (1 - p) + s * (1 - s);
  const double squares = std::pow(2 - 2 * p, 2) + std::pow(1.5 - 2 * p, 2) + std::pow(1 - 2 * p, 2);
  const double error = 173.71779276130073 * std::sqrt(1.5 * 4 * squares) / h;

  const Estimate estimate = elo(scores);
  const Measured difference = against(estimate, 0, 1).value();
  CHECK(difference.value == Approx(173.71779276130073 * x).epsilon(1e-12));
  CHECK(difference.error.value() == Approx(error).epsilon(1e-10));
  CHECK(difference.degrees == 2);
  // Student's quantile .975 with 2 degrees is 4.302653 in every table.
  CHECK(half_width(difference).value() == Approx(4.30265273 * error).epsilon(1e-8));
  // Against their mean each has half the difference and half the error.
  CHECK(against_mean(estimate, 0).value == Approx(difference.value / 2));
  CHECK(against_mean(estimate, 1).error.value() == Approx(error / 2).epsilon(1e-10));
}

TEST_CASE("at the fit each bot's expected points are its own, but for the phantom") {
  std::mt19937_64 random(3);
  const MadeTournament tournament{{{0.8, 0.3, 0, -0.2, -0.9}}, 4, 40};
  const BlockScores scores = scores_of(tournament.play(random), 5);
  const Comparisons sums = sum_comparisons(scores.complete(), 5);
  const Strengths strengths = fit_strengths(sums);
  for (int i = 0; i < 5; ++i) {
    double surplus = 0.5 - 1 / (1 + std::exp(-strengths.theta[static_cast<std::size_t>(i)]));
    for (int j = 0; j < 5; ++j) {
      const double x = strengths.theta[static_cast<std::size_t>(i)] - strengths.theta[static_cast<std::size_t>(j)];
      surplus +=
          static_cast<double>(sums.halves(i, j)) / 2 - static_cast<double>(sums.count(i, j)) / (1 + std::exp(-x));
    }
    INFO("bot " << i);
    CHECK(std::abs(surplus) < 1e-9);
  }
  CHECK(strengths.steps <= 6);
}

TEST_CASE("the fit and its covariance are those of a plain calculation") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    std::mt19937_64 random(seed);
    const int bots = 4 + static_cast<int>(seed % 4);
    MadeTournament tournament{
        {std::vector<double>(static_cast<std::size_t>(bots))}, 3 + static_cast<int>(seed % 2), 25};
    for (int i = 0; i < bots; ++i) tournament.strengths[0][static_cast<std::size_t>(i)] = 0.3 * i - 0.5;
    const auto games = tournament.play(random);
    const Estimate estimate = elo(scores_of(games, bots));
    const NaiveRatings naive = naive_ratings(games, bots);
    INFO("seed " << seed);
    REQUIRE(estimate.size() == bots);
    for (int i = 0; i < bots; ++i) {
      const auto row = static_cast<std::size_t>(i);
      CHECK(1500 + estimate.values[row] == Approx(naive.elo[row]).epsilon(1e-9));
      for (int j = 0; j < bots; ++j)
        CHECK((*estimate.covariance)(i, j) ==
              Approx(naive.elo_covariance[row][static_cast<std::size_t>(j)]).epsilon(1e-7).margin(1e-7));
    }
  }
}

TEST_CASE("a million comparisons that one bot won give finite Elo in a few steps") {
  const std::vector<PairSum> pairs{{0, 1, 25, 50, 25}};
  const std::vector<BotGames> bots{{0, 25, 0}, {1, 25, 0}};
  const BlockSum block{pairs, bots, {}, {}, 0, 25, 2};
  const BlockList blocks(80'000, &block);
  const Comparisons sums = sum_comparisons(blocks, 2);
  const Strengths strengths = fit_strengths(sums);
  CHECK(strengths.theta[0] == Approx(two_bots_by_hand(2e6, 2e6) / 2).epsilon(1e-6));
  CHECK(strengths.steps < 60);
  CHECK(std::isfinite(against(estimate_elo(blocks, sums), 0, 1)->error.value()));
}

TEST_CASE("no bots, and no games, are no trouble") {
  CHECK(fit(BlockScores(0, 1)).theta.empty());
  CHECK(elo(BlockScores(3, 1)).size() == 0);
}

}  // namespace elo_test
