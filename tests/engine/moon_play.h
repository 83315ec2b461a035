#pragma once

#include <string>

#include "engine/deal.h"
#include "tests/engine/naive_model.h"

// Play in which one seat is likely to shoot the moon: it has the high cards and tries to win every trick, and the
// others give their points away.

namespace hearts::test {

/// Gives the seat the highest cards of every suit, in exchange for its own.
void strengthen(const GameRules& game, Deal& deal, Seat seat, Random& random);

/// The shooter keeps his high cards: he passes his lowest, the others their highest.
CardSet moon_pass(const GameRules& game, CardSet hand, bool is_shooter);

/// What the seat to move plays; `legal` is not empty.
std::string moon_card(const Rules& rules, const naive::Hand& hand, char point_suit, int shooter,
                      const naive::Cards& legal);

}  // namespace hearts::test
