#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/game/table/bot_seat.h"
#include "arena/league/run/run_settings.h"
#include "arena/records/manifest.h"

namespace arena {

/// A seat that plays for one bot, with the bot's process if it has one.
struct PooledBot {
  int bot = 0;  ///< index in the manifest
  std::unique_ptr<BotSeat> seat;
  bool has_process = false;  ///< whether the seat is alive; up to date while the bot is idle
  BotProcessId process;      ///< the id of its process, or of the last one that it had
  int worker = 0;            ///< the worker that had it last; its I/O runs on that worker's context
  std::uint64_t used = 0;    ///< when it was given back, as a count of all bots given back
};

/// The bots of all workers that sit at no table. Any worker may take any of them, so a bot need not be started on each
/// thread. If there are too many processes, the bots that have been idle longest are ended. Any thread may call.
class IdleBots {
 public:
  explicit IdleBots(ProcessBounds processes) : processes_(std::move(processes)) {}

  /// Returns an idle bot of this index for a worker, or nothing if none is idle. It prefers one with a live process,
  /// then one that the worker had last.
  std::optional<PooledBot> acquire(int bot, int worker);
  /// Returns how many idle bots of each index have a live process, up to the last one that has been idle.
  std::vector<int> counts();
  /// Counts one more bot. Returns idle bots that the caller must end to make room for it; more of them if memory is
  /// short.
  std::vector<PooledBot> make_room();
  /// Makes a bot idle again.
  void release(PooledBot bot);
  /// Returns all idle bots that the worker had last. They do not count any more.
  std::vector<PooledBot> remove_all_of(int worker);
  /// Says that a bot that was taken has ended, so that it does not count any more.
  void forget();

 private:
  using Idle = std::vector<PooledBot>;
  PooledBot remove(Idle& idle, Idle::iterator one);
  void look_at_memory();

  const ProcessBounds processes_;
  std::mutex mutex_;
  int bots_ = 0;           ///< including those at tables
  bool is_short_ = false;  ///< whether memory was short at the last look
  int made_since_look_ = 0;
  std::uint64_t uses_ = 0;
  std::map<int, Idle> idle_;  ///< by bot, in the order in which they were given back
};

/// The bots of one worker. For each game it takes idle ones or starts new ones, and gives them back afterwards. Only
/// the worker's thread may use it.
class BotPool {
 public:
  BotPool(boost::asio::io_context& context, const Manifest& manifest, BotStart start, int worker, IdleBots& idle);

  /// Takes the idle ones of these bots for the seats of the next table, so that no other worker can.
  void take(std::span<const int> bots);
  /// Starts a process for each bot at the table that has none. Returns the seats in the order of take(). If a bot
  /// cannot be started, or has used up its restarts, its seat is not alive, and its fault says why. `faults` has one
  /// for each bot.
  boost::asio::awaitable<std::vector<BotSeat*>> prepare(std::span<FaultEvent> faults);
  /// Returns the process of the n-th bot, from 0, that was taken for the table.
  const BotProcessId& process_of(std::size_t taken) const { return table_.at(taken).process; }
  /// Returns the run's receipt, see receipt_of().
  const std::string& receipt() const { return receipt_; }
  /// Returns how many processes it has started.
  int starts() const { return starts_; }
  /// Ends the game that the bots at the table have played, after it is recorded: ends those that are for one game, and
  /// gives all of them back.
  boost::asio::awaitable<void> end_game();
  /// Gives the bots at the table back, although they have played no game.
  void release();
  /// Sends `quit` to all idle bots that this worker had last, and waits until they have ended.
  boost::asio::awaitable<void> dismiss();
  /// Ends these bots, and those at the table, without `quit`.
  void end();

 private:
  boost::asio::awaitable<void> prepare_one(PooledBot& bot, FaultEvent& fault);
  boost::asio::awaitable<void> dismiss_all(std::vector<PooledBot> bots);
  boost::asio::awaitable<void> dismiss_seats(std::span<BotSeat* const> seats);
  std::unique_ptr<BotChannel> start(PooledBot& bot);

  boost::asio::io_context& context_;
  const Manifest& manifest_;
  const std::string receipt_;
  BotStart start_;
  int worker_;
  IdleBots& idle_;
  int starts_ = 0;
  std::vector<PooledBot> table_;  ///< bots at the table, in the order in which they were taken
};

}  // namespace arena
