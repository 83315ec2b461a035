#include "arena/results/ratings/estimate.h"

#include "tests/catch.h"

namespace holm_test {

using namespace arena;
using Catch::Approx;

TEST_CASE("Holm multiplies the smallest p-value by their number, the next by one less") {
  CHECK(holm({}).empty());
  const std::vector<double> corrected = holm({0.04, 0.01, 0.03, 0.5});
  // Sorted: .01 * 4 = .04, .03 * 3 = .09, .04 * 2 = .08 but not below .09, .5 * 1 = .5.
  CHECK(corrected[1] == Approx(0.04));
  CHECK(corrected[2] == Approx(0.09));
  CHECK(corrected[0] == Approx(0.09));
  CHECK(corrected[3] == Approx(0.5));
  CHECK(holm({0.9, 0.8})[1] == 1);
}

}  // namespace holm_test
