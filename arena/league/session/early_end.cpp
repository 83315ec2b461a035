#include "arena/league/session/early_end.h"

#include <utility>

#include "arena/game/schedule/schedule.h"

namespace arena {

EarlyEnd::EarlyEnd(const Manifest& manifest, const RatedRuns& rated)
    : manifest_(manifest), rated_(rated), looks_(chunk_ends(manifest.blocks)), withdrawal_(manifest) {}

std::function<bool(int)> EarlyEnd::is_decided() const {
  if (manifest_.withdraw_after > 0 || manifest_.until_first > 0) {
    return [this, looked_at = 0](int block) mutable {
      const int end_block = manifest_.stage.first_block + block;
      return departure_before(end_block, std::exchange(looked_at, end_block)).has_value();
    };
  }
  if (!manifest_.duel) return {};
  return [this](int block) {
    std::vector<int> so_far = looks_;
    std::erase_if(so_far, [&](int look) { return look > block; });
    return rated_.duel(so_far).verdict != DuelVerdict::undecided;
  };
}

std::optional<DuelState> EarlyEnd::duel() const {
  if (!manifest_.duel) return std::nullopt;
  return rated_.duel(looks_);
}

std::optional<Departure> EarlyEnd::departure_before(int end_block, int looked_at) const {
  return first_departure(withdrawal_.find(end_block), find_left_out(manifest_, rated_, looked_at, end_block));
}

}  // namespace arena
