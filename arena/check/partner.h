#pragma once

#include <memory>

#include "engine/random.h"

namespace arena {

class BotChannel;

/// A player inside the arena, at the other end of a channel as bots are: ready at once, picks its words at random, the
/// same for the same seed.
std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed);

}  // namespace arena
