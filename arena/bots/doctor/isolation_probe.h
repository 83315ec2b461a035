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
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

class Reaper;

/// What became of a forbidden act when the canary tried it.
struct TriedAct {
  const Act* act = nullptr;
  bool allowed = false;
  std::string why;  ///< of a denial: the name of an errno, or a word
};

/// One isolation, tried.
struct LevelProbe {
  Isolation isolation = Isolation::none;
  std::vector<TriedAct> acts;  ///< in the order of acts(); fewer when the canary did not come to its end
  std::string failure;         ///< why this isolation is not to be had, in words; empty: it is
};

/// What can be had on this machine.
struct IsolationProbe {
  LevelProbe best;                 ///< Isolation::none is always to be had
  std::vector<LevelProbe> missed;  ///< the stronger ones that were tried, strongest first
};

/// Starts the canary through the command line of this isolation, lets it try every act, and judges what it says. At
/// Isolation::full a second one must be killed at its memory limit. Takes a tenth of a second; each of the two is
/// waited for thirty seconds at most. `reaper`: removes what the probe has made when this process is killed meanwhile.
/// Throws std::system_error when the canary's scene cannot be made, std::runtime_error when there is no canary.
LevelProbe probe_level(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper = nullptr);

/// Tries from `strongest` downwards until one is to be had. Throws as probe_level does.
IsolationProbe probe_isolation(const SandboxPrograms& programs, Isolation strongest = Isolation::full,
                               const Reaper* reaper = nullptr);

/// The median time from a bot's start to its first line, of so many. Throws std::runtime_error when it does not start.
std::chrono::microseconds start_cost(const SandboxPrograms& programs, Isolation isolation, int starts,
                                     const Reaper* reaper = nullptr);

/// What became of a level that was tried and not had; null: it was not tried, or it is the best.
const LevelProbe* find_missed(const IsolationProbe& probe, Isolation isolation);

/// The acts that must be denied at the isolation tried, and were allowed.
std::vector<const Act*> holes(const LevelProbe& probe);

/// A small world for the canary: a folder of its own with the program in it, and around it what it must not get at. All
/// of it stands in a staging folder and goes with this object.
class CanaryScene {
 public:
  /// `canary`: the program. `resources`: what it may use. `reaper`: removes all of it when this process is killed.
  /// Throws std::system_error naming what could not be made, std::runtime_error when no temporary folder serves.
  CanaryScene(const std::filesystem::path& canary, const Resources& resources, const Reaper* reaper = nullptr);

  const Decoys& decoys() const { return decoys_; }
  /// The canary as a bot, with these arguments.
  BotCommand canary(std::vector<std::string> arguments) const;

 private:
  Staging staging_;
  std::filesystem::path folder_;
  Decoys decoys_;
  std::vector<OwnedFd> listening_;
};

/// What a process said in its sandbox, and how it ended.
struct Heard {
  std::vector<std::string> lines;
  ProcessEnd end;
  std::string err;  ///< of stderr
  TimePoint first_line;
  bool in_time = true;
};

/// How it ended, in words.
std::string end_in_words(const Heard& heard);

/// The beginning of its stderr, without the newlines at its end.
std::string last_words(const Heard& heard);

/// A sandbox for processes that are started one after the other, as bots are, and not played with.
class ProbeSandbox {
 public:
  /// How long each process is waited for by default.
  static constexpr auto kPatience = std::chrono::seconds(30);
  static TimePoint patience_from_now() { return std::chrono::steady_clock::now() + kPatience; }

  /// `reaper`: removes its control group when this process is killed. Throws std::runtime_error when none can be made.
  ProbeSandbox(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper);

  /// Starts a process, and hears so many lines of it, by default those of a canary, or all before the deadline. Then it is
  /// ended.
  Heard hear(const BotCommand& command, std::size_t lines_max = acts().size() + 1,
             TimePoint deadline = patience_from_now()) const;

  const Sandbox& sandbox() const { return sandbox_; }

 private:
  std::unique_ptr<CgroupParent> cgroups_;
  Sandbox sandbox_;
};

}  // namespace arena
