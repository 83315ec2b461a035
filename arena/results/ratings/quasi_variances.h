#pragma once

#include <vector>

#include "arena/results/ratings/estimate.h"

namespace arena {

/// Returns quasi-variances q, by position: if each value had an independent error of variance q_i, the variance of the
/// difference of i and j would be q_i + q_j. They are fitted to the true variances D_ij within each group so that the sum of
/// ((q_i + q_j) / D_ij - 1)^2 is least (Firth and de Menezes, "Quasi-variances", Biometrika 91, 2004). So a model may treat
/// the values as independent. A value that is alone in its group has none: 0.
std::vector<double> quasi_variances(const Estimate& estimate);

}  // namespace arena
