#pragma once

#include "engine/hand.h"

namespace hearts {

/// What one seat may know of a hand: the only place where hidden information is cut. Bots, the protocol and
/// replays of one seat read this and never the Hand. A view is a window: it shows the hand as it is now.
class SeatView {
 public:
  SeatView(const Hand& hand, Seat seat) : hand_(&hand), seat_(seat) {}

  const GameRules& game() const { return hand_->game(); }
  Seat seat() const { return seat_; }

  // Private to the seat.
  CardSet cards() const { return hand_->cards(seat_); }
  CardSet passed() const { return hand_->passed(seat_); }
  CardSet received() const { return hand_->received(seat_); }
  /// What the seat may play; empty when it is not its turn.
  CardSet legal() const {
    return hand_->phase() == Phase::play && hand_->to_move() == seat_ ? hand_->legal() : CardSet{};
  }
  /// The undealt cards, where the seat may see them now (`leftover.visibility`); after the hand everybody may.
  /// Empty otherwise.
  CardSet leftover() const {
    const LeftoverVisibility seen_by = hand_->game().rules().leftover_visibility;
    const bool seen = phase() == Phase::done || seen_by == LeftoverVisibility::everybody ||
                      (seen_by == LeftoverVisibility::taker && kitty_taker() == seat_);
    return seen ? hand_->setup().deal.leftover : CardSet{};
  }

  // Public.
  int hand_number() const { return hand_->setup().number; }
  Seat dealer() const { return hand_->setup().dealer; }
  const PerSeat<int>& totals() const { return hand_->setup().totals; }
  int pass_offset() const { return hand_->pass_offset(); }
  int point_lane() const { return hand_->point_lane(); }
  int sub_hand() const { return hand_->sub_hand(); }
  Phase phase() const { return hand_->phase(); }
  Seat to_move() const { return hand_->to_move(); }
  bool broken() const { return hand_->broken(); }
  int trick_number() const { return hand_->trick_number(); }
  const Trick& trick() const { return hand_->trick(); }
  const Trick& last_trick() const { return hand_->last_trick(); }
  Seat last_winner() const { return hand_->last_winner(); }
  Seat kitty_taker() const { return hand_->kitty_taker(); }
  /// Tally, options and score mean something from the last trick on.
  const Tally& tally() const { return hand_->tally(); }
  const MoonOptions& options() const { return hand_->options(); }
  MoonOption option_taken() const { return hand_->option_taken(); }
  const HandScore& score() const { return hand_->score(); }

 private:
  const Hand* hand_;
  Seat seat_;
};

}  // namespace hearts
