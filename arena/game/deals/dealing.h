#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "arena/base/seeds/run_key.h"
#include "engine/deal.h"
#include "engine/random.h"

namespace arena {

/// What the dealer did wrong before everybody's eyes (R001-20). Hands of a wrong size are in the deal itself.
struct DealSlip {
  bool faulty = false;        ///< he departed from procedure, or showed cards
  hearts::CardSet exposed{};  ///< those that he showed

  bool operator==(const DealSlip&) const = default;
};

/// What a dealer has dealt.
struct DealtHand {
  hearts::Deal deal;
  DealSlip slip;

  bool operator==(const DealtHand&) const = default;
};

/// The cards of the n-th hand of a game, from 1; `again`: of the hand that is dealt in place of one thrown in.
using Dealing = std::function<DealtHand(int hand, bool again, hearts::Seat dealer)>;

/// Shuffles with the seed of each hand; with that of -N the one that is dealt in place of hand N. The rules must outlast
/// it.
Dealing shuffled(const hearts::GameRules& rules, std::function<hearts::Seed(int hand)> seed);

/// Which deals are faulty: every so many-th of all, where `before` were dealt earlier.
struct FaultyDeals {
  std::int64_t before = 0;
  int every = 0;  ///< 0: none
};

/// The same with the seeds of a block: those of all its games, or of that one game. A hand that is dealt again is never
/// faulty.
Dealing shuffled(const hearts::GameRules& rules, const BlockSeed& seed, std::optional<int> game, FaultyDeals faulty);

/// Makes a whole deal of rules with laws of the table faulty, in one of four ways, each as likely: the dealer departs
/// from procedure; he shows a card; a card of one hand lies in another; a card is lost. In games of hands too small to
/// lose one, one of the first two.
void make_faulty(DealtHand& dealt, const hearts::GameRules& rules, hearts::Random& random);

/// The card of one seat's hand goes to another's.
void misplace(hearts::Deal& deal, hearts::Card card, hearts::Seat giver, hearts::Seat taker);

}  // namespace arena
