#include "engine/seat_view.h"

namespace hearts {

CardSet SeatView::leftover() const {
  const CardSet cards = hand_->setup().deal.leftover;
  if (hand_->phase() == Phase::done) return cards;
  switch (hand_->game().rules().leftover_visibility) {
    case LeftoverVisibility::everybody:
      return cards;
    case LeftoverVisibility::taker:
      return hand_->kitty_taker() == seat_ ? cards : CardSet{};
    case LeftoverVisibility::not_applicable:
    case LeftoverVisibility::hidden:
      break;
  }
  return {};
}

}  // namespace hearts
