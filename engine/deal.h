#pragma once

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/random.h"
#include "engine/seat.h"

namespace hearts {

/// The most hands that one seat plays in one deal.
inline constexpr int kHandsPerSeatMax = 2;

/// The cards of one deal, before anybody passes.
struct Deal {
  /// The lane of the point suit, whether it is fixed or was drawn.
  int point_lane = 0;
  /// The cards of each hand: first by sub-hand, then by seat.
  std::array<PerSeat<CardSet>, kHandsPerSeatMax> hands{};
  /// The cards that were not dealt.
  CardSet leftover;

  bool operator==(const Deal&) const = default;
};

/// Shuffles the pack and deals it. The same seed gives the same deal with every compiler.
///
/// 1. If the point suit is drawn, one card is drawn uniformly from the pack and put back before the shuffle. Its suit
///    is the point suit (R004-04).
/// 2. The pack starts in the deck's order. A Fisher-Yates shuffle works through it from the first card.
/// 3. The cards are dealt one at a time, beginning at the dealer's left (R001-06). If each player gets two hands, every
///    round of the deal goes to all first hands and then to all second hands (R000-65).
Deal deal_cards(const GameRules& game, Seat dealer, Random& random);

/// Checks that these cards can be played: all hands have the right size, and the hands and the leftover together are
/// the pack.
bool is_whole(const GameRules& game, const Deal& deal);

}  // namespace hearts
