#pragma once

#include <chrono>
#include <compare>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/league/run/game_queue.h"
#include "arena/league/run/machine.h"
#include "arena/league/run/run_costs.h"
#include "arena/records/game_record.h"
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

/// What happens while games are played. The workers call these one at a time, from their own threads, so a callback must
/// not wait for the run to end. Callbacks that may be empty say so.
struct RunEvents {
  std::function<void(const BotEntry&, const FaultEvent&)> bot_failed_to_start;
  /// A game is recorded. `counted`: games so far that are not of void blocks.
  std::function<void(const GameRecord&, int counted)> game_over;
  /// A fault of the machine or the arena ended a game, so its whole block is played again under another number.
  std::function<void(const VoidBlock&)> block_void;
  std::function<void(const std::string&)> warning;
  /// Called at the end of the run, however it ended; may be empty.
  std::function<void(const RunCosts&)> over{};
  /// A bot is at fault in the second game of its rehearsal; the run goes on. If this is empty, no bot is rehearsed.
  std::function<void(const BotEntry&, const FaultEvent&)> rehearsal_failed{};
};

/// How the games of a manifest are played.
struct RunSettings {
  const Manifest* manifest = nullptr;
  RunKey key;  ///< that deals and bots' seeds are made from
  BotStart start;
  std::function<bool(const QueuedGame&)> wanted;  ///< the games to play; empty: all
  std::function<bool(int block)> is_decided{};    ///< see GameQueue
  Shard shard{};                                  ///< see GameQueue
  int workers = 1;                                ///< games at the same time, each on a thread of its own
  bool pinned = true;                             ///< bind each worker and its bots to one processor
  bool keep_going = false;                        ///< play although a bot cannot be started; it forfeits its games
  std::optional<std::chrono::steady_clock::time_point> stop_at{};  ///< stop at this time, as by a signal
  std::stop_token stop{};  ///< stop as by a signal when somebody asks for it, from any thread
  /// How long a worker waits for a stop signal when a bot or its sandbox has ended by one. Slurm and systemd signal all
  /// processes of a job, and the worker may notice the bot's end first. No bot is blamed before this time has passed.
  std::chrono::milliseconds stop_grace{100};
};

/// How the playing of a run's games ended. The last two only a session reports; play_run() throws what is behind them.
enum class RunEnd {
  finished,     ///< all games are recorded
  stopped,      ///< by a signal, or because somebody asked for it
  out_of_time,  ///< RunSettings::stop_at has come
  bots_failed,  ///< a bot could not be started, and nothing was played
  first_fault,  ///< BotStart::strict, and a bot was at fault
  broken_off,   ///< by an exception
};

}  // namespace arena
