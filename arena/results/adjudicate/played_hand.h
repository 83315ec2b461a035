#pragma once

#include <array>
#include <boost/json/fwd.hpp>
#include <optional>
#include <string>

#include "arena/game/deals/hand_line.h"
#include "engine/hand.h"

namespace arena {

/// What a line says of one deal, held against the pack and the table of its variant. Who may do what is not yet judged.
struct PlayedHand {
  struct Pass {
    int entry = 0;  ///< of the line's list, from 1
    hearts::CardSet cards;
  };

  hearts::Hand::Setup setup;
  bool faulty = false;                             ///< the dealer made a slip that all saw
  bool extra = false;                              ///< played to break a tie
  std::optional<hearts::PerSeat<int>> selected{};  ///< two-hand games: which hand each seat plays first
  std::array<hearts::PerSeat<std::optional<Pass>>, hearts::kHandsPerSeatMax> passes{};  ///< by sub-hand, then seat
  std::string plays;  ///< names of cards, under the laws with other acts, split by spaces; not read yet
  std::optional<hearts::MoonOption> choice{};
};

/// Holds a parsed line against its rules. Throws Objection: a deal that is not the whole pack in equal hands (under the
/// laws: that cannot be played), a number out of its range, a key that does not apply, an unknown card.
PlayedHand read_played_hand(const hearts::GameRules& game, const boost::json::object& line);

}  // namespace arena
