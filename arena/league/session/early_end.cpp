#include "arena/league/session/early_end.h"

#include <algorithm>

namespace arena {

EarlyEnd::EarlyEnd(const Manifest& manifest, const RatedRuns& rated) : manifest_(manifest), rated_(rated) {}

std::function<bool(int)> EarlyEnd::is_decided() {
  if (manifest_.withdraw_after > 0 || manifest_.until_first > 0) {
    return [this](int block) { return departure_before(manifest_.stage.first_block + block).has_value(); };
  }
  if (!manifest_.duel) return {};
  return [this](int block) { return rated_.duel_at(block).verdict != DuelVerdict::undecided; };
}

std::optional<Departure> EarlyEnd::departure_before(int end_block) {
  if (manifest_.until_first > 0 && !left_out_) {
    left_out_ = find_left_out(manifest_, rated_, looked_at_, end_block);
    looked_at_ = std::min(end_block, rated_.first_open_block(run_id(manifest_), manifest_.stage.first_block));
  }
  return first_departure(rated_.withdrawn(manifest_, end_block), left_out_);
}

}  // namespace arena
