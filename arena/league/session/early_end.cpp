#include "arena/league/session/early_end.h"

#include <utility>

namespace arena {

EarlyEnd::EarlyEnd(const Manifest& manifest, const RatedRuns& rated)
    : manifest_(manifest), rated_(rated), withdrawal_(manifest) {}

std::function<bool(int)> EarlyEnd::is_decided() const {
  if (manifest_.withdraw_after > 0 || manifest_.until_first > 0) {
    return [this, looked_at = 0](int block) mutable {
      const int end_block = manifest_.stage.first_block + block;
      return departure_before(end_block, std::exchange(looked_at, end_block)).has_value();
    };
  }
  if (!manifest_.duel) return {};
  return [this](int block) { return rated_.duel_at(block).verdict != DuelVerdict::undecided; };
}

std::optional<Departure> EarlyEnd::departure_before(int end_block, int looked_at) const {
  return first_departure(withdrawal_.find(end_block), find_left_out(manifest_, rated_, looked_at, end_block));
}

}  // namespace arena
