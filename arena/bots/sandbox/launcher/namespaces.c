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
#include "arena/bots/sandbox/launcher/processes.h"
#include "arena/bots/sandbox/mounts.h"

_Static_assert(kReadOnly == MS_RDONLY && kReadOnly == MOUNT_ATTR_RDONLY, "of mount(2) and mount_setattr(2)");
_Static_assert(kNoSetuid == MS_NOSUID && kNoSetuid == MOUNT_ATTR_NOSUID, "of mount(2) and mount_setattr(2)");
_Static_assert(kNoDevices == MS_NODEV && kNoDevices == MOUNT_ATTR_NODEV, "of mount(2) and mount_setattr(2)");
_Static_assert(kNoPrograms == MS_NOEXEC && kNoPrograms == MOUNT_ATTR_NOEXEC, "of mount(2) and mount_setattr(2)");

enum { kWithAllBeneath = 0x8000 };  // AT_RECURSIVE, of a header that does not go with this C library

static bool write_setting(int proc, const char* path, const char* text) {
  const int file = openat(proc, path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written = write(file, text, strlen(text)) >= 0;
  const int why = errno;
  close(file);
  errno = why;
  return written;
}

/// Gives this process's user namespace one id only, and makes it the id of this process.
static const char* map_ids(const struct OwnView* view) {
  char map[64];
  snprintf(map, sizeof map, "%u %u 1", view->inside_id, view->user);
  if (!write_setting(view->proc, "self/setgroups", "deny")) return "/proc/self/setgroups";
  if (!write_setting(view->proc, "self/uid_map", map)) return "/proc/self/uid_map";
  if (!write_setting(view->proc, "self/gid_map", map)) return "/proc/self/gid_map";
  const uint32_t id = view->inside_id;
  if (syscall(SYS_setresgid, id, id, id) != 0 || syscall(SYS_setresuid, id, id, id) != 0) return "the bot's user id";
  return NULL;
}

/// Opens a file or folder with all that is mounted beneath it, as a tree that can be mounted elsewhere. The mounts get
/// these attributes beside those that they have, which none here can take away. What the machine mounts there later
/// does not appear in the tree: it would not have them. Returns -1 with errno if that fails.
static int open_tree(const char* path, unsigned attributes) {
  const int tree = (int)syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | kWithAllBeneath);
  if (tree < 0) return -1;
  struct mount_attr wanted = {.attr_set = attributes, .propagation = MS_PRIVATE};
  if (syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | kWithAllBeneath, &wanted, sizeof wanted) == 0) return tree;
  const int why = errno;
  close(tree);
  errno = why;
  return -1;
}

static bool mount_tree(int tree, const char* place) {
  return syscall(SYS_move_mount, tree, "", AT_FDCWD, place, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

/// Shows a file or folder with all that is mounted beneath it at another place.
static const char* show(const char* from, const char* to, unsigned attributes) {
  const int tree = open_tree(from, attributes);
  if (tree < 0) return from;
  const bool mounted = mount_tree(tree, to);
  const int why = errno;
  close(tree);
  errno = why;
  return mounted ? NULL : to;
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

/// Shows the sandbox's root and the folder around it, each as a mount of its own, and goes to the root.
static const char* enter_root(const char* root, unsigned attributes) {
  if (chdir(root) != 0 || chdir("..") != 0) return root;
  const char* failed = show(".", ".", attributes);
  if (failed != NULL) return failed;
  if (chdir(root) != 0) return root;  // by its path, which now leads into the new mount
  failed = show(".", ".", attributes);
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

/// Makes a mount of all bots, from the sandbox's root, where this process is.
static const char* make_mount_of_run(const struct Mount* mount, const char* root) {
  const char* place = mount->target + 1;
  switch (mount->source) {
    case kSandboxRoot:
      return enter_root(root, mount->attributes);
    case kSystemFolder:
      return is_folder(place) ? show(mount->target, place, mount->attributes) : NULL;
    case kMachineFolder:
    case kDevice:
      return show(mount->target, place, mount->attributes);
    case kProc:
      // A user namespace may only mount a proc where it sees one already (mount_too_revealing() in the kernel). The
      // bot's own covers this one.
      return landlock_version() == 0 ? NULL : show(mount->target, place, mount->attributes);
    case kBotFolder:
    case kTmpfs:
      return NULL;
  }
  return "a kind of mount";
}

/// Makes a mount of one bot on top of those of the run.
static const char* make_mount_of_bot(const struct Mount* mount, const struct OwnView* view) {
  if (mount->source == kProc) return mount_proc(mount->target, mount->attributes);
  if (mount->source == kTmpfs) return mount_tmpfs(mount->target, mount->attributes, view->tmp_bytes);
  if (mount->source == kBotFolder) return mount_tree(view->bot_folder, mount->target) ? NULL : mount->target;
  return NULL;
}

enum { kMountCount = sizeof kMounts / sizeof *kMounts };

/// Makes the root of all bots in a mount namespace that has the machine's mounts so far, and detaches those.
static const char* make_root(const char* root) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return "the machine's mounts";
  for (size_t i = 0; i < kMountCount; ++i) {
    const char* failed = make_mount_of_run(&kMounts[i], root);
    if (failed != NULL) return failed;
  }
  // Not the root itself but the folder around it becomes the root of the namespace: see make_sandbox().
  if (chdir("..") != 0) return "the folder of the root";
  // The machine's root is now mounted on top of the new one, and is detached. pivot_root(2).
  if (syscall(SYS_pivot_root, ".", ".") != 0) return "pivot_root";
  if (umount2(".", MNT_DETACH) != 0) return "the machine's root";
  return chdir("/") == 0 ? NULL : "the root folder";
}

static int open_mount_namespace(void) { return open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC); }

const char* enter_user_namespace(void) { return unshare(CLONE_NEWUSER) == 0 ? NULL : "namespaces"; }

const char* make_run_namespaces(const char* root, struct RunNamespaces* made) {
  static const char kName[] = "bot";
  static const char kNoDomain[] = "(none)";  // as the kernel says where none is set
  if (unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) != 0) return "namespaces";
  if (sethostname(kName, sizeof kName - 1) != 0 || setdomainname(kNoDomain, sizeof kNoDomain - 1) != 0)
    return "the machine's name";
  // What the machine mounts later must appear, since a bot's folder may be there.
  if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0) return "the machine's mounts";
  made->proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  made->machine = open_mount_namespace();
  if (made->proc < 0 || made->machine < 0) return "/proc";
  if (unshare(CLONE_NEWNS) != 0) return "a mount namespace";
  made->sandbox = open_mount_namespace();
  if (made->sandbox < 0) return "/proc";
  const char* failed = make_root(root);
  if (failed != NULL) return failed;
  return setns(made->machine, CLONE_NEWNS) == 0 ? NULL : "the machine's mount namespace";
}

