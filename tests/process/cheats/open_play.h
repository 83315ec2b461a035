#pragma once

#include "engine/hand.h"
#include "engine/random.h"

namespace cheats {

/// The lowest of the cards by rank, of equal ones the first: an honest bot's whole skill.
hearts::Card lowest_card(hearts::CardSet cards);

/// For who sees all hands: the legal card after which the seat to move comes off best against the others, in the mean
/// of so many plays to the end. In them it plays any card, and the others their lowest.
hearts::Card best_card(const hearts::Hand& hand, int playouts, hearts::Random& chance);

}  // namespace cheats
