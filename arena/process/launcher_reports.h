#pragma once

#include <memory>
#include <string_view>

#include "arena/process/live_process.h"
#include "arena/process/process_end.h"
#include "arena/sandbox/cgroup.h"
#include "arena/text/line_cutter.h"

namespace arena {

/// What a launcher says of its bot over the control socket: that it runs, and how it ended.
class LauncherReports {
 public:
  explicit LauncherReports(std::unique_ptr<Cgroup> bots_group) : group(std::move(bots_group)) {}

  /// Takes what is there, without waiting. False when nothing more will come.
  bool read(int control);
  /// Nothing came that says how the bot ended.
  void close();

  ProcessEnd end;
  LiveProcess bot;                ///< from the first report on
  std::unique_ptr<Cgroup> group;  ///< the bot's own; null: it has none, or no more

 private:
  void take_line(std::string_view line);
  void settle(ProcessEnd::Kind kind, std::string_view figures);
  void judge_memory();

  LineCutter lines_{128};
};

}  // namespace arena
