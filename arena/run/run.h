#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <stdexcept>

#include "arena/chance/run_key.h"
#include "arena/league/manifest.h"
#include "arena/run/bot_pool.h"
#include "arena/run/run_records.h"

namespace arena {

/// The box or the launcher failed: no bot's fault, and no way to go on.
class MachineFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a run tells while it goes.
struct RunEvents {
  std::function<void(const BotEntry&, const FaultEvent&)> bot_failed_to_start;
  std::function<void(const GameRecord&, int done)> game_over;
};

struct RunPlan {
  const Manifest* manifest = nullptr;
  const hearts::GameRules* rules = nullptr;
  RunKey key;
  BotStart start;
  /// Play on although a bot cannot be started; it forfeits its games.
  bool keep_going = false;
};

/// Tries every bot once, then plays the games that the records lack. False when a bot could not be started and the
/// run therefore was not. A game that is interrupted leaves no trace.
boost::asio::awaitable<bool> play_run(boost::asio::io_context& context, const RunPlan& plan, RunRecords& records,
                                      const RunEvents& events);

}  // namespace arena
