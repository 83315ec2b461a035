#pragma once

#include <compare>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "arena/records/manifest.h"

namespace boost::asio {
class io_context;
}

namespace arena {

class BotChannel;

/// One instance of a bot. Each plays one game of every block and nothing else, so that no process ever meets a
/// deal twice; a bot that sits several times at a table has a copy for each seat.
struct Instance {
  int bot = 0;   ///< index in the manifest
  int game = 0;  ///< of a block
  int copy = 0;
  auto operator<=>(const Instance&) const = default;
};

/// Where the players of a run come from: starts an instance for a worker, on its thread and its context, which outlasts
/// the channel. Throws std::system_error when the machine cannot.
using ChannelSource = std::function<std::unique_ptr<BotChannel>(boost::asio::io_context&, const Instance&, int worker)>;

/// Processes: `commands` by bot of the manifest. The bytes between arena and bots are kept in `wire_folder`, unless it
/// is empty.
ChannelSource process_channels(Sandbox sandbox, std::vector<BotCommand> commands, const Manifest& manifest,
                               std::filesystem::path wire_folder = {});

/// How bots are started in a run.
struct BotStart {
  ChannelSource open;
  /// The first fault stops everything, see FirstFault.
  bool strict = false;
  /// Live processes, all workers together. A worker always has as many as one table needs.
  int processes_max = 256;
};

}  // namespace arena
