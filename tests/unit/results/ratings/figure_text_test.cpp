#include "arena/results/ratings/figure_text.h"

#include <boost/json.hpp>
#include <random>

#include "tests/catch.h"

namespace figure_text_test {

using namespace arena;

TEST_CASE("a figure reads the same whether it is rounded from the value or from its JSON, as the page does") {
  CHECK(fixed(0.124996, 2) == "0.13");  // 0.1250 in JSON
  CHECK(fixed(-0.124996, 2, true) == "-0.13");
  CHECK(fixed(0.1249, 2, true) == "+0.12");
  CHECK(fixed(1.325, 2) == "1.33");
  CHECK(fixed(1499.49996, 0) == "1500");
  CHECK(fixed(0.00049, 4) == "0.0005");
  CHECK(fixed(0.0000123, 6) == "0.000012");
  std::mt19937 random(46);
  std::uniform_real_distribution<double> near_zero(-20, 20);
  for (int i = 0; i < 100'000; ++i) {
    const double value = near_zero(random);
    const double in_json = figure_json(value).as_double();
    for (const int decimals : {0, 1, 2, 3}) {
      if (fixed(value, decimals, true) == fixed(in_json, decimals, true)) continue;
      CAPTURE(value, decimals);
      REQUIRE(fixed(value, decimals, true) == fixed(in_json, decimals, true));
    }
  }
}

TEST_CASE("a figure that rounds to nothing has no sign") {
  CHECK(fixed(-0.004, 2) == "0.00");
  CHECK(fixed(0.004, 2, true) == "0.00");
  CHECK(fixed(-0.00001, 2, true) == "0.00");
}

}  // namespace figure_text_test
