#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "arena/base/seeds/run_key.h"
#include "engine/deal.h"
#include "engine/random.h"

namespace arena {

/// The dealer's mistakes that everybody has seen (R001-20). Hands of a wrong size are in the deal itself.
struct DealSlip {
  bool faulty = false;        ///< the dealer departed from procedure, or exposed cards
  hearts::CardSet exposed{};  ///< the cards that the dealer exposed

  bool operator==(const DealSlip&) const = default;
};

/// What a dealer has dealt.
struct DealtHand {
  hearts::Deal deal;
  DealSlip slip;

  bool operator==(const DealtHand&) const = default;
};

/// Deals the cards of a hand of a game; hands are numbered from 1. `again` asks for the hand that is dealt in place of
/// a hand thrown in.
using Dealing = std::function<DealtHand(int hand, bool again, hearts::Seat dealer)>;

/// Returns a dealing that shuffles with the seed of each hand. The hand that replaces hand N has the seed of -N. The
/// rules must outlast the result.
Dealing shuffled(const hearts::GameRules& rules, std::function<hearts::Seed(int hand)> seed);

/// Which deals are faulty: every `every`-th one, counted over all deals of which `before` were dealt earlier.
struct FaultyDeals {
  std::int64_t before = 0;
  int every = 0;  ///< 0 if no deal is faulty
};

/// The same with the seeds of a block: those that all its games share, or those of `game`. A hand that is dealt again
/// is never faulty.
Dealing shuffled(const hearts::GameRules& rules, const BlockSeed& seed, std::optional<int> game, FaultyDeals faulty);

/// Makes a correct deal under the laws of the table faulty, in one of four ways that are equally likely: the dealer
/// departs from procedure; the dealer exposes a card; a card of one hand is in another; a card is lost. If hands are
/// too small to lose a card, only the first two ways are used.
void make_faulty(DealtHand& dealt, const hearts::GameRules& rules, hearts::Random& random);

/// Moves the card from the giver's hand to the taker's.
void misplace(hearts::Deal& deal, hearts::Card card, hearts::Seat giver, hearts::Seat taker);

}  // namespace arena
