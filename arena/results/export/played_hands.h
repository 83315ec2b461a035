#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/records/game_record.h"
#include "arena/records/replay.h"
#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/match.h"
#include "engine/seat.h"

namespace arena {

/// A card that a seat laid on the table.
struct PlayedCard {
  int trick = 0;  ///< number of the trick in the hand, from 1; tricks of a second hand follow those of the first
  hearts::Seat seat = 0;
  hearts::Card card{};
  Decider decider = Decider::bot;
  int question = 0;            ///< number of the seat's question in the game; 0 if it was not asked
  std::optional<int> choices;  ///< how many cards it could legally play; none if a law let it play out of turn
  bool taken_back = false;     ///< the laws of the table returned the card to its owner
};

/// A complete trick.
struct PlayedTrick {
  hearts::Seat leader = 0;
  hearts::Seat winner = 0;
  int points = 0;  ///< of its cards alone, before special queens, a moon and the laws change them
};

/// What happened in a hand, as a replay of the game shows it.
struct PlayedHand {
  HandFigures figures{};
  std::vector<PlayedCard> cards{};    ///< in the order in which they were laid
  std::vector<PlayedTrick> tricks{};  ///< those that were completed
};

/// Plays a recorded game again and returns its hands. Throws InputError "PLACE: ..." if the record is not correct.
std::vector<PlayedHand> played_hands(const GameRecord& record, const hearts::GameRules& rules,
                                     const std::string& place);

}  // namespace arena
