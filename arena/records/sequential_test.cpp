#include "arena/records/sequential_test.h"

#include <fmt/format.h>

#include <algorithm>

namespace arena {

std::optional<std::string> test_problem(const SequentialTest& test, bool as_options) {
  const std::string measure(measure_name(test.measure));
  const auto name = [&](std::string key) {
    if (!as_options) return key;
    std::ranges::replace(key, '_', '-');
    return "--" + key;
  };
  struct Bounded {
    std::string key;
    double value;
    double least;
    double most;
  };
  constexpr double kRateMin = 0.001;
  constexpr double kRateMax = 0.4;
  for (const Bounded& one : {Bounded{measure + "0", test.low, -kHypothesisMax, kHypothesisMax},
                             {measure + "1", test.high, -kHypothesisMax, kHypothesisMax},
                             {"alpha", test.alpha, kRateMin, kRateMax},
                             {"beta", test.beta, kRateMin, kRateMax},
                             {"forfeits_max", test.forfeits_max, 0, 1}}) {
    if (!(one.value >= one.least && one.value <= one.most))  // also refuses what is not a number
      return fmt::format("{} must be from {:g} to {:g}, not {:g}", name(one.key), one.least, one.most, one.value);
  }
  if (test.high - test.low >= kHypothesesApart) return {};
  return fmt::format("{1} must be greater than {0} by {2:g} or more, but {0} is {3:g} and {1} is {4:g}",
                     name(measure + "0"), name(measure + "1"), kHypothesesApart, test.low, test.high);
}

}  // namespace arena
