#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <mutex>

#include "arena/table/table.h"
#include "arena/tournament/bot_pool.h"
#include "arena/tournament/game_queue.h"
#include "arena/tournament/run.h"

namespace arena {

/// What the workers of a run share.
struct SharedRun {
  const RunPlan& plan;
  RunRecords& records;
  GameQueue& queue;
  const RunEvents& events;
  std::mutex events_mutex;  ///< held during a call of an event
};

/// Plays one game after another on its own thread, with its own bots.
class Worker {
 public:
  Worker(int number, SharedRun& shared);

  /// Starts every bot whose index is this worker's number, modulo the workers. False when one could not be started.
  /// One thread, which lasts as long as the worker, calls this, then play(). Both throw what goes wrong.
  bool try_bots();
  /// Plays until the queue is empty or stop() was called.
  void play();
  /// Ends the bots that are left, on that same thread.
  void end_bots() { pool_.end(); }
  /// Drops the game under way. From any thread.
  void stop();

 private:
  void run(boost::asio::awaitable<void> what);
  boost::asio::awaitable<void> try_each(bool& all);
  boost::asio::awaitable<void> play_games();
  boost::asio::awaitable<void> play_one(const QueuedGame& queued);

  int number_;
  SharedRun& shared_;
  const Manifest& manifest_;
  boost::asio::io_context context_;
  boost::asio::cancellation_signal cancel_;
  std::atomic<bool> stopping_ = false;
  BotPool pool_;
};

}  // namespace arena
