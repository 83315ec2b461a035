#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <vector>

#include "arena/league/run/epoch_games.h"
#include "engine/random.h"

namespace arena {

/// The time from the start of a small sandboxed C program to its first question. tests/bench/bench_start.cpp measures
/// it: 1.3 to 1.9 ms by the clock at Isolation::full, and as much processor time, with one bot alive or 400.
inline constexpr std::chrono::milliseconds kStartTime{2};

/// Counts how often bots are started, with the rules of BotPool: a game takes idle bots if there are any, the bot that
/// has been idle longest makes room for others, and no bot survives the end of an epoch, or of a game if it is for one
/// game. Each worker plays one game at a time. Games take random times, so tables do not stay in step. For each game
/// call clear_table(), choose the game, and call play().
class StartCounts {
 public:
  using Seconds = std::chrono::duration<double>;

  /// `for_one_game` has a member for each bot: BotEntry::is_for_one_game. Each bot is started once before all games.
  StartCounts(std::vector<bool> for_one_game, int workers, int processes_max);

  /// If no table is free, the game that is over first ends.
  void clear_table();
  /// Returns how many processes of each bot are idle.
  std::vector<int> idle() const;
  /// `mean` is the mean time of such games without starts. They take half to one and a half times as long.
  void play(const QueuedGame& queued, Seconds mean);
  void end_epoch();
  double starts() const { return starts_; }
  /// Returns how many bots were alive at the same time at most.
  int most() const { return most_; }

 private:
  using Uses = std::vector<std::uint64_t>;  ///< when each idle process of a bot was given back, ascending

  void give_back(int bot);
  void acquire(const std::vector<int>& bots);
  void release(const std::vector<int>& bots);

  const std::vector<bool> for_one_game_;
  const std::size_t workers_;
  const int processes_max_;
  double starts_ = 0;
  int alive_ = 0;
  int most_ = 0;
  std::uint64_t uses_ = 0;
  std::vector<Uses> idle_;  ///< by bot
  hearts::Random random_{{1, 2, 3, 4}};
  Seconds done_{};                                   ///< when the last game ended for which another needed the table
  std::multimap<Seconds, std::vector<int>> tables_;  ///< the bots at each table, by when its game is over
};

}  // namespace arena
