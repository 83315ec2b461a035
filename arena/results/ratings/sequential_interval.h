#pragma once

#include <optional>

namespace arena {

/// By how much a normal sum of independent steps goes beyond a far bound on average, in deviations of a step (Siegmund,
/// "Sequential Analysis", 1985, chapter X).
inline constexpr double kOvershoot = 0.583;

/// A sequential test that has ended, in units in which what is added between two looks has variance 1. The test adds
/// up a normal variable of unknown drift, and continues while the sum is between the bounds.
struct SequentialSum {
  int looks = 0;     ///< at least 1, with the last one
  double lower = 0;  ///< at most 0
  double upper = 0;  ///< at least 0
  double sum = 0;    ///< at the last look, inside the bounds or not
};

/// Limits for the drift between two looks.
struct DriftInterval {
  double low = 0;
  double high = 0;

  double middle() const { return (low + high) / 2; }
  double half_width() const { return (high - low) / 2; }
};

/// Returns the 95% interval for the drift that holds although the test chose when to stop. The results are ordered by
/// the stage at which the test stopped: the sooner it reached the upper bound, the higher the drift (Armitage 1957;
/// Tsiatis, Rosner and Mehta, "Exact confidence intervals following a group sequential test", Biometrics 40, 1984). The
/// probabilities are computed look by look (Armitage, McPherson and Rowe 1969). After one look it is the plain
/// interval.
DriftInterval drift_after_stop(const SequentialSum& result);

}  // namespace arena
