#pragma once

#include "engine/hand.h"

namespace arena {

/// What the arena plays for a bot that does not answer: the card of lowest rank, of equal ones the first suit of
/// the pack; it passes the highest cards by the same order of suits, and takes the first option offered.
hearts::Move house_move(const hearts::Hand& hand);

// Of it, which cards.
hearts::Card house_play(hearts::CardSet legal);
hearts::CardSet house_pass(hearts::CardSet cards, int count);

}  // namespace arena
