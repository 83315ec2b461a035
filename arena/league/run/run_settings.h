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

/// Identifies a process of a bot. A process lives for at most one epoch, so that it never meets a deal twice (see
/// GameQueue). A bot that sits several times at a table, or at several tables, has a process for each seat.
struct BotProcessId {
  int bot = 0;     ///< index in the manifest
  int worker = 0;  ///< the worker that started it, from 0
  /// Which of the processes that this worker has started, from 1; 0 in the bot's rehearsal.
  int start = 0;
  auto operator<=>(const BotProcessId&) const = default;
};

/// Starts a process for a worker, on the worker's thread and context. The context outlasts the channel. Throws
/// std::system_error.
using ChannelSource = std::function<std::unique_ptr<BotChannel>(boost::asio::io_context&, const BotProcessId&)>;

/// Returns a source that starts bots as processes in the sandbox. `commands` has the command of each bot of the
/// manifest; it must outlast the source, and may change between epochs. If `wire_folder` is not empty, everything that
/// is sent in either direction is also written to files there. If `log_folder` is not empty, what each bot leaves is
/// kept in a folder there that has its name, see BotLog. Throws as make_folder() does if that folder cannot be made.
ChannelSource process_channels(Sandbox sandbox, const std::vector<BotCommand>& commands, const Manifest& manifest,
                               std::filesystem::path wire_folder = {}, const std::filesystem::path& log_folder = {});

/// How bots are started in a run.
struct BotStart {
  ChannelSource open;
  /// Called between epochs, when no process is left: makes new copies of the bots' files.
  std::function<void()> renew;
  bool strict = false;  ///< the first fault stops the run, see FirstFault
  ProcessBounds processes = {};
  /// Called before each epoch, also the first, when no process is left and after `renew`. May be empty.
  std::function<void()> before_epoch{};
  /// Starts the processes, and knows their processor time. Null if the bots are no processes.
  const ForkServer* server = nullptr;
};

/// What happens while games are played. Workers call these functions one at a time, from their own threads, so a
/// function must not wait for the run to end. Functions that may be empty say so.
struct RunEvents {
  std::function<void(const BotEntry&, const FaultEvent&)> bot_failed_to_start;
  /// A game was recorded. `counted` is the number of games so far that are not of void blocks.
  std::function<void(const GameRecord&, int counted)> game_over;
  /// A fault of the machine or the arena ended a game. Its whole block is played again under another number.
  std::function<void(const VoidBlock&)> block_void;
  std::function<void(const std::string&)> warning;
  /// Called at the end of the run, however it ended. May be empty.
  std::function<void(const RunCosts&)> over{};
  /// A bot was at fault in the second game of its rehearsal. The run continues. If this is empty, no bot is rehearsed.
  std::function<void(const BotEntry&, const FaultEvent&)> rehearsal_failed{};
};

/// How the games of a manifest are played.
struct RunSettings {
  const Manifest* manifest = nullptr;
  RunKey key;  ///< decides the deals and the bots' seeds
  BotStart start;
  std::function<bool(const QueuedGame&)> wanted;  ///< the games to play; if empty, all
  std::function<bool(int block)> is_decided{};    ///< see GameQueue
  Shard shard{};                                  ///< see GameQueue
  int workers = 1;                                ///< games at the same time, each on its own thread
  bool pinned = true;                             ///< bind each worker and its bots to one processor
  bool keep_going = false;                        ///< play even if a bot cannot be started; it forfeits its games
  std::optional<std::chrono::steady_clock::time_point> stop_at{};  ///< stop at this time, as on a signal
  std::stop_token stop{};  ///< stops the run as a signal does; any thread may ask for it
  /// How long a worker waits for a stop signal when a signal has ended a bot or its sandbox. Slurm and systemd send
  /// signals to all processes of a job, and the worker may notice the bot's end first. No bot is blamed before this
  /// time has passed.
  std::chrono::milliseconds stop_grace{100};
};

/// How the playing of a run's games ended. Only a session reports the last two; play_run() throws an exception instead.
enum class RunEnd {
  finished,     ///< all games are recorded
  stopped,      ///< a signal came, or somebody asked for it
  out_of_time,  ///< RunSettings::stop_at has come
  bots_failed,  ///< a bot could not be started, and nothing was played
  first_fault,  ///< BotStart::strict, and a bot was at fault
  broken_off,   ///< an exception was thrown
};

}  // namespace arena
