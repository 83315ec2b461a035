#pragma once

namespace arena {

/// What one process of a bot may use. This is the one table of defaults; a league may change them and bound what
/// bot.json may ask for.
struct Resources {
  int memory_mb =
      1024;            ///< of all its processes and its /tmp together at Isolation::full; of each process's data below
  int processes = 1;   ///< at once, itself included. 1: threads, but no second process
  int threads = 64;    ///< at once, of all its processes together
  int tmp_mb = 64;     ///< in /tmp; there is no /tmp at Isolation::confined
  int files = 256;     ///< open descriptors of a process
  int stderr_kb = 64;  ///< kept of what it writes to stderr in a game
  int idle_cpu_ms = 5000;  ///< processor time in a game while it is not its turn; more is a fault. 0: not bounded

  bool operator==(const Resources&) const = default;
};

}  // namespace arena
