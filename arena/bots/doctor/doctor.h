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
  unsigned user = 0;                   ///< the user id of this process; 0 for root
  int landlock = 0;                    ///< its version; 0 if there is none
  bool filters = false;                ///< system-call filters (seccomp)
  long namespaces_max = -1;            ///< user.max_user_namespaces; -1 if there is no such setting
  bool namespaces_for_root = false;    ///< kernel.unprivileged_userns_clone is 0 (Debian)
  bool namespaces_by_profile = false;  ///< kernel.apparmor_restrict_unprivileged_userns is 1 (Ubuntu)
  bool container = false;
  bool systemd = false;       ///< systemd runs the machine
  int cgroups = 0;            ///< version of the control groups; 0 if none can be made
  std::string no_cgroups;     ///< why none can be made; empty if they can
  bool weights = false;       ///< control groups share the processors by weight
  std::string user_ids{};     ///< the range of user ids that bots get, "FIRST-LAST"; empty if they share one
  std::string no_user_ids{};  ///< why bots of root share one; empty if they do not, or if this process is not root
};

/// Whether the control groups of process 1, in the form of /proc/1/cgroup, are those of a container.
bool are_groups_of_container(std::string_view groups);

/// Finds out what the machine has. This makes a control group to try it, and removes it again. If this process is
/// killed meanwhile, `reaper` removes the group.
MachineOffers find_offers(const Reaper* reaper = nullptr);

/// What `arena doctor` found.
struct Diagnosis {
  MachineOffers offers;
  IsolationProbe probe;
  Isolation required = Isolation::user;
  int starts = 0;                          ///< how many starts of each kind were measured
  std::chrono::microseconds bare_start{};  ///< median time of a start without isolation
  std::chrono::microseconds start{};       ///< median time of a start at the best isolation
  std::vector<Runtime> runtimes;           ///< empty unless they were looked for

  /// Whether bots can be started, and as strongly isolated as is required.
  bool is_good() const { return probe.best.failure.empty() && probe.best.isolation >= required; }
};

/// One way to a stronger isolation.
struct Advice {
  std::string what;     ///< a sentence
  std::string command;  ///< for a shell; empty if there is none
};

/// Returns what to install or enable, most helpful first. Returns nothing at Isolation::full.
std::vector<Advice> advice_of(const Diagnosis& diagnosis);

/// Formats the report for people: machine, levels, each act, advice, costs.
std::string doctor_text(const Diagnosis& diagnosis, const Page& page = {});

/// Formats the report for programs, as FORMAT.md documents it.
boost::json::object doctor_json(const Diagnosis& diagnosis);

}  // namespace arena
