#pragma once

#include <boost/json/fwd.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/doctor/runtimes.h"

namespace arena {

/// What a machine has for isolating bots.
struct MachineOffers {
  std::string kernel;                  ///< "Linux 6.1.0 x86_64"
  unsigned user = 0;                   ///< the id this process runs as; 0: root
  int landlock = 0;                    ///< its version; 0: none
  bool filters = false;                ///< system-call filters (seccomp)
  long namespaces_max = -1;            ///< user.max_user_namespaces; -1: no such setting
  bool namespaces_for_root = false;    ///< kernel.unprivileged_userns_clone is 0 (Debian)
  bool namespaces_by_profile = false;  ///< kernel.apparmor_restrict_unprivileged_userns is 1 (Ubuntu)
  bool container = false;
  bool systemd = false;    ///< it runs the machine
  int cgroups = 0;         ///< version of the control groups; 0: none can be made
  std::string no_cgroups;  ///< why none can be made
  bool weights = false;    ///< they share the processors by weight
};

/// Looks at the machine. `reaper`: removes the control group that is tried when this process is killed meanwhile.
MachineOffers find_offers(const Reaper* reaper = nullptr);

/// What `arena doctor` found.
struct Diagnosis {
  MachineOffers offers;
  IsolationProbe probe;
  Isolation required = Isolation::user;
  int starts = 0;                          ///< that were measured, of each kind
  std::chrono::microseconds bare_start{};  ///< median, without isolation
  std::chrono::microseconds start{};       ///< median, at the best isolation
  std::vector<Runtime> runtimes;           ///< if they were looked for

  bool is_good() const { return probe.best.failure.empty() && probe.best.isolation >= required; }
};

/// Something that would give a stronger isolation.
struct Advice {
  std::string what;     ///< a sentence
  std::string command;  ///< for a shell; may be empty
};

/// What to install or switch on, most helpful first; nothing at Isolation::full.
std::vector<Advice> advice_of(const Diagnosis& diagnosis);

/// For people: machine, levels, each act, advice, costs.
std::string doctor_text(const Diagnosis& diagnosis, const Page& page = {});

/// For programs. FORMAT.md documents it.
boost::json::object doctor_json(const Diagnosis& diagnosis);

}  // namespace arena
