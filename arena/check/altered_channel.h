#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "arena/check/trial.h"

namespace arena {

class BotChannel;

/// What is done to the conversation with a bot.
struct Alteration {
  /// Changes whole lines on their way to the bot. Empty: nothing is changed.
  std::function<std::string(std::string_view)> text;
  /// The answer to the first question to play that leaves a choice is kept until its time is over.
  bool late_once = false;
};

/// A channel to a bot that is examined: alters what is sent, listens, and gives a silent bot the time to show whether
/// it is slow or does not flush. `overheard` must outlast it.
std::unique_ptr<BotChannel> make_altered_channel(std::unique_ptr<BotChannel> inner, Alteration alteration,
                                                 Overheard& overheard);

}  // namespace arena
