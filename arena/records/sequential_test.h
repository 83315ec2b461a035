#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// The question that a duel decides: is the first of two bots better by at least `high`, or by no more than `low`? The
/// test is Wald's sequential probability ratio test (A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of
/// Mathematical Statistics 16, 1945).
struct SequentialTest {
  static constexpr int kTestVersion = 2;

  enum class Measure { elo, margin };
  Measure measure = Measure::elo;
  /// Hypothesis H0: by how much the first bot is better, in Elo or in points a hand; below `high`.
  double low = 0;
  double high = 20;     ///< hypothesis H1, in the same unit
  double alpha = 0.05;  ///< probability that H1 is accepted although H0 is true, 0.001 to 0.4
  double beta = 0.05;   ///< probability that H0 is accepted although H1 is true, 0.001 to 0.4
  /// If either bot forfeits in more than this share of its seats, 0 to 1, the duel has no result.
  double forfeits_max = 0.05;
  /// The version of the test. Version 1, of earlier arenas, had wider bounds, weighed all blocks alike, and did not
  /// look at forfeits.
  int version = kTestVersion;

  friend bool operator==(const SequentialTest&, const SequentialTest&) = default;
};

/// The default of `high` if points a hand are measured. The default of `low` is always 0.
inline constexpr double kDuelMargin = 0.5;

/// The largest absolute value of either hypothesis, in Elo or in points a hand.
inline constexpr double kHypothesisMax = 1000;

/// Returns "elo" or "margin".
constexpr std::string_view measure_name(SequentialTest::Measure measure) {
  return measure == SequentialTest::Measure::elo ? "elo" : "margin";
}

/// The least difference between the hypotheses, in Elo or in points a hand.
inline constexpr double kHypothesesApart = 0.001;

/// Returns why a test with these values is impossible: one sentence without its full stop, which names the value by its
/// key in a league file or, with `as_options`, by the option of 'arena duel'. Returns nothing if it is possible.
std::optional<std::string> test_problem(const SequentialTest& test, bool as_options = false);

}  // namespace arena
