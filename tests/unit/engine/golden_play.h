#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/hand.h"

namespace hearts::test {

/// A card falls to a trick: `led` is there, or `card` itself is led where that is nothing.
struct PlayedCard {
  Card card;
  std::optional<Card> led;
  int trick = 1;
  std::optional<int> point_lane;
};

/// Finds, by search with a fixed seed, a hand in which just that happens while nothing is broken yet, and stops
/// right after the card. Nothing if the search fails.
std::optional<Hand> hand_with(const GameRules& game, const PlayedCard& wanted);

/// A hand at its first lead in which each seat holds the cards named and, of the opening suit, no others: nobody
/// holds the other cards of that suit. The rest is dealt at random.
Hand hand_that_opens(const GameRules& game, const std::vector<CardSet>& named, Seat dealer,
                     std::optional<int> point_lane);

}  // namespace hearts::test
