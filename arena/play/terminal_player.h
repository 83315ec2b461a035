#pragma once

#include <memory>
#include <stdexcept>

#include "arena/tournament/channel_source.h"

namespace arena {

class BotChannel;
class Terminal;

/// The person has left the table: thrown by receive(), it ends the game.
class PlayerLeft : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A person at a terminal, in the place of a bot: gets a bot's lines and no others, tells them, and answers with what
/// is typed. Its clock stands still, so a person has all the time there is. What cannot be played is refused here with
/// the reason; the table hears legal answers alone. The terminal must outlive it.
std::unique_ptr<BotChannel> make_terminal_player(Terminal& terminal);

/// The same, but a person at the terminal, which must outlast it, plays bot `person` of the manifest.
ChannelSource with_person(ChannelSource bots, int person, Terminal& terminal);

}  // namespace arena
