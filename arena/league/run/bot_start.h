#pragma once

#include <compare>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "arena/bots/sandbox/sandbox.h"
#include "arena/league/run/machine.h"
#include "arena/records/manifest.h"

namespace boost::asio {
class io_context;
}

namespace arena {

class BotChannel;

/// Identifies a process of a bot. A process lives for an epoch at most, so that none ever meets a deal twice. A bot that
/// sits several times at a table, or at several tables, has a process for each seat.
struct BotProcessId {
  int bot = 0;     ///< index in the manifest
  int worker = 0;  ///< that started it, from 0
  int start = 0;   ///< of the processes that this worker has started, from 1; 0: of the bot's rehearsal
  auto operator<=>(const BotProcessId&) const = default;
};

/// Starts a process for a worker on its thread and context, which outlasts the channel. Throws std::system_error.
using ChannelSource = std::function<std::unique_ptr<BotChannel>(boost::asio::io_context&, const BotProcessId&)>;

/// Processes: `commands` by bot of the manifest, which may change between epochs. What is sent is kept in `wire_folder`,
/// both ways, unless it is empty.
ChannelSource process_channels(Sandbox sandbox, const std::vector<BotCommand>& commands, const Manifest& manifest,
                               std::filesystem::path wire_folder = {});

/// How bots are started in a run.
struct BotStart {
  ChannelSource open;
  std::function<void()> renew;  ///< called between epochs, when no process is left: new copies of the bots' files
  bool strict = false;          ///< the first fault stops everything, see FirstFault
  ProcessBounds processes = {};
};

}  // namespace arena
