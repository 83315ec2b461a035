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
class GameWords {
 public:
  /// All of it must outlast the words. `names`: by seat.
  GameWords(const hearts::GameRules& rules, const std::vector<std::string>& names, const CardPaint& paint)
      : rules_(rules), names_(names), paint_(paint) {}

  /// Of a moon that is settled.
  std::string moon(const hearts::SeatView& view) const;
  /// Empty where the dealer made none.
  std::string slip(const DealSlip& slip) const;
  /// What all see of a seat's answer to a law. The hand is as it was before.
  std::string law_move(const TableHand& hand, const Decision& asked, const hearts::Move& move) const;
  /// What seats have left over, and what the laws charge; of a hand that is scored.
  std::vector<std::string> charges(const hearts::LawsHand& laws) const;

 private:
  const std::string& name(hearts::Seat seat) const { return names_[hearts::at(seat)]; }

  const hearts::GameRules& rules_;
  const std::vector<std::string>& names_;
  const CardPaint& paint_;
};

}  // namespace arena
