#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "arena/process/live_process.h"
#include "arena/process/process_meters.h"
#include "arena/sandbox/cgroup.h"
#include "arena/text/line_cutter.h"

namespace arena {

/// What the launcher says of the bot over the control socket: that it runs, and how it ended.
struct LauncherReports {
  /// Takes what is there, without waiting. False when nothing more will come.
  bool read(int control);
  void take_line(std::string_view line);
  /// The kernel's word that memory ran out is the true cause, whichever of the group's processes it killed.
  void settle(ProcessEnd::Kind kind, std::string_view figures = {});
  /// Without a group of its own nothing tells for whose memory the kernel killed it; the end stays the bot's then.
  bool is_from_outside() const;

  std::unique_ptr<Cgroup> group;           ///< the bot's own; null: it has none, or no more
  std::optional<long long> killed_before;  ///< of the machine's processes for memory, before this one began
  bool may_kill_itself = true;
  bool ended_by_arena = false;
  ProcessEnd end{};
  LiveProcess bot{};  ///< from the first report on
  LineCutter lines{128};
};

}  // namespace arena
