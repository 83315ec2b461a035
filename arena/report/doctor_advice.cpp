#include "arena/doctor/doctor.h"

namespace arena {
namespace {

/// Root of a user namespace with one id cannot become another user.
void add_start(std::vector<Advice>& advice, const Diagnosis& diagnosis) {
  if (diagnosis.probe.best.failure.empty() || diagnosis.offers.user != 0) return;
  advice.push_back({"No bot starts at all. Root gives bots the id " + std::to_string(kUnprivilegedId) +
                        ", which a container with one id does not have: start the arena as an ordinary user of the "
                        "machine, or the container with more ids.",
                    "cat /proc/self/uid_map"});
}

/// The box was made and did not hold: nothing that a setting could mend.
void add_holes(std::vector<Advice>& advice, const IsolationProbe& probe) {
  for (const LevelProbe& missed : probe.missed) {
    if (holes(missed).empty()) continue;
    advice.push_back({"'" + std::string(isolation_name(missed.isolation)) + "' lets through what it must not, here: " +
                          missed.failure + ". Please report it, with the output of arena doctor --json.",
                      {}});
    return;
  }
}

void add_namespaces(std::vector<Advice>& advice, const MachineOffers& offers) {
  if (offers.bubblewrap.empty()) advice.push_back({"bubblewrap is missing.", "apt-get install bubblewrap"});
  if (offers.namespaces_max == 0)
    advice.push_back({"The machine allows no user namespaces.", "sysctl -w user.max_user_namespaces=15000"});
  if (offers.namespaces_for_root)
    advice.push_back({"The machine keeps user namespaces for root; bots never run as root.",
                      "sysctl -w kernel.unprivileged_userns_clone=1"});
  if (offers.namespaces_by_profile)
    advice.push_back(
        {"AppArmor refuses user namespaces to programs without a profile, as on Ubuntu 24.04. Give "
         "bubblewrap one, or switch that off.",
         "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"});
  if (offers.container)
    advice.push_back({"This is a container, and containers refuse namespaces as a rule. Start it with more rights.",
                      "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt "
                      "systempaths=unconfined ..."});
}

void add_cgroups(std::vector<Advice>& advice, const MachineOffers& offers) {
  if (offers.user != 0 && offers.systemd) {
    advice.push_back(
        {"An ordinary user gets control groups from systemd.", "systemd-run --user --scope -p Delegate=yes arena ..."});
  } else if (offers.user != 0) {
    advice.push_back({"Without systemd root alone can make control groups. Run the arena as root: bots get the id " +
                          std::to_string(kUnprivilegedId) + ".",
                      {}});
  } else if (offers.container) {
    advice.push_back({"The container's control groups cannot be written.",
                      "docker run --cgroupns host -v /sys/fs/cgroup:/sys/fs/cgroup:rw ..."});
  } else {
    advice.push_back({"Control groups for memory and pids are not mounted, or cannot be written.",
                      "mount -t cgroup2 none /sys/fs/cgroup"});
  }
}

void add_confinement(std::vector<Advice>& advice, const MachineOffers& offers) {
  if (!offers.filters) advice.push_back({"The kernel has no system-call filters (CONFIG_SECCOMP_FILTER).", {}});
  if (offers.landlock == 0)
    advice.push_back(
        {"The kernel has no Landlock, or does not start it: it is there from Linux 5.13 on, with "
         "CONFIG_SECURITY_LANDLOCK, and landlock must be in the boot option lsm= if there is one.",
         "cat /sys/kernel/security/lsm"});
}

}  // namespace

std::vector<Advice> advice_of(const Diagnosis& diagnosis) {
  const MachineOffers& offers = diagnosis.offers;
  std::vector<Advice> advice;
  add_start(advice, diagnosis);
  add_holes(advice, diagnosis.probe);
  if (find_missed(diagnosis.probe, Isolation::user) != nullptr) add_namespaces(advice, offers);
  if (find_missed(diagnosis.probe, Isolation::confined) != nullptr) add_confinement(advice, offers);
  if (find_missed(diagnosis.probe, Isolation::full) != nullptr && offers.cgroups == 0) add_cgroups(advice, offers);
  return advice;
}

}  // namespace arena
