#pragma once

#include "engine/hand.h"
#include "engine/random.h"

namespace hearts {

/// How a playout counts and finds the bits of a set; the cards are the same.
enum class BitWork {
  quickest,  ///< by the processor's instructions where it has them
  plain,     ///< by arithmetic, as on any processor
};

/// Plays the hand to its end, every move a random legal one: all that random_move() and Hand::apply() would do, from
/// the same numbers to the same end, twice as fast. For searches and simulations.
void play_out(Hand& hand, Random& random, BitWork work = BitWork::quickest);

}  // namespace hearts
