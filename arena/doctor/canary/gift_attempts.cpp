// What a bot was given with its start.

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "arena/doctor/canary/attempt.h"

namespace arena {
namespace {

/// Far above any limit on descriptors that the arena sets.
constexpr int kDescriptorsMax = 4096;

Tried inherited_descriptors(const Decoys&) {
  for (int fd = STDERR_FILENO + 1; fd < kDescriptorsMax; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) return allowed();
  }
  return denied("none");
}

Tried arena_environment(const Decoys&) {
  constexpr auto kGiven = std::to_array<std::string_view>({"PATH", "HOME", "TMPDIR", "LANG"});
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (std::find(kGiven.begin(), kGiven.end(), text.substr(0, text.find('='))) == kGiven.end()) return allowed();
  }
  return denied("none");
}

Tried capabilities(const Decoys&) {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets = {};
  if (::syscall(SYS_capget, &header, sets.data()) != 0) return denied_by_errno();
  const bool any = std::any_of(sets.begin(), sets.end(),
                               [](const auto& set) { return (set.effective | set.permitted | set.inheritable) != 0; });
  return any ? allowed() : denied("none");
}

Tried new_privileges(const Decoys&) {
  return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? denied("no_new_privs") : allowed();
}

Tried machine_name(const Decoys& decoys) {
  utsname names = {};
  if (::uname(&names) != 0) return denied_by_errno();
  if (decoys.machine != names.nodename) return denied("another");
  // A sandbox may by chance be called as the machine is.
  struct stat space = {};
  const bool own = ::stat("/proc/self/ns/uts", &space) == 0 && space.st_ino != decoys.names_space;
  return own ? denied("another") : allowed();
}

constexpr auto kGiftAttempts = std::to_array<Attempt>({
    {"inherited_descriptors", inherited_descriptors},
    {"arena_environment", arena_environment},
    {"capabilities", capabilities},
    {"new_privileges", new_privileges},
    {"machine_name", machine_name},
});

}  // namespace

std::span<const Attempt> gift_attempts() { return kGiftAttempts; }

}  // namespace arena
