#pragma once

#include <optional>
#include <utility>

#include "engine/hand.h"

namespace hearts {

struct SeatMove {
  Seat seat = 0;
  Move move{};
};

/// A move that the rules forbid.
struct RefusedMove {
  SeatMove made{};
  RuleBreach breach{};
};

/// Drives a hand: `next(hand)` gives an optional SeatMove, `moved(hand, made)` sees the hand after each. Goes on until
/// the hand is done, there is no next move, or one is refused: that one is returned, and the hand is as it was before.
template <class Next, class Moved>
std::optional<RefusedMove> walk_hand(Hand& hand, Next next, Moved moved) {
  while (hand.phase() != Phase::done) {
    const std::optional<SeatMove> made = next(std::as_const(hand));
    if (!made) break;
    if (const auto breach = hand.apply(made->seat, made->move)) return RefusedMove{*made, *breach};
    moved(std::as_const(hand), *made);
  }
  return std::nullopt;
}

/// The number of cards played so far in all tricks of the deal.
inline int plays_made(const Hand& hand) {
  const GameRules& game = hand.game();
  if (hand.phase() == Phase::select) return 0;
  if (hand.phase() == Phase::choose || hand.phase() == Phase::done)
    return game.seats() * game.hand_size() * game.rules().hands_per_seat;
  return game.seats() * (hand.sub_hand() * game.hand_size() + hand.trick_number() - 1) + hand.trick().count;
}

}  // namespace hearts
