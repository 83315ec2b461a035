#pragma once

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <tuple>

#include "arena/league/manifest.h"
#include "arena/table/bot_seat.h"

namespace arena {

/// How bots are started in a run.
struct BotStart {
  Box box;
  /// Where the bytes between arena and bots are kept; empty: nowhere.
  std::filesystem::path wire_folder;
  /// The first fault stops everything, see FirstFault.
  bool strict = false;
};

/// One instance of a bot. Each plays one game of every block and nothing else, so that no process ever meets a
/// deal twice; a bot that sits several times at a table has a copy for each seat.
struct Instance {
  int bot = 0;   ///< index in the manifest
  int game = 0;  ///< of a block
  int copy = 0;
  auto operator<=>(const Instance&) const = default;
};

/// The processes of one worker: started when first needed, kept from game to game, started again when they end.
class BotPool {
 public:
  BotPool(boost::asio::io_context& context, const Manifest& manifest, BotStart start)
      : context_(context), manifest_(manifest), start_(std::move(start)) {}

  /// The seat of an instance, its process running; or not alive, with the reason in `fault`.
  boost::asio::awaitable<BotSeat*> take(const Instance& instance, FaultEvent& fault);
  /// Says goodbye to all.
  boost::asio::awaitable<void> dismiss();

 private:
  boost::asio::io_context& context_;
  const Manifest& manifest_;
  BotStart start_;
  std::map<Instance, std::unique_ptr<BotSeat>> seats_;
};

}  // namespace arena
