#pragma once

#include "engine/hand.h"
#include "engine/random.h"

namespace hearts {

/// A legal move of the seat to move, each as likely as any other. The hand must not be done.
Move random_move(const Hand& hand, Random& random);

}  // namespace hearts
