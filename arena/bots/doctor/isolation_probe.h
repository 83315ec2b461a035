#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arena/bots/doctor/acts.h"
#include "arena/bots/doctor/canary/decoys.h"
#include "arena/bots/process/incoming.h"
#include "arena/bots/process/process_meters.h"
#include "arena/bots/sandbox/fork_server.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

class Reaper;

/// A forbidden act that the canary tried, and the result.
struct TriedAct {
  const Act* act = nullptr;
  bool allowed = false;
  std::string why;  ///< why it was denied: the name of an errno, or a word
};

/// One level of isolation that was tried.
struct LevelProbe {
  Isolation isolation = Isolation::none;
  std::vector<TriedAct> acts;  ///< in the order of acts(); not all if the canary ended early
  std::string failure;         ///< why this level does not work, in words; empty if it works
};

/// Which levels work on this machine.
struct IsolationProbe {
  LevelProbe best;                 ///< Isolation::none if no other works
  std::vector<LevelProbe> missed;  ///< the stronger levels that were tried and do not work, strongest first
};

/// Starts the canary at this isolation, as a bot would be started. The canary tries every act and reports what
/// happened. At Isolation::full a second canary must be killed at its memory limit. This takes a tenth of a second; it
/// waits at most thirty seconds for each canary. If this process is killed meanwhile, `reaper` removes what the probe
/// has made. Throws std::system_error if the canary's scene cannot be made, and std::runtime_error if there is no
/// canary.
LevelProbe probe_level(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper = nullptr);

/// Tries the levels from `strongest` downwards until one works. Throws as probe_level() does.
IsolationProbe probe_isolation(const SandboxPrograms& programs, Isolation strongest = Isolation::full,
                               const Reaper* reaper = nullptr);

/// Measures that many starts, and returns the median time from a bot's start to its first line. Throws
/// std::runtime_error if a bot does not start.
std::chrono::microseconds start_cost(const SandboxPrograms& programs, Isolation isolation, int starts,
                                     const Reaper* reaper = nullptr);

/// Returns a level that was tried and does not work. Returns null if the level was not tried or is the best.
const LevelProbe* find_missed(const IsolationProbe& probe, Isolation isolation);

/// Returns the acts that were allowed although this level must deny them.
std::vector<const Act*> holes(const LevelProbe& probe);

/// What the canary runs among: a folder of its own with the program in it, and around it decoys that it must not reach.
/// All of it is in a staging folder, which this object owns and removes.
class CanaryScene {
 public:
  /// `canary` is the program, `resources` what it may use. If this process is killed, `reaper` removes everything.
  /// Throws std::system_error that names what could not be made, and std::runtime_error if no temporary folder will do.
  CanaryScene(const std::filesystem::path& canary, const Resources& resources, const Reaper* reaper = nullptr);

  const Decoys& decoys() const { return decoys_; }
  /// Returns the command that starts the canary as a bot, with these arguments.
  BotCommand canary(std::vector<std::string> arguments) const;

 private:
  Staging staging_;
  std::filesystem::path folder_;
  Decoys decoys_;
  std::vector<OwnedFd> listening_;
};

/// What a process wrote in its sandbox, and how it ended.
struct ProbeOutput {
  std::vector<std::string> lines;
  ProcessEnd end;
  std::string err;  ///< what it wrote to stderr
  TimePoint first_line;
  bool in_time = true;  ///< false if the deadline passed first
};

/// Describes how the process ended, as a sentence without its full stop: "it exited with code 3".
std::string describe_end(const ProbeOutput& output);

/// Returns the beginning of what it wrote to stderr, without newlines at the end.
std::string stderr_start(const ProbeOutput& output);

/// The default time to wait for each process that is probed.
inline constexpr auto kProbePatience = std::chrono::seconds(30);
inline TimePoint patience_from_now() { return std::chrono::steady_clock::now() + kProbePatience; }

/// Starts a process in the sandbox, reads at most `lines_max` lines from it until the deadline, and ends it.
ProbeOutput run_and_read(const Sandbox& sandbox, const BotCommand& command, std::size_t lines_max,
                         TimePoint deadline = patience_from_now());

/// A sandbox for programs that are started as bots are, one after the other, but play no game.
class ProbeSandbox {
 public:
  /// If this process is killed, `reaper` removes the control group. Throws std::runtime_error if none can be made.
  ProbeSandbox(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper);

  /// See arena::run_and_read(). By default it reads as many lines as a canary writes.
  ProbeOutput run_and_read(const BotCommand& command, std::size_t lines_max = acts().size() + 1,
                           TimePoint deadline = patience_from_now()) const {
    return arena::run_and_read(sandbox_, command, lines_max, deadline);
  }

  const Sandbox& sandbox() const { return sandbox_; }

 private:
  std::unique_ptr<CgroupParent> cgroups_;
  std::unique_ptr<UserIds> users_;
  std::unique_ptr<ForkServer> server_;
  Sandbox sandbox_;
};

}  // namespace arena
