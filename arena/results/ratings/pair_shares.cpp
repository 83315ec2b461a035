#include "arena/results/ratings/pair_shares.h"

#include <algorithm>

namespace arena {

void PairSquares::add(const BlockList& blocks, const Comparisons& of) {
  for (const BlockSum* block : blocks) {
    for (const PairSum& pair : block->pairs) {
      const int i = of.position[pair.first];
      const int j = of.position[pair.second];
      halves(i, j) += static_cast<double>(pair.halves) * pair.halves;
      mixed(i, j) += static_cast<double>(pair.halves) * pair.comparisons;
      comparisons(i, j) += static_cast<double>(pair.comparisons) * pair.comparisons;
    }
  }
}

Measured share_difference(const Comparisons& comparisons, const PairSquares& squares, int i, int j) {
  const auto count = static_cast<double>(comparisons.count(i, j));
  const auto halves = static_cast<double>(comparisons.halves(i, j));
  Measured measured{halves / count / 2 - 0.5, std::nullopt, count * count / squares.comparisons(i, j) - 1};
  if (measured.degrees < kDegreesMin) return measured;
  const double ratio = halves / count;
  const double spread =
      squares.halves(i, j) - 2 * ratio * squares.mixed(i, j) + ratio * ratio * squares.comparisons(i, j);
  const double blocks = measured.degrees + 1;
  set_error(measured, std::max(spread, 0.0) * blocks / (blocks - 1) / (4 * count * count),
            squares.halves(i, j) / (count * count));
  return measured;
}

}  // namespace arena
