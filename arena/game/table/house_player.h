#pragma once

#include "engine/hand.h"
#include "engine/seat_view.h"

namespace arena {

/// What the arena plays for a bot that does not answer: the card of lowest rank, of equal ones the first suit of
/// the pack; it passes the highest cards by the same order of suits, and takes the first option offered. The view is
/// that of the seat to move. Asked about a law it lets things stand: that is no move.
hearts::Move house_move(const hearts::SeatView& view);

// Of it, which cards.
hearts::Card house_play(hearts::CardSet legal);
hearts::CardSet house_pass(hearts::CardSet cards, int count);

}  // namespace arena
