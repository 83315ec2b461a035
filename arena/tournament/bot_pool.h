#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "arena/records/manifest.h"
#include "arena/table/bot_seat.h"
#include "arena/tournament/run.h"

namespace arena {

/// The processes of one worker: started when first needed, kept from game to game, started again when they end. When
/// there are too many, those that have waited longest are sent away.
class BotPool {
 public:
  BotPool(boost::asio::io_context& context, const Manifest& manifest, BotStart start, int worker, int workers);

  /// What is taken from now on sits at one table: none of it is sent away before the next call.
  void begin_game() { ++games_; }
  /// Stops all processes until they sit at a table again: what waits must not take time from those that play.
  void rest();
  /// The seat of an instance, its process running; or not alive, with the reason in `fault`: it cannot be started, or
  /// was too often by its own doing.
  boost::asio::awaitable<BotSeat*> take(const Instance& instance, FaultEvent& fault);
  /// The number of the instance's process, which was taken since begin_game(): of those that this pool started, from 1.
  int start_of(const Instance& instance) const { return places_.at(instance).start; }
  /// Says goodbye to all.
  boost::asio::awaitable<void> dismiss();
  /// Ends all at once.
  void end() { places_.clear(); }

 private:
  struct Place {
    std::unique_ptr<BotSeat> seat;
    std::uint64_t used = 0;  // in which game
    int start = 0;           // number of its process
  };
  boost::asio::awaitable<void> make_room();
  std::unique_ptr<BotChannel> start(const Instance& instance);

  boost::asio::io_context& context_;
  const Manifest& manifest_;
  const std::string receipt_;
  BotStart start_;
  int worker_;
  std::size_t processes_max_;
  std::uint64_t games_ = 0;
  int starts_ = 0;
  std::map<Instance, Place> places_;
};

}  // namespace arena
