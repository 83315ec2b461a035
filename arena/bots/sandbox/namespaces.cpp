#include "arena/bots/sandbox/namespaces.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/isolation.h"

namespace arena {
namespace {

constexpr std::uint64_t kHarmless = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
constexpr unsigned kWithAllBeneath = 0x8000;  // AT_RECURSIVE, of a header that does not go with this C library

bool write_setting(const char* path, const char* text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written = ::write(file, text, std::strlen(text)) >= 0;
  const int why = errno;
  ::close(file);
  errno = why;
  return written;
}

/// The one user and the one group that the sandbox knows are those who start it. user_namespaces(7).
const char* map_ids(const SandboxPlan& plan) {
  char map[64];
  if (!write_setting("/proc/self/setgroups", "deny")) return "/proc/self/setgroups";
  std::snprintf(map, sizeof map, "%u %u 1", kUnprivilegedId, plan.user);
  if (!write_setting("/proc/self/uid_map", map)) return "/proc/self/uid_map";
  std::snprintf(map, sizeof map, "%u %u 1", kUnprivilegedId, plan.group);
  if (!write_setting("/proc/self/gid_map", map)) return "/proc/self/gid_map";
  return nullptr;
}

/// Shows a file or folder with all that is mounted beneath it at another place; the mounts there get these attributes
/// beside those that they have, which none here can take away.
const char* show(const char* from, const char* to, std::uint64_t attributes) {
  const int tree =
      static_cast<int>(::syscall(SYS_open_tree, AT_FDCWD, from, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | kWithAllBeneath));
  if (tree < 0) return from;
  mount_attr wanted = {};
  wanted.attr_set = attributes;
  const char* failed = nullptr;
  if (::syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | kWithAllBeneath, &wanted, sizeof wanted) != 0) {
    failed = from;
  } else if (::syscall(SYS_move_mount, tree, "", AT_FDCWD, to, MOVE_MOUNT_F_EMPTY_PATH) != 0) {
    failed = to;  // relative to the sandbox's root
  }
  const int why = errno;
  ::close(tree);
  errno = why;
  return failed;
}

/// How the machine's mount keeps times of access: what is mounted of the same kind here must do as much.
unsigned long access_times_of(const char* path) {
  struct statvfs mounted = {};
  if (::statvfs(path, &mounted) != 0) return 0;
  unsigned long flags = 0;
  if ((mounted.f_flag & ST_NOATIME) != 0) flags |= MS_NOATIME;
  if ((mounted.f_flag & ST_NODIRATIME) != 0) flags |= MS_NODIRATIME;
  if ((mounted.f_flag & ST_RELATIME) != 0) flags |= MS_RELATIME;
  return (flags & (MS_NOATIME | MS_RELATIME)) == 0 ? flags | MS_STRICTATIME : flags;
}

const char* next(const char* path) { return path + std::strlen(path) + 1; }

/// In the root folder, which is empty of all that is mounted here.
const char* mount_all(const SandboxPlan& plan) {
  const char* bot = next(plan.paths);
  if (const char* failed = show("/usr", "usr", MOUNT_ATTR_RDONLY | kHarmless)) return failed;
  for (const char* folder = next(bot); folder < plan.paths_end; folder = next(folder)) {
    if (const char* failed = show(folder, folder + 1, MOUNT_ATTR_RDONLY | kHarmless)) return failed;
  }
  // Read-only: a bot that root has started could write the machine's settings in /proc/sys. Without Landlock nothing in
  // it could be hidden: then it stays empty.
  const unsigned long plain = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (landlock_version() > 0 && ::mount("proc", "proc", "proc", plain | access_times_of("/proc"), nullptr) != 0)
    return "/proc";
  // Read-only mounts: a device can be written to, but its times cannot be changed for others to see.
  for (const char* device : kDevices) {
    if (const char* failed = show(device, device + 1, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC))
      return failed;
  }
  char size[64];
  std::snprintf(size, sizeof size, "mode=0755,size=%llu", static_cast<unsigned long long>(plan.tmp_bytes));
  if (::mount("tmpfs", "tmp", "tmpfs", MS_NOSUID | MS_NODEV, size) != 0) return "/tmp";
  return show(bot, "bot", MOUNT_ATTR_RDONLY | kHarmless);
}

/// Nothing that the machine mounts later comes in, and nothing of this gets out.
const char* make_files(const SandboxPlan& plan) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return "the machine's mounts";
  if (const char* failed = show(plan.paths, plan.paths, MOUNT_ATTR_RDONLY | kHarmless)) return failed;
  if (::chdir(plan.paths) != 0) return plan.paths;
  if (const char* failed = mount_all(plan)) return failed;
  // The machine's root comes to lie upon the new one, and goes. pivot_root(2).
  if (::syscall(SYS_pivot_root, ".", ".") != 0) return "pivot_root";
  if (::umount2(".", MNT_DETACH) != 0) return "the machine's root";
  return ::chdir("/") == 0 ? nullptr : "the root folder";
}

const char* drop_capabilities() {
  for (unsigned long capability = 0; ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) continue;
  if (errno != EINVAL) return "the bounding set";
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  return ::syscall(SYS_capset, &header, none) == 0 ? nullptr : "the capabilities";
}

}  // namespace

pid_t fork_into_namespaces() {
  unsigned long kinds = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  if (::access("/proc/self/ns/cgroup", F_OK) == 0) kinds |= CLONE_NEWCGROUP;
  return static_cast<pid_t>(::syscall(SYS_clone, kinds | SIGCHLD, nullptr, nullptr, nullptr, 0UL));
}

const char* make_sandbox(const SandboxPlan& plan) {
  if (const char* failed = map_ids(plan)) return failed;
  // Of this namespace: inside it there can be no other.
  if (!write_setting("/proc/sys/user/max_user_namespaces", "0")) return "/proc/sys/user/max_user_namespaces";
  constexpr char kName[] = "bot";
  constexpr char kNoDomain[] = "(none)";  // as the kernel says where none is set
  if (::sethostname(kName, sizeof kName - 1) != 0 || ::setdomainname(kNoDomain, sizeof kNoDomain - 1) != 0)
    return "the machine's name";
  if (const char* failed = make_files(plan)) return failed;
  return drop_capabilities();
}

}  // namespace arena
