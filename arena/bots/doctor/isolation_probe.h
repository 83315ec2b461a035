#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "arena/bots/doctor/acts.h"
#include "arena/bots/sandbox/sandbox.h"

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

}  // namespace arena
