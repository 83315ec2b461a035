#pragma once

#include <string>
#include <vector>

#include "arena/base/text/card_paint.h"
#include "arena/game/table/table_hand.h"
#include "engine/game_rules.h"
#include "engine/laws/laws_hand.h"
#include "engine/seat_view.h"

namespace arena {

/// "no pass", "pass left", "pass 2 to the right".
std::string pass_words(int offset, int seats);

/// Says what happens at a table beside its cards, whoever shows the game.
struct GameWords {
  const hearts::GameRules& rules;
  std::vector<std::string> names;  ///< what each seat is called
  CardPaint paint;

  const std::string& name(hearts::Seat seat) const { return names[hearts::at(seat)]; }
  /// Of a moon that is settled.
  std::string moon(const hearts::SeatView& view) const;
  /// Empty where the dealer made none.
  std::string slip(const DealSlip& slip) const;
  /// What all see of a seat's answer to a law. The hand is as it was before.
  std::string law_move(const TableHand& hand, const Decision& asked, const hearts::LawsMove& move) const;
  /// What seats have left over, and what the laws charge; of a hand that is scored.
  std::vector<std::string> charges(const hearts::LawsHand& laws) const;
};

}  // namespace arena
