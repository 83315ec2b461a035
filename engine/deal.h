#pragma once

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/random.h"
#include "engine/seat.h"

namespace hearts {

/// Most hands a seat plays in one deal.
inline constexpr int kHandsPerSeatMax = 2;

/// The cards of one deal, before anybody passes.
struct Deal {
  /// Lane of the point suit, drawn or fixed.
  int point_lane = 0;
  /// By sub-hand, then seat.
  std::array<PerSeat<CardSet>, kHandsPerSeatMax> hands{};
  /// Cards that were not dealt.
  CardSet leftover;

  bool operator==(const Deal&) const = default;
};

/// Shuffles and deals. The point suit, where it is drawn, is the suit of one uniform card of the pack,
/// put back before the shuffle (R004-04). Then Fisher-Yates from the top, cards in the deck's order at the
/// start; the k-th card goes to the k-th pile round from the dealer's left (R001-06, R000-65).
/// The same seed gives the same deal with every compiler.
Deal deal_cards(const GameRules& game, Seat dealer, Random& random);

/// A deal with given cards is playable: equal hands of the right size, leftover and hands together the pack.
bool is_whole(const GameRules& game, const Deal& deal);

}  // namespace hearts
