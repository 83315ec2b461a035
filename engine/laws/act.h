#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/card_set.h"
#include "engine/deck.h"
#include "engine/laws/laws_hand.h"
#include "engine/score.h"
#include "engine/seat.h"

namespace hearts {

/// One act of a hand under the laws, as a word of the notation. The words of a hand are written in the order in which
/// the acts happened:
///
///     QS                       the seat in turn plays it
///     out:QS                   its holder plays it out of turn
///     demand:2:QS              seat 2 demands that this card, played out of turn, be taken back
///     demand:2                 the same for the last card that was played out of turn
///     correct:4C               its holder plays it in place of the card that did not follow suit
///     misdeal:2                seat 2 calls a misdeal
///     claim:2:revoke:0:5       seat 2 claims that seat 0 did not follow suit in trick 5
///     claim:2:hand:0           seat 2 claims that seat 0 was dealt a wrong number of cards
///     agree:2                  seat 2 has nothing more to claim
///     agree                    no seat has anything more to claim
///
/// Seats are numbers. The acting seat is left out if it follows from the hand. parse_act() and append_act() read and
/// write the words; do_act() does the act.
struct Act {
  using Kind = Move::Kind;  ///< `play`, or one of the laws

  Kind kind = Kind::play;
  bool out_of_turn = false;  ///< only for `play`
  Seat seat = kNobody;       ///< the acting seat, if it is written
  Seat owner = kNobody;      ///< claims: the owner of the card or hand
  int trick = 0;             ///< claim_revoke: the number of the trick, from 1
  /// For plays and `correct`, the card. For `demand`, the card to take back; nothing means the last one played out of
  /// turn.
  std::optional<Card> card = {};

  static Act play(Card card) { return {.card = card}; }
  /// In a hand without laws, every act is one of these.
  bool is_play_in_turn() const { return kind == Kind::play && !out_of_turn; }

  bool operator==(const Act&) const = default;
};

/// Parses a word. Returns the act, or a text that says what is wrong with the word.
std::variant<Act, std::string> parse_act(const Deck& deck, std::string_view word);

/// Appends the act's word to the text.
void append_act(std::string& text, const Deck& deck, const Act& act);

/// Describes a move of the seat as an act. Call it before the move is made. The move must not be a pass or a choice.
Act act_of(const LawsHand& hand, Seat seat, const Move& move);

/// An act that was done.
struct DoneAct {
  Seat seat = kNobody;  ///< the acting seat; kNobody where all agreed
  Move move{};
  /// False for a claim that is not true, or that was known already. Such a claim has no effect.
  bool founded = true;
};

/// An act that cannot be done: the acting seat if it is known, the reason, and the id of the rule if there is one.
struct RefusedAct {
  Seat seat = kNobody;
  std::string why;
  std::string_view rule = {};
};

/// Whether a claim was refused because it is unfounded: it is not true, or was known already.
bool is_unfounded(const RuleBreach& refusal);

/// Finds the acting seat and the move for an act, or returns why the hand has none for it. The move may still break the
/// laws.
std::variant<DoneAct, RefusedAct> move_of(const LawsHand& hand, const Act& act);

/// Does the act, or returns why it is refused; a refused act changes nothing. An unfounded claim counts as done,
/// because the laws have no penalty for a player who makes one.
std::variant<DoneAct, RefusedAct> do_act(LawsHand& hand, const Act& act);

/// What a law has cost a seat, and the id of that law (R001-23, -24, -31).
struct LawCharge {
  int points = 0;              ///< part of the seat's penalty points in the tally
  std::string_view rule = {};  ///< empty if no law was applied to the seat

  bool operator==(const LawCharge&) const = default;
};

/// The charges of each seat. The hand must be done.
PerSeat<LawCharge> law_charges(const LawsHand& hand);

}  // namespace hearts
