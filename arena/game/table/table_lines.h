#pragma once

#include <string>

#include "arena/game/table/table_hand.h"
#include "engine/laws/laws_hand.h"
#include "engine/seat.h"

namespace arena {

/// What of a hand must be known to tell what a decision changes.
struct TableSight {
  explicit TableSight(const TableHand& hand);

  int sub_hand;
  int trick_number;
  bool broken;
  hearts::Seat kitty_taker;
  hearts::LawsTrick trick{};  ///< on the table; under the laws only
};

/// Appends the lines that tell of a card, and of the trick if it was the last of one. `before`: as it was.
void put_card(std::string& out, const TableHand& hand, const TableSight& before, hearts::Seat seat, hearts::Card card);

/// Appends the lines that tell what a seat made of a law. `before`: as it was.
void put_law_move(std::string& out, const TableHand& hand, const TableSight& before, const Decision& asked,
                  const hearts::LawsMove& move);

/// Appends what the laws have charged, once the hand is done.
void put_charges(std::string& out, const TableHand& hand);

}  // namespace arena
