#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/bots/process/steady_time.h"
#include "arena/bots/sandbox/resources.h"

namespace arena {

/// How a bot's process has ended, as its launcher reports it; or that it still runs.
struct ProcessEnd {
  enum class Kind {
    running,
    exited,          ///< number: exit code
    signaled,        ///< number: signal
    not_started,     ///< number: errno of the exec
    out_of_memory,   ///< killed because it passed its memory limit
    sandbox_failed,  ///< the sandbox or the launcher went away without a report: not the bot's fault
    machine_full,    ///< killed because others, or all together, had used up the machine's memory: not its fault
    killed,          ///< killed by neither the arena nor itself: not its fault
  };
  bool is_machines() const {
    return kind == Kind::sandbox_failed || kind == Kind::machine_full || kind == Kind::killed;
  }
  /// It ended by SIGKILL, whoever sent that.
  bool by_sigkill() const {
    return kind == Kind::out_of_memory || kind == Kind::machine_full || kind == Kind::killed ||
           (kind == Kind::signaled && number == SIGKILL);
  }
  Kind kind = Kind::running;
  int number = 0;
  std::chrono::microseconds cpu{};  ///< processor time of the bot, known once it has ended
  long peak_kb = 0;                 ///< most memory it ever had, in KiB; 0: not known
  int left = 0;  ///< processes of its own that still ran when it had ended by itself, and were killed; after stop()
};

/// A piece of a bot's stderr and the question after which it came.
struct StderrChunk {
  int question = 0;
  std::string text;
};

/// What a process waits for, as one look at its threads shows it.
enum class WaitsFor {
  unknown,    ///< not known, or something that may come by itself: a time, a disk, another process
  processor,  ///< a thread runs or is ready to
  input,      ///< nothing but its input: a thread reads that, the others wait for each other
  itself,     ///< nothing that can come: all its threads wait for locks or for each other, without a time-out
};

/// What is measured of a bot's process while it lives. Figures are of the bot as a whole where the kernel can tell, and
/// say what they are of otherwise; none ever goes back. This one measures nothing: a player without a process has it.
class ProcessMeters {
 public:
  virtual ~ProcessMeters() = default;

  /// What the process may use.
  virtual const Resources& resources() const {
    static const Resources defaults;
    return defaults;
  }
  /// Processor time of its threads so far; after its end what was read last. 0: not known.
  virtual std::chrono::nanoseconds cpu_time() { return {}; }
  /// How long its first thread has been ready to run while no processor was free. 0: not known.
  virtual std::chrono::nanoseconds run_delay() { return {}; }
  /// How long all its threads have waited so (LiveProcess::threads_delay()), and its launcher's first thread, if that
  /// freezes and thaws the bot. Looks at each thread.
  virtual std::chrono::nanoseconds threads_delay() { return run_delay(); }
  /// A thread of it runs or is ready to, or would be if its launcher had had a processor to let it go on. A wait for a
  /// processor is in a delay only once it is over.
  virtual bool wants_processor() { return false; }
  /// What it waits for: unknown while it has child processes. Costs system calls for each thread.
  virtual WaitsFor waits_for() { return WaitsFor::unknown; }
  /// Bytes that it has read, written and got as memory, roughly. 0: not known, as while it has child processes.
  virtual std::uint64_t progress() { return 0; }
  /// A signal has stopped it (SIGSTOP and the like), and not the arena. Costs system calls.
  virtual bool stopped() { return false; }
  /// cpu_time() is of all that the bot may run: it may have one process, or its group is known.
  virtual bool counts_all() { return resources().processes == 1; }
  /// Most memory it ever had, in KiB. 0: not known.
  virtual long peak_kb() { return 0; }
  /// The end of the game's stderr, by question: Resources::stderr_kb of it.
  virtual std::vector<StderrChunk> stderr_tail() const { return {}; }
};

/// The time by which a bot is waited for, and how much of it the arena itself could not run. The base class is the plain
/// steady clock of an arena that always can.
class WaitClock {
 public:
  virtual ~WaitClock() = default;

  virtual TimePoint now() const { return std::chrono::steady_clock::now(); }
  /// When the arena was last continued after a stop.
  virtual TimePoint continued_at() const { return {}; }
  /// How long the arena's thread has lacked a processor so far.
  virtual Duration starved() const { return {}; }
};

}  // namespace arena
