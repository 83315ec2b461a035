#include "engine/seat_view.h"

namespace hearts {

CardSet SeatView::leftover() const {
  const LeftoverVisibility seen_by = hand_->game().rules().leftover_visibility;
  const bool seen = hand_->phase() == Phase::done || seen_by == LeftoverVisibility::everybody ||
                    (seen_by == LeftoverVisibility::taker && hand_->kitty_taker() == seat_);
  return seen ? hand_->setup().deal.leftover : CardSet{};
}

}  // namespace hearts
