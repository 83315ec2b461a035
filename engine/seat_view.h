#pragma once

#include "engine/hand.h"
#include "engine/laws/laws_hand.h"

namespace hearts {

/// What one seat may know of a hand, with or without the laws of the table. This is the only place where hidden
/// information is removed: bots, the protocol and the replay for one seat read a view and never the hand.
///
/// A view does not copy. It always shows the hand's present state, and the hand must outlive it.
class SeatView {
 public:
  SeatView(const Hand& hand, Seat seat) : state_(&hand), seat_(seat) {}
  SeatView(const LawsHand& hand, Seat seat) : state_(&hand), laws_(&hand), seat_(seat) {}

  const GameRules& game() const { return state_->game(); }
  Seat seat() const { return seat_; }

  // Private to the seat.
  CardSet cards() const { return state_->cards(seat_); }
  CardSet passed() const { return state_->passed(seat_); }
  CardSet received() const { return state_->received(seat_); }
  /// The cards that the seat may play. Empty when it is not its turn.
  CardSet legal() const {
    if (phase() != Phase::play || to_move() != seat_) return {};
    return laws_ != nullptr ? laws_->legal(seat_) : plain().legal();
  }
  /// The undealt cards, if the seat may see them now (`leftover.visibility`). After the hand everybody may. Otherwise
  /// empty.
  CardSet leftover() const {
    const LeftoverVisibility seen_by = game().rules().leftover_visibility;
    const bool seen = phase() == Phase::done || seen_by == LeftoverVisibility::everybody ||
                      (seen_by == LeftoverVisibility::taker && kitty_taker() == seat_);
    return seen ? state_->setup().deal.leftover : CardSet{};
  }

  // Public.
  int hand_number() const { return state_->setup().number; }
  Seat dealer() const { return state_->setup().dealer; }
  const PerSeat<int>& totals() const { return state_->setup().totals; }
  int pass_offset() const { return state_->pass_offset(); }
  int point_lane() const { return state_->point_lane(); }
  int sub_hand() const { return state_->sub_hand(); }
  Phase phase() const { return state_->phase(); }
  Seat to_move() const { return laws_ != nullptr ? laws_->to_move() : plain().to_move(); }
  bool broken() const { return laws_ != nullptr ? laws_->broken() : plain().broken(); }
  int trick_number() const { return state_->trick_number(); }
  /// The trick on the table. Under the laws its cards are in the order in which they were laid, by whatever seat.
  Trick trick() const { return laws_ != nullptr ? laws_->trick().to_trick() : plain().trick(); }
  Trick last_trick() const {
    if (laws_ == nullptr) return plain().last_trick();
    return laws_->trick_number() > 1 ? laws_->trick(laws_->trick_number() - 1).to_trick() : Trick{};
  }
  Seat last_winner() const { return laws_ != nullptr ? laws_->last_winner() : plain().last_winner(); }
  Seat kitty_taker() const { return state_->kitty_taker(); }
  /// tally() and options() are set after the last trick and all claims; option_taken() and score() are set once the
  /// hand is done.
  const Tally& tally() const { return state_->tally(); }
  const MoonOptions& options() const { return state_->options(); }
  MoonOption option_taken() const { return state_->option_taken(); }
  const HandScore& score() const { return state_->score(); }

 private:
  /// The hand as a Hand. Only valid if there are no laws.
  const Hand& plain() const { return static_cast<const Hand&>(*state_); }

  const HandState* state_;
  const LawsHand* laws_ = nullptr;  ///< the same hand, if it is played under the laws
  Seat seat_;
};

}  // namespace hearts
