#pragma once

#include <chrono>
#include <compare>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/bots/process/steady_time.h"
#include "arena/league/run/game_queue.h"
#include "arena/league/run/machine.h"
#include "arena/league/run/run_costs.h"
#include "arena/league/run/run_records.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"

namespace boost::asio {
class io_context;
}

namespace arena {

class BotChannel;

/// A process of a bot. It lives for an epoch at most, so that none ever meets a deal twice; a bot that sits several times
/// at a table, or at several tables, has as many.
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

/// The sandbox or the launcher failed again and again: no bot's fault, and no way to go on.
class MachineFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a run tells while it goes, one call at a time, from any of its threads.
struct RunEvents {
  std::function<void(const BotEntry&, const FaultEvent&)> bot_failed_to_start;
  std::function<void(const GameRecord&, int counted)> game_over;
  std::function<void(const VoidBlock&)> block_void;
  std::function<void(const std::string&)> warning;
  std::function<void(const RunCosts&)> over{};  ///< at the end, whatever it was; may be empty
  /// A bot is at fault in the second game of its rehearsal, which stops nothing. Empty: none is rehearsed.
  std::function<void(const BotEntry&, const FaultEvent&)> rehearsal_failed{};
};

struct RunPlan {
  const Manifest* manifest = nullptr;
  RunKey key;
  BotStart start;
  std::function<bool(const QueuedGame&)> wanted;  ///< the games to play; empty: all
  std::function<bool(int block)> is_decided{};    ///< see GameQueue
  Shard shard{};                                  ///< likewise
  int workers = 1;                                ///< games at once, each on a thread of its own
  bool pinned = true;                             ///< workers and their bots are bound to one processor each
  bool keep_going = false;                        ///< play on although a bot cannot be started; it forfeits its games
  std::optional<std::chrono::steady_clock::time_point> stop_at{};  ///< then it stops as by a signal
  /// How long a worker waits for a stop signal when a bot or its sandbox has ended by one. Slurm and systemd signal all
  /// processes of a job, and the worker may notice the bot's end first. No bot is blamed before this time has passed.
  std::chrono::milliseconds stop_grace{100};
};

enum class RunEnd {
  finished,
  stopped,      ///< by a signal
  out_of_time,  ///< it was to stop now
  bots_failed,  ///< one could not be started, and nothing was played
};

/// Tries every bot once, then plays the games that the records lack, epoch after epoch: at the end of each, all bots'
/// processes end. SIGINT, SIGTERM, SIGQUIT and SIGHUP drop the games under way, which leave no trace. A fault of the
/// machine makes a block void; after kVoidsMax of them MachineFault is thrown. Whatever a worker throws stops the others
/// and is thrown here: std::system_error for a full disk, FirstFault.
RunEnd play_run(const RunPlan& plan, RunRecords& records, const RunEvents& events);

}  // namespace arena
