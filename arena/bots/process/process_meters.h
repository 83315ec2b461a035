#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/bots/process/steady_time.h"
#include "arena/bots/sandbox/resources.h"

namespace arena {

/// The exit status of a bot's process, as its launcher reports it, or that it still runs.
struct ProcessEnd {
  enum class Kind {
    running,
    exited,          ///< number: exit code
    signaled,        ///< number: signal
    not_started,     ///< number: errno of the exec
    out_of_memory,   ///< killed because it exceeded its memory limit
    sandbox_failed,  ///< the sandbox or the launcher ended without a report: not the bot's fault
    machine_full,    ///< killed because the machine had run out of memory: not the bot's fault
    killed,          ///< killed by neither the arena nor itself: not the bot's fault
  };
  /// Whether the machine or the arena is to blame for the end, and not the bot.
  bool is_machine_fault() const {
    return kind == Kind::sandbox_failed || kind == Kind::machine_full || kind == Kind::killed;
  }
  /// Whether SIGKILL ended it, whoever sent that.
  bool by_sigkill() const {
    return kind == Kind::out_of_memory || kind == Kind::machine_full || kind == Kind::killed ||
           (kind == Kind::signaled && number == SIGKILL);
  }
  Kind kind = Kind::running;
  int number = 0;
  std::chrono::microseconds cpu{};  ///< processor time of the bot, known once it has ended
  long peak_kb = 0;                 ///< most memory it ever had, in KiB; 0 if unknown
  int left = 0;  ///< how many of its processes still ran after it had ended on its own, and were killed; after stop()
};

/// A piece of a bot's stderr, and the question after which it came.
struct StderrChunk {
  int question = 0;
  std::string text;
};

/// What a process waits for, as a look at its threads shows.
enum class WaitsFor {
  unknown,    ///< unknown, or something that may come on its own: a time, a disk, another process
  processor,  ///< a processor: one of its threads runs or is ready to
  input,      ///< only its input: one thread reads that, the others wait for each other
  itself,     ///< nothing that can come: all its threads wait for locks or for each other, without a time-out
};

/// Measures a bot's process while it runs. The figures are of the bot as a whole if the kernel can tell; otherwise each
/// function says what its figure is of. No figure ever decreases. This base class measures nothing: it is for players
/// without a process.
class ProcessMeters {
 public:
  virtual ~ProcessMeters() = default;

  /// Returns what the process may use.
  virtual const Resources& resources() const {
    static const Resources defaults;
    return defaults;
  }
  /// Returns the processor time of its threads so far; after its end, what was read last. 0 if unknown.
  virtual std::chrono::nanoseconds cpu_time() { return {}; }
  /// Returns how long its first thread has been ready to run while no processor was free. 0 if unknown.
  virtual std::chrono::nanoseconds run_delay() { return {}; }
  /// Returns the same for all its threads (LiveProcess::threads_delay()). Adds that of the launcher's first thread if
  /// the launcher freezes and thaws the bot. Looks at each thread.
  virtual std::chrono::nanoseconds threads_delay() { return run_delay(); }
  /// Whether one of its threads runs or is ready to, or would be if its launcher had got a processor to continue it.
  /// The delays above count a wait for a processor only once it is over.
  virtual bool wants_processor() { return false; }
  /// Returns what it waits for; unknown while it has child processes. Costs system calls for each thread.
  virtual WaitsFor waits_for() { return WaitsFor::unknown; }
  /// Returns roughly how many bytes it has read, written and got as memory. 0 if unknown, as while it has child
  /// processes.
  virtual std::uint64_t progress() { return 0; }
  /// Whether a signal such as SIGSTOP has stopped it, rather than the arena. Costs system calls.
  virtual bool stopped() { return false; }
  /// Whether cpu_time() counts all that the bot may run: it may have only one process, or its group is known.
  virtual bool counts_all() { return resources().processes == 1; }
  /// Returns the most memory it ever had, in KiB. 0 if unknown.
  virtual long peak_kb() { return 0; }
  /// Returns the end of the game's stderr, at most Resources::stderr_kb of it, by question.
  virtual std::vector<StderrChunk> stderr_tail() const { return {}; }
  /// Returns how many bytes of stderr have been read since the process started.
  virtual std::uint64_t stderr_bytes() const { return 0; }
};

/// The clock by which the arena waits for bots. It also measures for how long the arena itself could not run. The base
/// class is the plain steady clock of an arena that always can.
class WaitClock {
 public:
  virtual ~WaitClock() = default;

  virtual TimePoint now() const { return std::chrono::steady_clock::now(); }
  /// Returns when the arena was last continued after a stop.
  virtual TimePoint continued_at() const { return {}; }
  /// Returns how long the arena's thread has lacked a processor so far.
  virtual Duration starved() const { return {}; }
};

}  // namespace arena
