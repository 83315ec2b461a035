#pragma once

#include "engine/hand.h"
#include "engine/seat_view.h"

namespace arena {

/// Returns what the arena plays for a bot that does not answer. It plays the card of lowest rank, and among equal ranks
/// that of the first suit of the pack. It passes the highest cards, with the same order of suits, and takes the first
/// option offered. If a law asks, it lets things stand, which is not a move. The view is that of the seat to move.
hearts::Move house_move(const hearts::SeatView& view);

// The cards that the house player plays and passes.
hearts::Card house_play(hearts::CardSet legal);
hearts::CardSet house_pass(hearts::CardSet cards, int count);

}  // namespace arena
