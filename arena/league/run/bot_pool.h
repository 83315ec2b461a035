#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/game/table/bot_seat.h"
#include "arena/league/run/run_settings.h"
#include "arena/records/manifest.h"

namespace arena {

/// A seat that plays for one bot, and its process, if it has one.
struct PooledBot {
  int bot = 0;  ///< index in the manifest
  std::unique_ptr<BotSeat> seat;
  BotProcessId process;    ///< of the last process
  int worker = 0;          ///< who had it last, and on whose context it is
  std::uint64_t used = 0;  ///< when it was given back
};

/// The bots of all workers that sit at no table. Any worker may take any of them, so that a bot need not be started on
/// each thread. Where there are too many processes, the bot that has been idle longest makes room. From any thread.
class IdleBots {
 public:
  explicit IdleBots(ProcessBounds processes) : processes_(std::move(processes)) {}

  /// Returns a bot of that index for a worker: preferably one with a process, then one that it had last; nothing if none is
  /// idle.
  std::optional<PooledBot> take(int bot, int worker);
  /// Counts one more bot, and returns idle ones that must end to make room for it. If memory is short, more of them.
  std::vector<PooledBot> make_room();
  void give_back(PooledBot bot);
  /// Returns all that the worker had last. Those that it does not give back do not count any more.
  std::vector<PooledBot> take_all_of(int worker);
  /// One that was taken has ended.
  void forget();

 private:
  using Idle = std::vector<PooledBot>;
  PooledBot remove(Idle& idle, Idle::iterator one);
  void look_at_memory();

  const ProcessBounds processes_;
  std::mutex mutex_;
  int bots_ = 0;           ///< at tables, too
  bool is_short_ = false;  ///< of memory, at the last look
  int made_since_look_ = 0;
  std::uint64_t uses_ = 0;
  std::map<int, Idle> idle_;  ///< by bot; those that were given back last stand last
};

/// The bots of one worker: taken from the idle ones or started for each game, and given back after it. Used by the
/// worker's thread only.
class BotPool {
 public:
  BotPool(boost::asio::io_context& context, const Manifest& manifest, BotStart start, int worker, IdleBots& idle);

  /// Returns a seat for the bot at the next table, with its process running. If the bot cannot be started, or has been
  /// started too often by its own doing, the seat is not alive, and `fault` says why.
  boost::asio::awaitable<BotSeat*> take(int bot, FaultEvent& fault);
  /// The process of the n-th bot that was taken for the table.
  const BotProcessId& process_of(std::size_t taken) const { return table_.at(taken).process; }
  /// The run's receipt, see receipt_of().
  const std::string& receipt() const { return receipt_; }
  /// Processes that it has started.
  int starts() const { return starts_; }
  /// The game is over and recorded: others may take the bots.
  void give_back();
  /// Says goodbye to all that are this worker's and idle.
  boost::asio::awaitable<void> dismiss();
  /// Ends these and those at the table without goodbye.
  void end();

 private:
  boost::asio::awaitable<void> dismiss_all(std::vector<PooledBot> bots);
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
