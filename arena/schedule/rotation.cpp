#include "arena/schedule/rotation.h"

#include <algorithm>
#include <numeric>

namespace arena {

Rotation::Rotation(std::vector<int> weights)
    : weights_(weights.begin(), weights.end()),
      turns_had_(weights.size(), 0),
      sum_(std::accumulate(weights_.begin(), weights_.end(), std::int64_t{0})) {}

std::size_t Rotation::next() {
  ++turn_;
  std::size_t best = weights_.size();
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const bool below_its_share = turns_had_[i] * sum_ < turn_ * weights_[i];
    if (!below_its_share) continue;
    // Who reaches the end of the next turn's share first: the greatest weight / (turns had + 1).
    if (best == weights_.size() || weights_[i] * (turns_had_[best] + 1) > weights_[best] * (turns_had_[i] + 1))
      best = i;
  }
  ++turns_had_[best];
  if (turn_ == sum_) {
    turn_ = 0;
    std::fill(turns_had_.begin(), turns_had_.end(), 0);
  }
  return best;
}

}  // namespace arena
