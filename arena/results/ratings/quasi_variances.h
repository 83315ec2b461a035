#pragma once

#include <vector>

#include "arena/results/ratings/estimate.h"

namespace arena {

/// By position: variances of independent errors whose sums are nearest to the variances of the differences within each
/// group, in relative terms (Firth and de Menezes 2004). Alone in its group a value has none: 0.
std::vector<double> quasi_variances(const Estimate& estimate);

}  // namespace arena
