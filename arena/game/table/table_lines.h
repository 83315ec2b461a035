#pragma once

#include <string>

#include "arena/game/table/table_hand.h"
#include "engine/laws/laws_hand.h"
#include "engine/seat.h"

namespace arena {

/// A snapshot of a hand before a decision: what the lines below compare with to find what the decision has changed.
struct TableSight {
  explicit TableSight(const TableHand& hand);

  int sub_hand;
  int trick_number;
  bool broken;
  hearts::Seat kitty_taker;
  hearts::LawsTrick trick{};  ///< on the table; under the laws only
};

/// Appends the lines for a card, and for the trick if it was the last card of one. `before`: the hand before the card.
void put_card(std::string& out, const TableHand& hand, const TableSight& before, hearts::Seat seat, hearts::Card card);

/// Appends the lines for what a seat did under a law of the table. `before`: the hand before that.
void put_law_move(std::string& out, const TableHand& hand, const TableSight& before, const Decision& asked,
                  const hearts::Move& move);

/// Appends what the laws have charged, once the hand is done.
void put_charges(std::string& out, const TableHand& hand);

}  // namespace arena
