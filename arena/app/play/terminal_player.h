#pragma once

#include <memory>
#include <stdexcept>

#include "arena/app/play/adviser.h"
#include "arena/game/schedule/schedule.h"
#include "arena/league/run/run_settings.h"
#include "arena/records/manifest.h"

namespace arena {

class BotChannel;
class Terminal;
class UnfinishedGame;

/// Thrown by receive() when the person has left the table. It ends the game.
class PlayerLeft : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The wishes of a person at the table that do not change the game.
struct PersonSettings {
  bool auto_forced = false;  ///< a card that is the only choice is played without asking
  Adviser adviser{};         ///< answers `hint`
};

/// Returns the channel of a person at a terminal, who plays in the place of a bot. The person is shown only what a bot
/// would be sent, and answers by typing. There is no clock, so a person has unlimited time. An illegal answer is
/// refused here, with the reason; the table only receives legal answers.
///
/// If `kept` is not null, it keeps the answers as those of bot `person` of the manifest. Answers that it already has
/// are given again without showing anything, until the game is where the person left it. `terminal`, `settings` and
/// `kept` must outlive the channel.
std::unique_ptr<BotChannel> make_terminal_player(Terminal& terminal, const PersonSettings& settings,
                                                 UnfinishedGame* kept = nullptr, int person = 0);

/// Adds a person to the bots of a manifest, as the last of them. Returns the index.
int add_person(Manifest& manifest);

/// Whether the person plays this game of the block. A person plays only one game of each block, because the others have
/// the same deals: the game in which the person sits in `seat`, or the first one if `seat` is negative.
bool is_persons_game(const Block& block, int game, int person, int seat);

/// Returns the channels of `bots`, except that a person at the terminal plays bot `person` of the manifest. `kept`
/// keeps the answers of all players. `terminal`, `settings` and `kept` must outlive the channels.
ChannelSource with_person(ChannelSource bots, int person, Terminal& terminal, const PersonSettings& settings,
                          UnfinishedGame& kept);

}  // namespace arena
