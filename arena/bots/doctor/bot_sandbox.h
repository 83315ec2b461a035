#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/fork_server.h"
#include "arena/bots/sandbox/reaper.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

/// The isolation that a user asks for, by the names of the levels.
struct IsolationChoice {
  std::string asked = "auto";     ///< a level, or auto: the strongest that this machine has
  std::string required = "none";  ///< the weakest level to play at
  std::string user_ids;           ///< a range of user ids for bots, see parse_user_ids(); if empty, one is chosen
};

/// Returns the range that a text such as "1900000000-1900065535" means. Throws InputError if it means none, or one that
/// is too small for the bots of a table.
UserIdRange parse_user_ids(std::string_view text);

/// Something that the user should know about the sandbox.
struct SandboxRemark {
  bool is_warning = false;
  std::string text;
};
using ReportRemark = std::function<void(const SandboxRemark&)>;

/// Returns a sentence for each limit that keeps this process from starting these bots with all that they may use.
std::vector<std::string> limits_too_low(std::span<const BotEntry> bots, Isolation isolation);
/// Throws MachineFault with these sentences, if there are any.
void require_limits(std::span<const BotEntry> bots, Isolation isolation);

/// What bots are started with: a folder for their copies, and a sandbox that the canary has tested. This object owns
/// both and removes them when it is destroyed. If this process is killed, the reaper removes them.
class BotSandbox {
 public:
  /// Uses the level asked for, or the strongest that this machine has. The constructor forks, so call it before the
  /// process starts threads. Throws InputError if the machine lacks the level, the level is weaker than required, or
  /// the user ids cannot be used. Throws MachineFault if no bot can be started at all, or if a limit of this process is
  /// too low for what one of `bots` may use.
  BotSandbox(const IsolationChoice& choice, const ReportRemark& report, std::span<const BotEntry> bots = {});

  const Staging& staging() const { return staging_; }
  const Sandbox& sandbox() const { return sandbox_; }

 private:
  Reaper reaper_;
  Staging staging_;
  std::unique_ptr<CgroupParent> cgroups_;
  std::unique_ptr<UserIds> users_;
  std::unique_ptr<ForkServer> server_;
  Sandbox sandbox_;
};

}  // namespace arena
