#pragma once

#include <sys/socket.h>

#include <string_view>

#include "arena/process/live_process.h"
#include "arena/process/process_end.h"
#include "arena/sandbox/cgroup.h"
#include "arena/text/line_cutter.h"

namespace arena {

/// What a launcher says of its bot over the control socket: that it runs, and how it ended.
class LauncherReports {
 public:
  /// Takes what is there, without waiting. False when nothing more will come. `group`: the bot's own, or null.
  bool read(int control, const Cgroup* group);
  /// Nothing came that says how the bot ended.
  void close(const Cgroup* group);

  ProcessEnd end;
  LiveProcess bot;  ///< from the first report on

 private:
  void take_pidfd(const msghdr& message);
  void take_line(std::string_view line, const Cgroup* group);
  void settle(ProcessEnd::Kind kind, std::string_view figures, const Cgroup* group);
  void judge_memory(const Cgroup* group);

  LineCutter lines_{128};
};

}  // namespace arena
