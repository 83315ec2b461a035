#include "arena/ratings/variants.h"

#include "tests/catch.h"

namespace noisy_value_test {

using namespace arena;
using Catch::Approx;

namespace {

std::vector<NoisyValue> noisy(const std::vector<double>& values, double variance) {
  std::vector<NoisyValue> list;
  for (const double value : values) list.push_back({value, variance, 10});
  return list;
}

}  // namespace

TEST_CASE("a mean has the variances over the square of the number, with Satterthwaite's degrees") {
  const NoisyValue mean = mean_of({{10, 8, 4}, {20, 16, 10}});
  CHECK(mean.value == 15);
  CHECK(mean.variance == Approx(8 / 4.0 + 16 / 4.0));
  CHECK(mean.degrees == Approx(36 / (2.0 * 2 / 4 + 4.0 * 4 / 10)));
  CHECK(mean_of({{10, 8, 4}}).degrees == Approx(4));
  CHECK(mean_of({{10, 0, 4}, {20, 0, 4}}).variance == 0);
}

TEST_CASE("noise in x flattens no slope") {
  // sum xy = 400, sum x^2 = 200 less 3 * 5.
  CHECK(slope_of(noisy({20, 0, -20}, 5), noisy({10, 0, -10}, 5), 0).value() == Approx(400.0 / 185));
  CHECK(slope_of(noisy({20, 0, -20}, 5), noisy({10, 0, -10}, 5), 15).value() == Approx(385.0 / 185));
  CHECK(slope_of(noisy({20, 0, -20}, 0), noisy({10, 0, -10}, 0), 0).value() == Approx(2));
}

TEST_CASE("a slope within twice its error is none") {
  // sum x^2 less 3 * 5 is 185. The slope is y / 10 * 200 / 185, its error about sqrt(200 * (v + slope^2 * 5)) / 185.
  // y = (3, 0, -3), v = 5: 0.324 against sqrt(200 * 5.53) / 185 = 0.180. v = 2: 0.324 against 0.121.
  CHECK_FALSE(slope_of(noisy({3, 0, -3}, 5), noisy({10, 0, -10}, 5), 0));
  CHECK(slope_of(noisy({3, 0, -3}, 2), noisy({10, 0, -10}, 5), 0));
}

TEST_CASE("no slope comes from nothing but noise, nor a falling one") {
  CHECK_FALSE(slope_of(noisy({10, 0, -10}, 1), noisy({10, 0, -10}, 100), 0));
  CHECK_FALSE(slope_of(noisy({-10, 0, 10}, 0), noisy({10, 0, -10}, 0), 0));
  CHECK_FALSE(slope_of(noisy({0, 0}, 0), noisy({0, 0}, 0), 0));
}

}  // namespace noisy_value_test
