#pragma once

#include <string_view>

namespace arena {

/// What a duel decides: whether the first of two bots is better by `high` rather than by `low`, by Wald's sequential
/// probability ratio test (Wald 1945).
struct SequentialTest {
  enum class Measure { elo, margin };
  Measure measure = Measure::elo;
  double low = 0;       ///< H0: Elo, or points a hand, by which the first is better; below `high`
  double high = 20;     ///< H1
  double alpha = 0.05;  ///< the chance that H1 is accepted where H0 is true, above 0, below 0.5
  double beta = 0.05;   ///< the chance that H0 is accepted where H1 is true, likewise

  friend bool operator==(const SequentialTest&, const SequentialTest&) = default;
};

/// The second hypothesis in points a hand, where nobody says; the first is 0.
inline constexpr double kDuelMargin = 0.5;

/// Most of either hypothesis: Elo, or points a hand.
inline constexpr double kHypothesisMax = 1000;

/// "elo" or "margin".
constexpr std::string_view measure_name(SequentialTest::Measure measure) {
  return measure == SequentialTest::Measure::elo ? "elo" : "margin";
}

/// Why there is no such test: one sentence without its full stop. Empty when there is one.
constexpr std::string_view test_problem(const SequentialTest& test) {
  const auto is_rate = [](double rate) { return rate >= 0.001 && rate <= 0.4; };
  const auto is_within = [](double value) { return value >= -kHypothesisMax && value <= kHypothesisMax; };
  if (!is_within(test.low) || !is_within(test.high)) return "a hypothesis must be from -1000 to 1000";
  if (!(test.high - test.low >= 0.001)) return "the second hypothesis must be above the first";
  if (!is_rate(test.alpha) || !is_rate(test.beta)) return "alpha and beta must be from 0.001 to 0.4";
  return {};
}

}  // namespace arena
