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
  bool has_games;             ///< the queue stands at the first epoch that has one
  std::set<int> to_rehearse;  ///< indices of bots
  std::mutex events_mutex{};  ///< held during a call of an event
};

/// Plays one game after another on its own thread and io_context, with bots that it takes from those of all workers.
/// Whatever goes wrong with a bot is in the game's result; what is thrown is a fault of the machine or the arena.
class Worker {
 public:
  Worker(int number, CrewState& shared);

  /// Starts every bot whose index is this worker's number, modulo the workers. False when one could not be started.
  /// One thread, which lasts as long as the worker, calls this, then play(). Both throw what goes wrong.
  bool try_bots();
  /// Plays until the epoch has no game left or stop() was called. No bot is left then.
  void play();
  RunCosts costs() const;
  /// Ends the bots that are left, on that same thread. Nothing is left to do on the context then.
  void end_bots();
  /// Drops the game under way. From any thread.
  void stop();

 private:
  void run(boost::asio::awaitable<void> what);
  boost::asio::awaitable<void> try_each(bool& all);
  boost::asio::awaitable<void> rehearse_bot(int bot);
  boost::asio::awaitable<void> play_games();
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
