#pragma once

#include "engine/game_rules.h"
#include "engine/hand.h"
#include "engine/seat.h"

namespace hearts {

/// The state of a match after a hand.
struct MatchStatus {
  bool over = false;
  /// The match is over because of match.hands_max. Its totals would not have ended it.
  bool cut = false;
  /// A tie for the lowest total is being played off.
  bool in_extra_hands = false;
  /// The seats with the lowest total. Only set when the match is over.
  PerSeat<bool> winners{};
};

/// Decides whether the match is over after `hands_played` hands with these totals (R000-43..-45, R001-18, R002-30, -31,
/// R003-17, R004-41). It does not look at match.hands_max. `in_extra_hands`: a tie for the lowest total at the limit is
/// already being played off.
MatchStatus match_status(const GameRules& game, const PerSeat<int>& totals, int hands_played, bool in_extra_hands);

/// A match: the totals, the dealer and the number of the next hand. It refers to the GameRules, which must outlive it.
///
/// Use: play a Hand set up by next_hand(), pass it to finish_hand(), and repeat until status().over. A hand that is
/// thrown in goes to throw_in() instead.
class Match {
 public:
  Match(const GameRules& game, Seat first_dealer);

  int hand_number() const { return hand_number_; }
  Seat dealer() const { return dealer_; }
  const PerSeat<int>& totals() const { return totals_; }
  const MatchStatus& status() const { return status_; }

  /// The setup of the next hand, with these cards. The match must not be over.
  Hand::Setup next_hand(const Deal& deal) const { return {hand_number_, dealer_, totals_, deal}; }
  /// Adds the score of a hand that is done to the totals, and moves the deal on.
  void finish_hand(const Hand& hand) { finish_hand(hand.score()); }
  void finish_hand(const HandScore& score);
  /// Moves the deal on after a misdeal: the next dealer deals the hand with the same number (R001-22, A001-17).
  void throw_in() { dealer_ = seat_at(dealer_, 1, game_->seats()); }

 private:
  const GameRules* game_;
  PerSeat<int> totals_{};
  MatchStatus status_;
  Seat dealer_;
  int hand_number_ = 1;
};

}  // namespace hearts
