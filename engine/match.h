#pragma once

#include "engine/game_rules.h"
#include "engine/hand.h"
#include "engine/seat.h"

namespace hearts {

/// How long a match may last: hands until the variant's own end, at most `hands_max`; or, if `fixed`, just that many.
struct MatchLength {
  int hands_max = 50;
  bool fixed = false;
};

/// Where a match stands after a hand.
struct MatchStatus {
  bool over = false;
  bool in_extra_hands = false;
  /// Seats with the lowest total; set when over.
  PerSeat<bool> winners{};
};

/// The end test on totals (R000-43..-45, R001-18, R002-30, -31, R003-17, R004-41).
/// `in_extra_hands`: a tie for lowest at the limit is being played off.
MatchStatus match_status(const GameRules& game, const PerSeat<int>& totals, bool in_extra_hands);

/// A match: the totals, the dealer and the number of the next hand.
class Match {
 public:
  /// length.hands_max >= 1.
  Match(const GameRules& game, MatchLength length, Seat first_dealer);

  int hand_number() const { return hand_number_; }
  Seat dealer() const { return dealer_; }
  const PerSeat<int>& totals() const { return totals_; }
  const MatchStatus& status() const { return status_; }

  /// The next hand with these cards. The match must not be over.
  Hand::Setup next_hand(const Deal& deal) const { return {hand_number_, dealer_, totals_, deal}; }
  /// Books a hand that is done.
  void finish_hand(const Hand& hand) { finish_hand(hand.score()); }
  void finish_hand(const HandScore& score);
  /// A misdealt hand is thrown in: the next dealer deals the hand of this number (R001-22, A001-17).
  void throw_in() { dealer_ = seat_at(dealer_, 1, game_->seats()); }

 private:
  const GameRules* game_;
  MatchLength length_;
  PerSeat<int> totals_{};
  MatchStatus status_;
  Seat dealer_;
  int hand_number_ = 1;
};

}  // namespace hearts
