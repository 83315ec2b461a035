#pragma once

#include <memory>

#include "engine/random.h"

namespace arena {

class BotChannel;

/// A player inside the arena, behind a channel as bots are: ready at once; picks at random, by the seed alone.
std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed);

}  // namespace arena
