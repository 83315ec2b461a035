#pragma once

#include <memory>

#include "arena/bots/process/bot_channel.h"
#include "engine/random.h"

namespace arena {

/// A player inside the arena, behind a channel as bots are: ready at once; picks at random, by the seed alone. Under the
/// laws of the table it errs where it may: it fails to follow suit, and leads out of turn.
std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed);

}  // namespace arena
