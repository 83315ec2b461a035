#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arena/app/terminal/command_line.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/reaper.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena::cli {

/// The isolation that a user asks for, in words.
struct IsolationOptions {
  std::string asked = "auto";
  std::string required = "none";
};

/// --isolation and --require-isolation.
void add_isolation_options(Command& command, IsolationOptions& options);

/// What keeps this process from starting these bots with all that they may use, a sentence each.
std::vector<std::string> limits_too_low(std::span<const BotEntry> bots, Isolation isolation);
/// Throws MachineFault with them.
void require_limits(std::span<const BotEntry> bots, Isolation isolation);

/// Where a command starts its bots: a folder for their copies, and a sandbox; removed with it, or by the reaper.
class BotSandbox {
 public:
  /// Takes the level asked for, or the strongest that can be had, tries it, and says on the log what it is. To be made
  /// before any thread is. Throws InputError when the level is not to be had, or less than is required, MachineFault
  /// when no bot can be started at all, or not with what one of these may use: this process's own limits are too low.
  BotSandbox(const IsolationOptions& options, spdlog::logger& log, std::span<const BotEntry> bots = {});

  const Staging& staging() const { return staging_; }
  const Sandbox& sandbox() const { return sandbox_; }

 private:
  Reaper reaper_;
  Staging staging_;
  std::unique_ptr<CgroupParent> cgroups_;
  Sandbox sandbox_;
};

}  // namespace arena::cli
