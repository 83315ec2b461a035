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
#include "arena/league/run/bot_start.h"
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

/// The bots that sit at no table, of all workers: any of them may take any. Whichever was given back first makes room
/// where there are too many. From any thread.
class IdleBots {
 public:
  IdleBots(ProcessBounds processes, int workers) : processes_(std::move(processes)), is_shared_(workers > 1) {}

  /// There are other workers to take them.
  bool is_shared() const { return is_shared_; }

  /// A bot of that index for a worker: one of its own with a process, else any with a process, else any; nothing where
  /// there is none.
  std::optional<PooledBot> take(int bot, int worker);
  /// One more is to be made: those that must go for it, as far as they sit at no table. Where memory is short there are
  /// fewer then.
  std::vector<PooledBot> make_room();
  void give_back(PooledBot bot);
  /// All that the worker had last. Those that it does not give back again are no more.
  std::vector<PooledBot> take_all_of(int worker);
  /// One that was taken is no more.
  void forget();

 private:
  using Idle = std::vector<PooledBot>;
  PooledBot remove(Idle& idle, Idle::iterator one);
  void look_at_memory();

  const ProcessBounds processes_;
  const bool is_shared_;
  std::mutex mutex_;
  int bots_ = 0;           ///< at tables, too
  bool is_short_ = false;  ///< of memory, at the last look
  int made_since_look_ = 0;
  std::uint64_t uses_ = 0;
  std::map<int, Idle> idle_;  ///< by bot; those that were given back last stand last
};

/// The bots of one worker: taken from those that are idle or started, and given back after each game.
class BotPool {
 public:
  BotPool(boost::asio::io_context& context, const Manifest& manifest, BotStart start, int worker, IdleBots& idle);

  /// A seat for the bot at the table that is made up, its process running; or not alive, with the reason in `fault`: it
  /// cannot be started, or was too often by its own doing.
  boost::asio::awaitable<BotSeat*> take(int bot, FaultEvent& fault);
  /// The process of the n-th bot that was taken for the table.
  const BotProcessId& process_of(std::size_t taken) const { return table_.at(taken).process; }
  /// Of the run: see receipt_of().
  const std::string& receipt() const { return receipt_; }
  /// Processes that it has started.
  int starts() const { return starts_; }
  /// The game is over and recorded: others may take the bots.
  void give_back();
  /// Says goodbye to all that are this worker's and idle.
  boost::asio::awaitable<void> dismiss();
  /// Ends these and those at the table at once.
  void end();

 private:
  boost::asio::awaitable<void> make_room();
  boost::asio::awaitable<void> dismiss_all(std::vector<PooledBot>& bots);
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
