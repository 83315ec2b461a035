#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

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

const char* set_up_namespaces(uid_t user, gid_t group, uint32_t inside_id) {
  if (!write_setting("/proc/self/setgroups", "deny")) return "/proc/self/setgroups";
  if (!write_map("/proc/self/uid_map", inside_id, user)) return "/proc/self/uid_map";
  if (!write_map("/proc/self/gid_map", inside_id, group)) return "/proc/self/gid_map";
  // Of this namespace: inside it there can be no other.
  if (!write_setting("/proc/sys/user/max_user_namespaces", "0")) return "/proc/sys/user/max_user_namespaces";
  static const char kName[] = "bot";
  static const char kNoDomain[] = "(none)";  // as the kernel says where none is set
  if (sethostname(kName, sizeof kName - 1) != 0 || setdomainname(kNoDomain, sizeof kNoDomain - 1) != 0)
    return "the machine's name";
  return NULL;
}

const char* drop_capabilities(void) {
  for (unsigned long capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) continue;
  if (errno != EINVAL) return "the bounding set";
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  return syscall(SYS_capset, &header, none) == 0 ? NULL : "the capabilities";
}
