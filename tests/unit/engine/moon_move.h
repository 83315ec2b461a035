#pragma once

#include "engine/hand.h"
#include "engine/random.h"

// Play in which somebody is likely to shoot the moon. Random play hardly ever does.

namespace hearts::test {

/// Gives the seat the highest cards of every suit, with some luck, in exchange for its own.
void strengthen(const GameRules& game, Deal& deal, Seat seat, Random& random);

/// A legal move of the seat to move. The shooter keeps his high cards and tries to win every trick; the others pass
/// their highest, try to lose their tricks and give their points away. Selections and moon options are random.
Move moon_move(const Hand& hand, Seat shooter, Random& random);

}  // namespace hearts::test
