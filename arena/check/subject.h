#pragma once

#include "arena/bots/bot_entry.h"
#include "arena/protocol/limits.h"
#include "arena/sandbox/bubblewrap.h"
#include "arena/seeds/run_key.h"

namespace arena {

/// The bot that is examined, and what it gets.
struct Subject {
  BotEntry bot;        ///< who it is and what it plays
  BotCommand command;  ///< starts a copy of it
  Sandbox sandbox;
  Limits limits;
  RunKey key;
};

}  // namespace arena
