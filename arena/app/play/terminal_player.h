#pragma once

#include <memory>
#include <stdexcept>

#include "arena/game/schedule/schedule.h"
#include "arena/league/run/run_settings.h"
#include "arena/records/manifest.h"

namespace arena {

class BotChannel;
class Terminal;
class UnfinishedGame;

/// The person has left the table: thrown by receive(), it ends the game.
class PlayerLeft : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A person at a terminal, in the place of a bot: gets a bot's lines and no others, tells them, and answers with what
/// is typed. Its clock stands still, so a person has all the time there is. What cannot be played is refused here with
/// the reason; the table hears legal answers alone.
/// What is answered is kept in `kept`, where there is one, as of bot `person` of the manifest; what was answered before is
/// answered again, and what is told meanwhile goes unsaid. Both must outlive it.
std::unique_ptr<BotChannel> make_terminal_player(Terminal& terminal, UnfinishedGame* kept = nullptr, int person = 0);

/// Seats a person beside the bots of a manifest, behind them. Returns the index.
int add_person(Manifest& manifest);

/// Of each block a person plays one game: he would know the deals of a second one. True for that in which he sits in
/// `seat`, or for the block's first if that is negative.
bool is_persons_game(const Block& block, int game, int person, int seat);

/// The channels of `bots`, but a person at the terminal plays bot `person` of the manifest. The answers of all are kept.
/// Terminal and game must outlast them.
ChannelSource with_person(ChannelSource bots, int person, Terminal& terminal, UnfinishedGame& kept);

}  // namespace arena
