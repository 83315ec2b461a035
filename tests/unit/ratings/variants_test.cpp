#include "arena/ratings/variants.h"

#include <cmath>

#include "tests/catch.h"

namespace variants_test {

using namespace arena;
using Catch::Approx;

namespace {

using Column = std::vector<std::optional<Measured>>;

Column column(const std::vector<double>& values, double error, double degrees = 10) {
  Column cells;
  for (const double value : values) cells.push_back(Measured{value, error, degrees});
  return cells;
}

std::vector<std::optional<double>> overall(const std::vector<double>& values) { return {values.begin(), values.end()}; }

}  // namespace

TEST_CASE("two bots in two variants are shrunk as by hand") {
  // R = (20, -20); R_1 = (40, -40), R_2 = (0, 0), errors 10: every deviation is 20.
  // tau^2 = 400 - 100 * (1 - 1/2) = 350; weight = 350 / 450 = 7/9.
  const VariantComparison comparison =
      compare_variants({overall({20, -20}), {column({40, -40}, 10), column({0, 0}, 10)}});
  CHECK(comparison.tau.value() == Approx(std::sqrt(350.0)));
  CHECK(comparison.cells[0][0].shrunk.value() == Approx(20 + 7.0 / 9 * 20));
  CHECK(comparison.cells[1][1].shrunk.value() == Approx(-20 + 7.0 / 9 * 20));
  CHECK_FALSE(comparison.cells[0][0].adjusted);
  CHECK_FALSE(comparison.cells[0][0].specialist);
}

TEST_CASE("deviations no larger than noise are shrunk away") {
  const VariantComparison comparison =
      compare_variants({overall({20, -20}), {column({25, -25}, 30), column({15, -15}, 30)}});
  CHECK(comparison.tau.value() == 0);
  CHECK(comparison.cells[0][0].shrunk.value() == 20);
}

TEST_CASE("without noise the variant's own Elo is the guess") {
  const VariantComparison comparison =
      compare_variants({overall({20, -20}), {column({25, -25}, 0), column({15, -15}, 0)}});
  CHECK(comparison.cells[0][0].shrunk.value() == Approx(25));
  const VariantComparison same = compare_variants({overall({20, -20}), {column({20, -20}, 0), column({20, -20}, 0)}});
  CHECK(same.cells[0][0].shrunk.value() == 20);
}

TEST_CASE("slopes and scales are as by hand") {
  // Three bots, y_1 = (300, 0, -300), y_2 = (100, 0, -100), errors 10.
  // Slope of 1 on 2: sum xy = 60000, sum (x^2 - 100) = 20000 - 300. Of 2 on 1: 60000 / (180000 - 300).
  // Means (200, 0, -200) with variance (100 + 100) / 4 = 50. Scale of 1: (2 * 300 * 200 - 3 * 100 / 2) /
  // (80000 - 150), of 2: (40000 - 150) / (80000 - 150).
  const VariantComparison comparison =
      compare_variants({overall({200, 0, -200}), {column({300, 0, -300}, 10), column({100, 0, -100}, 10)}});
  CHECK(comparison.slopes[0].value() == Approx(60000.0 / 19700));
  CHECK(comparison.slopes[1].value() == Approx(60000.0 / 179700));
  CHECK(comparison.scales[0].value() == Approx(119850.0 / 79850));
  CHECK(comparison.scales[1].value() == Approx(39850.0 / 79850));
  CHECK((*comparison.scales[0] + *comparison.scales[1]) / 2 == Approx(1));
  CHECK(comparison.cells[0][0].adjusted.value() == Approx(300 / (119850.0 / 79850)));
  CHECK(comparison.cells[1][2].adjusted.value() == Approx(-100 / (39850.0 / 79850)));
}

TEST_CASE("a slope that noise may have made divides nothing") {
  const VariantComparison comparison =
      compare_variants({overall({10, 0, -10}), {column({10, 0, -10}, 30), column({12, 0, -12}, 30)}});
  CHECK_FALSE(comparison.slopes[0]);
  CHECK_FALSE(comparison.scales[1]);
  CHECK_FALSE(comparison.cells[0][0].adjusted);
  CHECK(comparison.tests == 0);
  CHECK(comparison.cells[0][0].shrunk);
}

TEST_CASE("variants that rank the bots the other way round have no slope") {
  const VariantComparison comparison =
      compare_variants({overall({0, 0, 0}), {column({100, 0, -100}, 1), column({-100, 0, 100}, 1)}});
  CHECK_FALSE(comparison.slopes[0]);
  CHECK(comparison.tests == 0);
}

TEST_CASE("one variant, one bot or none compares nothing") {
  CHECK_FALSE(compare_variants({overall({10, -10}), {column({10, -10}, 1)}}).tau);
  CHECK_FALSE(compare_variants({overall({0}), {column({0}, 1), column({0}, 1)}}).tau);
  CHECK_FALSE(compare_variants({{}, {{}, {}}}).tau);
  CHECK(compare_variants({{}, {}}).cells.empty());
}

TEST_CASE("bots that missed a variant, or have no error in one, are not tested") {
  Column first = column({300, 0, -300, 50}, 10);
  Column second = column({100, 0, -100, 50}, 10);
  first[3]->error = std::nullopt;
  second[3] = std::nullopt;
  const VariantComparison comparison = compare_variants({overall({200, 0, -200, 50}), {first, second}});
  CHECK(comparison.tests == 6);
  CHECK(comparison.slopes[0].value() == Approx(60000.0 / 19700));
  CHECK_FALSE(comparison.cells[0][3].specialist);
  CHECK_FALSE(comparison.cells[0][3].shrunk);
  CHECK(comparison.cells[0][3].adjusted.value() == Approx(50 / *comparison.scales[0]));
  CHECK_FALSE(comparison.cells[1][3].adjusted);
}

TEST_CASE("without any noise nothing is tested") {
  const VariantComparison comparison =
      compare_variants({overall({200, 0, -200}), {column({300, 0, -300}, 0), column({100, 5, -105}, 0)}});
  CHECK(comparison.tests == 0);
  CHECK(comparison.slopes[0]);
}

}  // namespace variants_test
