#include "arena/league/session/early_end.h"

namespace arena {

EarlyEnd::EarlyEnd(const Manifest& manifest, const RatedRuns& rated)
    : manifest_(manifest), rated_(rated), withdrawal_(manifest) {}

std::function<bool(int)> EarlyEnd::is_decided() const {
  if (manifest_.withdraw_after > 0)
    return [this](int block) { return withdrawal_.find(manifest_.stage.first_block + block).has_value(); };
  if (!manifest_.duel) return {};
  return [this](int block) { return rated_.duel_at(block).verdict != DuelVerdict::undecided; };
}

std::optional<Withdrawal::Found> EarlyEnd::withdrawn() const { return withdrawal_.find(manifest_.end_block()); }

}  // namespace arena
