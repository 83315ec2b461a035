#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/mounts.h"

_Static_assert(kReadOnly == MS_RDONLY && kReadOnly == MOUNT_ATTR_RDONLY, "of mount(2) and mount_setattr(2)");
_Static_assert(kNoSetuid == MS_NOSUID && kNoSetuid == MOUNT_ATTR_NOSUID, "of mount(2) and mount_setattr(2)");
_Static_assert(kNoDevices == MS_NODEV && kNoDevices == MOUNT_ATTR_NODEV, "of mount(2) and mount_setattr(2)");
_Static_assert(kNoPrograms == MS_NOEXEC && kNoPrograms == MOUNT_ATTR_NOEXEC, "of mount(2) and mount_setattr(2)");

enum { kWithAllBeneath = 0x8000 };  // AT_RECURSIVE, of a header that does not go with this C library

static bool write_setting(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written = write(file, text, strlen(text)) >= 0;
  const int why = errno;
  close(file);
  errno = why;
  return written;
}

static bool write_map(const char* path, uint32_t inside, unsigned outside) {
  char map[64];
  snprintf(map, sizeof map, "%u %u 1", inside, outside);
  return write_setting(path, map);
}

pid_t fork_into_namespaces(void) {
  unsigned long kinds = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  if (access("/proc/self/ns/cgroup", F_OK) == 0) kinds |= CLONE_NEWCGROUP;
  return (pid_t)syscall(SYS_clone, kinds | SIGCHLD, NULL, NULL, NULL, 0UL);
}

static const char* set_up_namespaces(const struct OwnView* view) {
  if (!write_setting("/proc/self/setgroups", "deny")) return "/proc/self/setgroups";
  if (!write_map("/proc/self/uid_map", view->inside_id, view->user)) return "/proc/self/uid_map";
  if (!write_map("/proc/self/gid_map", view->inside_id, view->group)) return "/proc/self/gid_map";
  // Of this namespace: inside it there can be no other.
  if (!write_setting("/proc/sys/user/max_user_namespaces", "0")) return "/proc/sys/user/max_user_namespaces";
  static const char kName[] = "bot";
  static const char kNoDomain[] = "(none)";  // as the kernel says where none is set
  if (sethostname(kName, sizeof kName - 1) != 0 || setdomainname(kNoDomain, sizeof kNoDomain - 1) != 0)
    return "the machine's name";
  return NULL;
}

/// Shows a file or folder with all that is mounted beneath it at another place. The mounts there get these attributes
/// beside those that they have, which none here can take away.
static const char* show(const char* from, const char* to, unsigned attributes) {
  const int tree = (int)syscall(SYS_open_tree, AT_FDCWD, from, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | kWithAllBeneath);
  if (tree < 0) return from;
  struct mount_attr wanted = {.attr_set = attributes};
  const char* failed = NULL;
  if (syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | kWithAllBeneath, &wanted, sizeof wanted) != 0) {
    failed = from;
  } else if (syscall(SYS_move_mount, tree, "", AT_FDCWD, to, MOVE_MOUNT_F_EMPTY_PATH) != 0) {
    failed = to;
  }
  const int why = errno;
  close(tree);
  errno = why;
  return failed;
}

/// How the machine's mount keeps times of access: what is mounted of the same kind here must do as much.
static unsigned long access_times_of(const char* path) {
  struct statvfs mounted;
  if (statvfs(path, &mounted) != 0) return 0;
  unsigned long flags = 0;
  if ((mounted.f_flag & ST_NOATIME) != 0) flags |= MS_NOATIME;
  if ((mounted.f_flag & ST_NODIRATIME) != 0) flags |= MS_NODIRATIME;
  if ((mounted.f_flag & ST_RELATIME) != 0) flags |= MS_RELATIME;
  return (flags & (MS_NOATIME | MS_RELATIME)) == 0 ? flags | MS_STRICTATIME : flags;
}

static const char* enter_root(const char* root, unsigned attributes) {
  const char* failed = show(root, root, attributes);
  if (failed != NULL) return failed;
  return chdir(root) == 0 ? NULL : root;
}

/// The arena has made a folder in the root for each system folder that is to be mounted.
static bool is_folder(const char* path) {
  struct stat what;
  return lstat(path, &what) == 0 && S_ISDIR(what.st_mode);
}

static const char* mount_proc(const char* place, unsigned long flags) {
  if (landlock_version() == 0) return NULL;
  return mount("proc", place, "proc", flags | access_times_of("/proc"), NULL) == 0 ? NULL : "/proc";
}

static const char* mount_tmpfs(const char* place, unsigned long flags, uint64_t bytes) {
  char options[64];
  snprintf(options, sizeof options, "mode=0755,size=%llu", (unsigned long long)bytes);
  return mount("tmpfs", place, "tmpfs", flags, options) == 0 ? NULL : "/tmp";
}

static const char* make_mount(const struct Mount* mount, const struct OwnView* view) {
  const char* place = mount->target + 1;  // from the sandbox's root, where this process is
  switch (mount->source) {
    case kSandboxRoot:
      return enter_root(view->root, mount->attributes);
    case kSystemFolder:
      if (!is_folder(place)) return NULL;
      return show(mount->target, place, mount->attributes);
    case kMachineFolder:
    case kDevice:
      return show(mount->target, place, mount->attributes);
    case kBotFolder:
      return show(view->bot_folder, place, mount->attributes);
    case kProc:
      return mount_proc(place, mount->attributes);
    case kTmpfs:
      return mount_tmpfs(place, mount->attributes, view->tmp_bytes);
  }
  return "a kind of mount";
}

/// Makes the mounts of one use. kOfRun comes first, since the mounts of a bot are on top of these.
static const char* make_mounts_of(enum MountUse use, const struct OwnView* view) {
  for (size_t i = 0; i < sizeof kMounts / sizeof *kMounts; ++i) {
    if (kMounts[i].use != use) continue;
    const char* failed = make_mount(&kMounts[i], view);
    if (failed != NULL) return failed;
  }
  return NULL;
}

static const char* make_mounts(const struct OwnView* view) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return "the machine's mounts";
  const char* failed = make_mounts_of(kOfRun, view);
  if (failed == NULL) failed = make_mounts_of(kOfBot, view);
  if (failed != NULL) return failed;
  // The machine's root is now mounted on top of the new one, and is detached. pivot_root(2).
  if (syscall(SYS_pivot_root, ".", ".") != 0) return "pivot_root";
  if (umount2(".", MNT_DETACH) != 0) return "the machine's root";
  return chdir("/") == 0 ? NULL : "the root folder";
}

static const char* drop_capabilities(void) {
  for (unsigned long capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) continue;
  if (errno != EINVAL) return "the bounding set";
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  return syscall(SYS_capset, &header, none) == 0 ? NULL : "the capabilities";
}

const char* make_sandbox(const struct OwnView* view) {
  const char* failed = set_up_namespaces(view);
  if (failed == NULL) failed = make_mounts(view);
  return failed != NULL ? failed : drop_capabilities();
}
