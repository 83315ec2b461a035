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

/// One act of a hand under the laws as it is written down, one word each, in the order in which they happened:
///
///     QS                       the seat in turn plays it
///     out:QS                   its holder plays it out of turn
///     demand:2:QS              seat 2 has that card, which lies out of turn, taken back
///     demand:2                 the same, of the last card that lies out of turn
///     correct:4C               its holder puts it in the place of the card with which he failed to follow suit
///     misdeal:2                seat 2 calls a misdeal
///     claim:2:revoke:0:5       seat 2 claims that seat 0 did not follow suit to trick 5
///     claim:2:hand:0           seat 2 claims that seat 0 was dealt a wrong number of cards
///     agree:2                  seat 2 has nothing more to claim
///     agree                    nor has anybody
///
/// Seats are numbers. Who acts is left out where it follows from the hand.
struct Act {
  using Kind = Move::Kind;  ///< play, or one of the laws

  Kind kind = Kind::play;
  bool out_of_turn = false;       ///< play
  Seat seat = kNobody;            ///< who acts, where it is written
  Seat owner = kNobody;           ///< claims: whose card or hand
  int trick = 0;                  ///< claim_revoke: from 1
  std::optional<Card> card = {};  ///< plays, correct; demand: unless it is the last that lies out of turn

  static Act play(Card card) { return {.card = card}; }
  /// All acts of a hand without laws are these.
  bool is_play_in_turn() const { return kind == Kind::play && !out_of_turn; }

  bool operator==(const Act&) const = default;
};

/// The act of that word, or what is wrong with it, in words.
std::variant<Act, std::string> parse_act(const Deck& deck, std::string_view word);

/// Appends the word.
void append_act(std::string& text, const Deck& deck, const Act& act);

/// The act that is this move of the seat, before it is made. A pass or a choice is none.
Act act_of(const LawsHand& hand, Seat seat, const Move& move);

/// An act that was done.
struct DoneAct {
  Seat seat = kNobody;  ///< who acted; kNobody where all agreed
  Move move{};
  bool founded = true;  ///< false for a claim of what is not so, or is known: nothing came of it
};

/// An act that cannot be done: whose it is, if that is known, why not, and the rule that says so, if there is one.
struct RefusedAct {
  Seat seat = kNobody;
  std::string why;
  std::string_view rule = {};
};

/// The refusal of a claim that is not founded: what is claimed is not so, or is known.
bool is_unfounded(const RuleBreach& refusal);

/// Who does the act, and the move that it is; or what the hand lacks for it. The move may break the laws.
std::variant<DoneAct, RefusedAct> move_of(const LawsHand& hand, const Act& act);

/// Does the act, or says why not; a refused act changes nothing. A claim that is not founded is an act like others: who
/// makes it errs, and the laws have no penalty for that.
std::variant<DoneAct, RefusedAct> do_act(LawsHand& hand, const Act& act);

/// What a law has cost a seat, and which (R001-23, -24, -31).
struct LawCharge {
  int points = 0;              ///< of the penalty points that the seat has in the tally
  std::string_view rule = {};  ///< empty: none was applied to the seat

  bool operator==(const LawCharge&) const = default;
};

/// By seat. The hand must be done.
PerSeat<LawCharge> law_charges(const LawsHand& hand);

}  // namespace hearts
