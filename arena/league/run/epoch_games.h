#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/game/schedule/schedule.h"

namespace arena {

/// One game to play.
struct QueuedGame {
  Block block;
  int game = 0;  ///< the game of the block: by how many seats its circle has moved on
};

/// The games of an epoch that are still to play. It chooses the next one so that few bot processes are started.
///
/// Which game is best depends on how long the games before it took, so no fixed order is good. Each time, the first 256
/// games that are left are compared in the order in which they were given. A seat costs 5 if its bot has no idle
/// process and must be started. It costs less if the bot is behind: 1 for each game by which it is behind the pace at
/// which all bots would end their last games together. The game whose seats cost least on average is next; among
/// equals, the first. Both parts are necessary. Without the pace, the games of busy bots would be left to the end and
/// would then all need processes of these bots at the same time.
///
/// In simulations with games of random length, the starts are above the least number (least_starts()) by at most 20% if
/// the tables have at most half as many seats as there are bots, or at least eight times as many. Between these they
/// are above it by 20 to 60%, and by up to 120% with as many seats as bots. A bot is then always either at a table or
/// behind, so nearly every bot needs a second process; only idle tables could avoid that.
///
/// If the given order is random, the place of a game in one epoch says nothing about its place in another: the pace
/// treats all bots alike, however many games they have. One thread at a time may use it.
class EpochGames {
 public:
  EpochGames() = default;
  /// `games` are the games of the epoch, in the order in which games that are equally good are played.
  explicit EpochGames(std::vector<QueuedGame> games);

  /// Removes the next game and returns it, or nothing if no game is left. `idle` is how many idle processes each bot
  /// has, by the bot's index; bots beyond its end have none.
  std::optional<QueuedGame> next(std::span<const int> idle);
  /// Returns the games that are left, in the given order.
  std::vector<QueuedGame> left() const;
  bool empty() const { return order_.empty(); }

 private:
  struct Share {
    int all = 0;   ///< seats of a bot in the epoch
    int left = 0;  ///< those in games that are left
  };

  std::int64_t cost(const Circle& circle, std::span<const int> idle) const;

  std::vector<QueuedGame> games_;
  std::vector<std::size_t> order_;  // indices into games_ of the games left, in reverse order
  std::vector<Share> shares_;       // by bot
};

/// Returns a lower bound of the starts that an epoch needs in any order, if `tables` games are played at the same time
/// as long as there are as many. Each bot needs a process for every seat that it has in one game, or in all games if it
/// is in `for_one_game`, which has a member for each bot or none. All tables that are in use need a process for each
/// seat. `bots_started` bots, from 0, need one in any case.
int least_starts(std::span<const QueuedGame> games, int tables, int bots_started = 0,
                 const std::vector<bool>& for_one_game = {});

}  // namespace arena
