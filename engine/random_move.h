#pragma once

#include "engine/hand.h"
#include "engine/random.h"

namespace hearts {

/// A card of the set, each as likely as any other. The set must not be empty.
inline Card random_card(CardSet from, Random& random) {
  return from.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(from.size()))));
}

/// A legal move of the seat to move, each as likely as any other. The hand must not be done.
Move random_move(const Hand& hand, Random& random);

}  // namespace hearts
