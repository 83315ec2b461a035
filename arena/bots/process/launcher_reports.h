#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "arena/base/text/line_cutter.h"
#include "arena/bots/process/live_process.h"
#include "arena/bots/process/process_meters.h"
#include "arena/bots/sandbox/cgroup.h"

namespace arena {

/// What the launcher says of the bot over the control socket: that it runs, and how it ended.
struct LauncherReports {
  /// Takes what is there, without waiting. False when nothing more will come.
  bool read(int control);
  void take_line(std::string_view line);
  /// The kernel's word that memory ran out is the true cause, whichever of the group's processes it killed.
  void settle(ProcessEnd::Kind kind, std::string_view figures = {});
  /// SIGKILL came from no bot and not from the arena: another hand's, or the kernel's for memory that the bot had not.
  bool is_from_outside() const;
  /// The kernel has killed no process of the machine for memory since this one began.
  bool killed_for_no_memory() const;

  std::unique_ptr<Cgroup> group;           ///< the bot's own; null: it has none, or no more
  std::optional<long long> killed_before;  ///< of the machine's processes for memory, before this one began
  bool may_kill_itself = true;
  long memory_kb = 0;  ///< that it may have
  bool ended_by_arena = false;
  ProcessEnd end{};
  LiveProcess bot{};  ///< from the first report on
  LineCutter lines{128};
};

}  // namespace arena
