#pragma once

#include <chrono>
#include <string>

namespace arena {

/// How a bot's process stands, as its launcher reports it.
struct ProcessEnd {
  enum class Kind {
    running,
    exited,          ///< number: exit code
    signaled,        ///< number: signal
    not_started,     ///< number: errno of the exec
    out_of_memory,   ///< killed because it passed its memory limit
    sandbox_failed,  ///< the sandbox or the launcher went away without a report: not the bot's fault
  };
  Kind kind = Kind::running;
  int number = 0;
  /// It is stopped (by SIGSTOP and the like).
  bool stopped = false;
  /// Processor time of the bot, known once it has ended.
  std::chrono::microseconds cpu{};
  /// Most memory it ever had, in KiB; 0: not known.
  long peak_kb = 0;
  /// Processes of its own that still ran when it had ended by itself, and were killed. Known after stop().
  int left = 0;
};

/// A piece of a bot's stderr and the question after which it came.
struct StderrChunk {
  int question = 0;
  std::string text;
};

}  // namespace arena
