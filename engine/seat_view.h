#pragma once

#include "engine/hand.h"
#include "engine/laws/laws_hand.h"

namespace hearts {

/// What one seat may know of a hand, played under the laws or not: the only place where hidden information is cut. Bots,
/// the protocol and replays of one seat read this and never the hand. A view is a window: it shows the hand as it is now.
class SeatView {
 public:
  SeatView(const Hand& hand, Seat seat) : hand_(&hand), seat_(seat) {}
  SeatView(const LawsHand& hand, Seat seat) : laws_(&hand), seat_(seat) {}

  const GameRules& game() const { return laws_ != nullptr ? laws_->game() : hand_->game(); }
  Seat seat() const { return seat_; }

  // Private to the seat.
  CardSet cards() const { return laws_ != nullptr ? laws_->cards(seat_) : hand_->cards(seat_); }
  CardSet passed() const { return laws_ != nullptr ? laws_->passed(seat_) : hand_->passed(seat_); }
  CardSet received() const { return laws_ != nullptr ? laws_->received(seat_) : hand_->received(seat_); }
  /// What the seat may play; empty when it is not its turn.
  CardSet legal() const {
    if (phase() != Phase::play || to_move() != seat_) return {};
    return laws_ != nullptr ? laws_->legal(seat_) : hand_->legal();
  }
  /// The undealt cards, where the seat may see them now (`leftover.visibility`); after the hand everybody may.
  /// Empty otherwise.
  CardSet leftover() const {
    const LeftoverVisibility seen_by = game().rules().leftover_visibility;
    const bool seen = phase() == Phase::done || seen_by == LeftoverVisibility::everybody ||
                      (seen_by == LeftoverVisibility::taker && kitty_taker() == seat_);
    return seen ? setup().deal.leftover : CardSet{};
  }

  // Public.
  int hand_number() const { return setup().number; }
  Seat dealer() const { return setup().dealer; }
  const PerSeat<int>& totals() const { return setup().totals; }
  int pass_offset() const { return laws_ != nullptr ? laws_->pass_offset() : hand_->pass_offset(); }
  int point_lane() const { return setup().deal.point_lane; }
  int sub_hand() const { return laws_ != nullptr ? 0 : hand_->sub_hand(); }
  Phase phase() const { return laws_ != nullptr ? laws_->phase() : hand_->phase(); }
  Seat to_move() const { return laws_ != nullptr ? laws_->to_move() : hand_->to_move(); }
  bool broken() const { return laws_ != nullptr ? laws_->broken() : hand_->broken(); }
  int trick_number() const { return laws_ != nullptr ? laws_->trick_number() : hand_->trick_number(); }
  /// The trick on the table. Under the laws its cards are in the order in which they were laid, whoever laid them.
  Trick trick() const { return laws_ != nullptr ? laws_->trick().as_laid() : hand_->trick(); }
  Trick last_trick() const {
    if (laws_ == nullptr) return hand_->last_trick();
    return laws_->trick_number() > 1 ? laws_->trick(laws_->trick_number() - 1).as_laid() : Trick{};
  }
  Seat last_winner() const { return laws_ != nullptr ? laws_->last_winner() : hand_->last_winner(); }
  Seat kitty_taker() const { return laws_ != nullptr ? laws_->kitty_taker() : hand_->kitty_taker(); }
  /// Tally, options and score mean something from the last trick on, and after all claims.
  const Tally& tally() const { return laws_ != nullptr ? laws_->tally() : hand_->tally(); }
  const MoonOptions& options() const { return laws_ != nullptr ? laws_->options() : hand_->options(); }
  MoonOption option_taken() const { return laws_ != nullptr ? laws_->option_taken() : hand_->option_taken(); }
  const HandScore& score() const { return laws_ != nullptr ? laws_->score() : hand_->score(); }

 private:
  const Hand::Setup& setup() const { return laws_ != nullptr ? laws_->setup() : hand_->setup(); }

  const Hand* hand_ = nullptr;
  const LawsHand* laws_ = nullptr;  ///< one of the two
  Seat seat_;
};

}  // namespace hearts
