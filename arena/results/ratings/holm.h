#pragma once

#include <vector>

namespace arena {

/// Holm's correction (1979) of p-values for their number: in the same order, each at least as large, at most 1.
std::vector<double> holm(const std::vector<double>& p_values);

}  // namespace arena
