#include "arena/results/ratings/estimate.h"

#include <cmath>

#include "tests/catch.h"

namespace estimate_test {

using namespace arena;
using Catch::Approx;

namespace {

SquareMatrix<double> matrix(const std::vector<std::vector<double>>& rows) {
  SquareMatrix<double> result(static_cast<int>(rows.size()));
  for (int i = 0; i < result.size(); ++i)
    for (int j = 0; j < result.size(); ++j)
      result(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return result;
}

}  // namespace

TEST_CASE("intervals and likelihoods are Student's") {
  // Tables: t(.975; 4) = 2.776445, and P(T < 1) = 3/4 with 1 degree (Cauchy).
  CHECK(half_width({0, 10.0, 4}).value() == Approx(27.76445).epsilon(1e-6));
  CHECK(likelihood_above({5, 5.0, 1}).value() == Approx(0.75));
  CHECK(likelihood_above({-5, 5.0, 1}).value() == Approx(0.25));
  CHECK(p_value({5, 5.0, 1}).value() == Approx(0.5));
  CHECK(p_value({-5, 5.0, 1}).value() == Approx(0.5));
}

TEST_CASE("without an error there is no interval") {
  CHECK_FALSE(half_width({5, std::nullopt, 0}));
  CHECK_FALSE(likelihood_above({5, std::nullopt, 0}));
  CHECK_FALSE(p_value({5, std::nullopt, 0}));
}

TEST_CASE("an error of 0 makes an interval of 0 and two bots indistinguishable") {
  CHECK(half_width({0, 0.0, 3}).value() == 0);
  CHECK(likelihood_above({0, 0.0, 3}).value() == 0.5);
  CHECK(p_value({0, 0.0, 3}).value() == 1);
  CHECK(p_value({5, 0.0, 9}).value() == 0);
}

TEST_CASE("while a run is played, intervals are wider") {
  const Measured measured{5, 2.0, 49};
  const double plain = half_width(measured).value();
  const auto times = [&](const Looks& looks) { return half_width(measured, looks).value() / plain; };
  // Boundaries of a Wiener process: P(max |W| > 2.2414 before 1) is 0.05. With 49 degrees the quantiles are a little
  // further apart.
  const double at_end = times({Looks::Kind::planned, 1});
  CHECK(at_end == Approx(2.2414 / 1.96).epsilon(0.02));
  CHECK(times({Looks::Kind::planned, 0.25}) == Approx(2 * at_end));
  CHECK(times({Looks::Kind::open}) == Approx(3.0351 / 1.96).epsilon(0.06));
}

TEST_CASE("a p-value is below 0.05 if and only if the interval excludes 0") {
  for (const Looks& looks : {Looks{}, Looks{Looks::Kind::planned, 0.3}, Looks{Looks::Kind::open}}) {
    for (const double degrees : {5.0, 11.5, 200.0, 1e5}) {
      const double edge = half_width({0, 3.0, degrees}, looks).value();
      INFO(static_cast<int>(looks.kind) << ", " << degrees << " degrees");
      CHECK(p_value({edge, 3.0, degrees}, looks).value() == Approx(0.05).epsilon(1e-4));
      CHECK(p_value({-edge, 3.0, degrees}, looks).value() == Approx(0.05).epsilon(1e-4));
      CHECK(p_value({1.01 * edge, 3.0, degrees}, looks).value() < 0.05);
      CHECK(p_value({1e9, 3.0, degrees}, looks).value() < 1e-6);
      CHECK(p_value({0, 3.0, degrees}, looks).value() == 1);
    }
  }
}

TEST_CASE("the boundaries in standard errors are those of the p-values, at any level") {
  for (const Looks& looks : {Looks{}, Looks{Looks::Kind::planned, 0.3}, Looks{Looks::Kind::open}}) {
    for (const double level : {0.05, 0.001}) {
      INFO(static_cast<int>(looks.kind) << ", " << level);
      CHECK(p_value({errors_at(level, looks, 1e5 + 1), 1.0, 1e5}, looks).value() == Approx(level).epsilon(1e-2));
    }
  }
}

TEST_CASE("nothing is said about a run in progress from too few blocks") {
  CHECK(half_width({5, 2.0, 4.9}));
  for (const Looks& looks : {Looks{Looks::Kind::planned, 0.3}, Looks{Looks::Kind::open}}) {
    CHECK_FALSE(half_width({5, 2.0, 4.9}, looks));
    CHECK_FALSE(p_value({5, 2.0, 4.9}, looks));
    CHECK(half_width({5, 2.0, 5}, looks));
  }
}

TEST_CASE("a one-sided p-value of another test is corrected for looks like that of a figure") {
  constexpr double kBlocks = 1e6;  // Student's distribution is then the normal one
  const Measured measured{3, 1, kBlocks - 1};
  const double tail = 1 - likelihood_above(measured).value();
  for (const Looks& looks : {Looks{}, Looks{Looks::Kind::planned, 0.4}, Looks{Looks::Kind::open}}) {
    CHECK(p_at_all_looks(tail, kBlocks, looks) == Approx(p_value(measured, looks).value() / 2).epsilon(1e-3));
    if (looks.kind == Looks::Kind::once) continue;
    CHECK(p_at_all_looks(0.5, kBlocks, looks) == 1);
    CHECK(p_at_all_looks(0.9, kBlocks, looks) == 1);
    CHECK(p_at_all_looks(0, kBlocks, looks) < 1e-6);
  }
  CHECK(p_at_all_looks(0.9, kBlocks, {}) == 0.9);
}

TEST_CASE("likelihoods far out stay between 0 and 1") {
  CHECK(likelihood_above({1e6, 1e-8, 1000}).value() == 1);
  CHECK(likelihood_above({-1e6, 1e-8, 1000}).value() == 0);
  CHECK(p_value({1e6, 1e-8, 1000}).value() == 0);
}

TEST_CASE("a difference has the variances less twice the covariance, and the fewer blocks") {
  const Estimate estimate{{1, 5, 10}, {9, 4, 7}, {0, 0, 1}, matrix({{4, 1, 0}, {1, 9, 0}, {0, 0, 1}})};
  const Measured difference = against(estimate, 1, 0).value();
  CHECK(difference.value == 4);
  CHECK(difference.error.value() == Approx(std::sqrt(4 + 9 - 2 * 1)));
  CHECK(difference.degrees == 3);
  CHECK_FALSE(against(estimate, 0, 2));
  CHECK(against(estimate, 1, 1)->error.value() == 0);
}

TEST_CASE("a value against the mean of its group has its own variance and carriers") {
  Estimate estimate{{-2, 2}, {9, 4}, {0, 0}, matrix({{2.75, -2.75}, {-2.75, 2.75}}), matrix({{6.5, 7}, {7, 6.5}})};
  const Measured measured = against_mean(estimate, 0);
  CHECK(measured.value == -2);
  CHECK(measured.error.value() == Approx(std::sqrt(2.75)));
  CHECK(measured.degrees == 5.5);
  CHECK(against_mean(estimate, 1).degrees == 3);
  // If the other bot alone is the mean, its blocks and the least errors count, too.
  estimate.values = {-4, 0};
  estimate.covariance = matrix({{11, 0}, {0, 0}});
  CHECK(against_mean(estimate, 0, 1).degrees == 3);
  CHECK(against_mean(estimate, 0, 1).error.value() == Approx(std::sqrt(11.0)));
  estimate.least_errors = {3, 2};
  CHECK(against_mean(estimate, 0, 1).error.value() == 5);
  CHECK(against_mean(estimate, 1, 1).error.value() == 0);
}

TEST_CASE("a bot with one block has no error, though others do") {
  const Estimate estimate{{1, 5, 2}, {9, 1, 8}, {0, 0, 0}, matrix({{4, 1, 0}, {1, 9, 0}, {0, 0, 2}})};
  CHECK_FALSE(against(estimate, 0, 1)->error);
  CHECK_FALSE(against_mean(estimate, 1).error);
  CHECK(against(estimate, 0, 2)->error);
}

TEST_CASE("variances that rounding made negative are 0") {
  const Estimate estimate{{0, 0}, {9, 9}, {0, 0}, matrix({{-6e-12, -6e-12}, {-6e-12, -6e-12 - 1e-25}})};
  CHECK(against(estimate, 0, 1)->error.value() == 0);
  CHECK(against_mean(estimate, 0).error.value() == 0);
}

TEST_CASE("what is left of two equal variances is rounding, not an error") {
  const double v = 1e4;
  const Estimate estimate{{0, 0}, {9, 9}, {0, 0}, matrix({{v, v * (1 - 1e-15)}, {v * (1 - 1e-15), v}})};
  CHECK(against(estimate, 0, 1)->error.value() == 0);
}

}  // namespace estimate_test
