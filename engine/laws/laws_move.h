#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "engine/card.h"
#include "engine/move.h"
#include "engine/seat.h"

namespace hearts {

/// One act of one seat at a table with laws: a move as in any hand, or something the laws know.
struct LawsMove {
  enum class Kind : std::uint8_t {
    ordinary,      ///< a Move; a card may be played by any seat
    demand,        ///< a card played out of turn must be taken back
    correct,       ///< replaces one's own card that did not follow suit
    call_misdeal,  ///< throws the deal in
    claim_revoke,  ///< some seat did not follow suit in a trick that lies turned
    claim_hand,    ///< some seat was dealt a wrong number of cards
    agree,         ///< has nothing (more) to claim before the hand is scored
  };

  Kind kind = Kind::ordinary;
  Move move{};     ///< ordinary
  Card card{};     ///< correct: the card played instead
  Seat seat = -1;  ///< demand, claim_revoke, claim_hand: whose card or hand
  int trick = 0;   ///< claim_revoke: number of the trick, from 1

  static LawsMove pass(CardSet cards) { return {.move = Move::pass(cards)}; }
  static LawsMove play(Card card) { return {.move = Move::play(card)}; }
  static LawsMove choose(MoonOption option) { return {.move = Move::choose(option)}; }
  static LawsMove demand(Seat seat) { return {.kind = Kind::demand, .seat = seat}; }
  static LawsMove correct(Card card) { return {.kind = Kind::correct, .card = card}; }
  static LawsMove call_misdeal() { return {.kind = Kind::call_misdeal}; }
  static LawsMove claim_revoke(Seat seat, int trick) {
    return {.kind = Kind::claim_revoke, .seat = seat, .trick = trick};
  }
  static LawsMove claim_hand(Seat seat) { return {.kind = Kind::claim_hand, .seat = seat}; }
  static LawsMove agree() { return {.kind = Kind::agree}; }

  bool operator==(const LawsMove&) const = default;
};

/// Why the laws refuse an act. What they do not speak of is refused with a Breach, as in any hand.
enum class LawBreach : std::uint8_t {
  not_in_force,
  deal_in_order,
  deal_stands,
  own_card,
  has_played,
  card_in_turn,
  must_wait,
  nothing_to_correct,
  found_by_table,
  trick_open,
  no_revoke,
  already_found,
  claim_too_early,
  hand_in_order,
};
inline constexpr std::size_t kLawBreaches = 14;

/// A refused act: why, and the rule that says so (its id may be empty where no sheet states it).
struct LawsRefusal {
  std::variant<Breach, LawBreach> why;
  std::string_view rule;

  bool operator==(const LawsRefusal&) const = default;
};

/// The refusal in plain words: "that card was played in turn".
std::string_view describe(LawBreach breach);
std::string_view describe(const LawsRefusal& refusal);

}  // namespace hearts