/// Changes the effective ids. A fork server that is stopped meanwhile still continues when the arena dies.
static bool become(uint32_t id) {
  const bool became = syscall(SYS_setresgid, -1, id, -1) == 0 && syscall(SYS_setresuid, -1, id, -1) == 0;
  const int why = errno;
  continue_when_parent_dies();
  errno = why;
  return became;
}

const char* fork_into_namespaces(const struct RunNamespaces* run, uint32_t user, const char* path, int* bot_folder,
                                 pid_t* child, int* pidfd) {
  const struct Mount* folder = &kMounts[kMountCount - 1];  // kBotFolder
  *bot_folder = open_tree(path, folder->attributes);
  if (*bot_folder < 0) return path;
  // A user namespace belongs to the user who makes it, and the child gets a copy of the mount namespace it is made in.
  const uint32_t own = geteuid();
  const char* failed = NULL;
  if (setns(run->sandbox, CLONE_NEWNS) != 0) {
    failed = "the sandbox's mount namespace";
  } else if (!become(user)) {
    failed = "the bot's user id";
  } else {
    const unsigned long kinds = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS;
    *child = (pid_t)syscall(SYS_clone, kinds | CLONE_PIDFD | SIGCHLD, NULL, pidfd, NULL, 0UL);
    if (*child == 0) return NULL;
    if (*child < 0) failed = "namespaces";
  }
  const int why = errno;
  const bool back = become(own) && setns(run->machine, CLONE_NEWNS) == 0;
  errno = why;
  return failed != NULL || back ? failed : "the fork server's own namespace";
}

static const char* drop_capabilities(void) {
  for (unsigned long capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) continue;
  if (errno != EINVAL) return "the bounding set";
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  return syscall(SYS_capset, &header, none) == 0 ? NULL : "the capabilities";
}

const char* make_sandbox(const struct OwnView* view) {
  const char* failed = map_ids(view);
  if (failed != NULL) return failed;
  close(view->proc);  // the bot's pid 1 must not hold a way out of the sandbox
  // Hides the names of the bot's own control group and of those around it.
  if (unshare(CLONE_NEWCGROUP) != 0) return "a namespace of control groups";
  // A process whose root is not that of its mount namespace cannot make a user namespace (unshare(2), EPERM). The bot
  // has nothing of the folder around the root, which is empty, and may not change its root.
  if (chroot(kRootInFolder) != 0 || chdir("/") != 0) return "the root folder";
  for (size_t i = 0; i < kMountCount; ++i) {
    failed = make_mount_of_bot(&kMounts[i], view);
    if (failed != NULL) return failed;
  }
  close(view->bot_folder);
  return drop_capabilities();
}
