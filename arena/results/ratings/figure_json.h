#pragma once

#include <boost/json/value.hpp>
#include <cmath>
#include <optional>

namespace arena {

/// In four decimals, as figure_csv; null where not known.
inline boost::json::value figure_json(std::optional<double> number) {
  if (!number) return nullptr;
  return std::round(*number * 1e4) / 1e4 + 0.0;  // never -0
}

}  // namespace arena
