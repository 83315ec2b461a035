#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>

#include "arena/doctor/doctor.h"
#include "arena/sandbox/cgroup.h"
#include "arena/sandbox/confinement.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// A setting below /proc/sys; `none` when there is no such.
long setting(const char* name, long none) {
  std::ifstream file(fs::path("/proc/sys") / name);
  long value = none;
  return file >> value ? value : none;
}

std::string kernel() {
  utsname names = {};
  if (::uname(&names) != 0) return {};
  return std::string(names.sysname) + " " + names.release + " " + names.machine;
}

bool has_filters() {
  std::uint32_t action = SECCOMP_RET_ERRNO;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool exists(const char* path) { return ::access(path, F_OK) == 0; }

}  // namespace

MachineOffers find_offers(const SandboxPrograms& programs, const Reaper* reaper) {
  MachineOffers offers;
  offers.kernel = kernel();
  offers.user = ::geteuid();
  offers.landlock = landlock_version();
  offers.filters = has_filters();
  if (!programs.bubblewrap.empty()) {
    const std::string version = first_line_of(programs, {programs.bubblewrap.string(), "--version"});
    offers.bubblewrap = version.empty() ? "unknown" : version.substr(version.rfind(' ') + 1);
  }
  offers.namespaces_max = setting("user/max_user_namespaces", -1);
  offers.namespaces_for_root = setting("kernel/unprivileged_userns_clone", 1) == 0;
  offers.namespaces_by_profile = setting("kernel/apparmor_restrict_unprivileged_userns", 0) == 1;
  offers.container = exists("/.dockerenv") || exists("/run/.containerenv") || std::getenv("container") != nullptr;
  offers.systemd = exists("/run/systemd/system");
  if (const auto parent = CgroupParent::open(offers.no_cgroups, reaper)) offers.cgroups = parent->version2() ? 2 : 1;
  return offers;
}

}  // namespace arena
