#pragma once

#include <array>
#include <boost/json/fwd.hpp>
#include <optional>
#include <string>

#include "arena/game/deals/hand_line.h"
#include "engine/hand.h"

namespace arena {

/// The contents of a line about one deal, checked against the pack and the number of seats of its variant. The moves
/// are not judged yet; see judge().
struct PlayedHand {
  struct Pass {
    int entry = 0;  ///< its number in the line's list, from 1
    hearts::CardSet cards;
  };

  hearts::Hand::Setup setup;
  bool faulty = false;                             ///< the dealer made a mistake that everybody saw
  bool extra = false;                              ///< played to break a tie
  std::optional<hearts::PerSeat<int>> selected{};  ///< two-hand games: the hand that each seat plays first
  std::array<hearts::PerSeat<std::optional<Pass>>, hearts::kHandsPerSeatMax> passes{};  ///< by sub-hand, then seat
  /// The names of cards, and under the laws other acts, with spaces between them. Not parsed yet.
  std::string plays;
  std::optional<hearts::MoonOption> choice{};
};

/// Checks a parsed line against its rules. Throws Objection for a deal that is not the whole pack in equal hands (under
/// the laws: that cannot be played), a number out of range, a key that does not apply, and an unknown card.
PlayedHand read_played_hand(const hearts::GameRules& game, const boost::json::object& line);

}  // namespace arena
