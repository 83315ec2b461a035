#pragma once

#include <optional>

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/seat.h"

namespace hearts {

/// How a hand opens.
struct Opening {
  Seat leader = 0;
  /// The card that opens; nothing where the lead rotates, or where nobody holds a card that could.
  std::optional<Card> card;
};

/// The lowest card of the opening suit in anybody's hand, no Joker, and its holder (R000-22, -68; R004-17, -18); else
/// the seat left of the dealer (R003-23, R000-69). No card is in two hands; a card of the pack may be in none.
Opening find_opening(const GameRules& game, const PerSeat<CardSet>& hands, int point_lane, Seat dealer);

}  // namespace hearts
