#include "arena/league/session/early_end.h"

#include "arena/game/schedule/schedule.h"

namespace arena {

EarlyEnd::EarlyEnd(const Manifest& manifest, const RatedRuns& rated)
    : manifest_(manifest), rated_(rated), looks_(chunk_ends(manifest.blocks)), withdrawal_(manifest) {}

std::function<bool(int)> EarlyEnd::is_decided() const {
  if (manifest_.withdraw_after > 0)
    return [this](int block) { return withdrawal_.find(manifest_.stage.first_block + block).has_value(); };
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

std::optional<Withdrawal::Found> EarlyEnd::withdrawn() const { return withdrawal_.find(manifest_.end_block()); }

}  // namespace arena
