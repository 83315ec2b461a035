#pragma once

#include <map>
#include <string>

#include "engine/match.h"
#include "engine/random.h"
#include "tests/unit/engine/naive_model.h"

// The engine and the naive model play the same hands and must agree at every step; where they do not, an exception
// says in what.

namespace hearts::test {

/// How often something happened that a test must have seen.
using Seen = std::map<std::string, int>;

/// One hand with random play, half of the time one in which a moon is likely. Returns the engine's.
Hand play_both(const GameRules& game, const Hand::Setup& setup, Random& random, Seen& seen);

/// A match, or its first `hands_max` hands.
void play_match(const GameRules& game, int hands_max, Random& random, Seen& seen);

}  // namespace hearts::test
