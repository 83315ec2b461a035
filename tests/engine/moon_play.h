#pragma once

#include <string>

#include "engine/deal.h"
#include "tests/engine/naive_model.h"

// The moves of moon_move.h, by the naive model's cards.

namespace hearts::test {

/// The shooter keeps his high cards: he passes his lowest, the others their highest.
CardSet moon_pass(const GameRules& game, CardSet hand, bool is_shooter);

/// What the seat to move plays; `legal` is not empty.
std::string moon_card(const Rules& rules, const naive::Hand& hand, char point_suit, int shooter,
                      const naive::Cards& legal);

}  // namespace hearts::test
