#include "arena/doctor/machine_offers.h"

#include <linux/seccomp.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "arena/process/spawn.h"
#include "arena/sandbox/cgroup.h"
#include "arena/sandbox/descriptors.h"
#include "arena/sandbox/landlock.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr int kAnswerMsMax = 5000;

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

/// The first line that the program prints with this argument. It is started as a bot would be, without isolation.
std::string first_line_of(const SandboxPrograms& programs, const fs::path& program, const std::string& argument) {
  SpawnedBot started = spawn_bot({Isolation::none, programs}, {"/usr", {program.string(), argument}});
  std::string text;
  char piece[256];
  pollfd readable = {started.out.get(), POLLIN, 0};
  while (text.size() < sizeof piece && text.find('\n') == std::string::npos && ::poll(&readable, 1, kAnswerMsMax) > 0) {
    const ssize_t count = ::read(started.out.get(), piece, sizeof piece);
    if (count <= 0) break;
    text.append(piece, static_cast<std::size_t>(count));
  }
  started.control = OwnedFd();  // the launcher ends what is left
  reap_pidfd(started.pidfd.get(), kAnswerMsMax);
  return text.substr(0, text.find('\n'));
}

}  // namespace

MachineOffers find_offers(const SandboxPrograms& programs, const Reaper* reaper) {
  MachineOffers offers;
  offers.kernel = kernel();
  offers.user = ::geteuid();
  offers.landlock = landlock_version();
  offers.filters = has_filters();
  if (!programs.bubblewrap.empty()) {
    const std::string version = first_line_of(programs, programs.bubblewrap, "--version");
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
