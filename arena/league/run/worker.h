#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <mutex>
#include <set>
#include <span>

#include "arena/game/table/fault.h"
#include "arena/league/run/bot_pool.h"
#include "arena/league/run/game_queue.h"
#include "arena/league/run/run_costs.h"
#include "arena/league/run/run_records.h"
#include "arena/league/run/run_settings.h"
#include "arena/records/manifest.h"

namespace arena {

/// What all workers of a run share.
struct CrewState {
  const RunSettings& settings;
  RunRecords& records;
  GameQueue& queue;
  const RunEvents& events;
  IdleBots idle;
  bool has_games;             ///< the queue is at the first epoch that has a game
  std::set<int> to_rehearse;  ///< indices of the bots to rehearse
  std::mutex events_mutex{};  ///< held during a call of an event
  std::mutex choice_mutex{};  ///< held while a worker takes a game and the idle ones of its bots
};

/// Plays one game after another on its own thread and io_context. It takes its bots from those of all workers. Whatever
/// goes wrong with a bot is in the game's result; an exception means a fault of the machine or of the arena.
class Worker {
 public:
  Worker(int number, CrewState& shared);

  /// Starts this worker's share of the bots, which is every bot with the worker's number as its index modulo the number
  /// of workers, and rehearses those that need it. Returns false if a bot could not be started. The same thread must
  /// call this and then play(), and live as long as the worker. Both functions throw what goes wrong.
  bool try_bots();
  /// Plays until the epoch has no game left or stop() was called. When it returns, no bot of this worker is left.
  void play();
  /// Returns what this worker has cost so far.
  RunCosts costs() const;
  /// Ends the bots that are left. The same thread must call this. Afterwards nothing is left to do on the context.
  void end_bots();
  /// Drops the game in progress. Any thread may call.
  void stop();

 private:
  void run(boost::asio::awaitable<void> what);
  boost::asio::awaitable<void> try_each(bool& all);
  boost::asio::awaitable<void> rehearse_bot(int bot);
  boost::asio::awaitable<void> play_games();
  std::optional<QueuedGame> take_game();
  boost::asio::awaitable<void> play_one(const QueuedGame& queued);
  boost::asio::awaitable<bool> is_due_to_stop(std::span<const FaultEvent> faults);

  int number_;
  CrewState& shared_;
  const Manifest& manifest_;
  boost::asio::io_context context_{1};  // one thread runs it; another may post
  boost::asio::cancellation_signal cancel_;
  std::atomic<bool> stopping_ = false;
  BotPool pool_;
  int rehearsals_ = 0;
  Stopwatch watch_;
  RunCosts costs_;
};

}  // namespace arena
