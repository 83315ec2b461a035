#pragma once

#include "engine/variants/variant.h"

namespace hearts {

/// Green Queen, five suits and a drawn point suit, 3 to 5 players (document 004): 65 cards.
extern const Variant kGreenQueen;

/// The same with a Joker in each suit: 70 cards.
extern const Variant kGreenQueenJokers;

}  // namespace hearts
