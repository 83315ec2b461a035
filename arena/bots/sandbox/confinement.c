#define _GNU_SOURCE
#include "arena/bots/sandbox/confinement.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "arena/bots/sandbox/launcher/launch_order.h"

// The kernel's interface by number: the headers of Debian 12 know its second version only.
// https://docs.kernel.org/userspace-api/landlock.html
struct RulesetAttributes {
  uint64_t handled_files;
  uint64_t handled_net;  // version 4
  uint64_t scoped;       // version 6
};
struct __attribute__((packed)) PathAttributes {
  uint64_t allowed;
  int32_t parent;
};
enum {
  kRulePathBeneath = 1,
  kExecute = 1 << 0,
  kWriteFile = 1 << 1,
  kReadFile = 1 << 2,
  kReadFolder = 1 << 3,
  kMakeDevices = 1 << 6 | 1 << 11,  // character and block
  kAllOfVersion1 = (1 << 13) - 1,
  kRefer = 1 << 13,        // version 2
  kTruncate = 1 << 14,     // version 3
  kDeviceIoctl = 1 << 15,  // version 5
  kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kDeviceIoctl,
  kNetwork = 3,  // bind and connect
  kScopes = 3,   // abstract sockets and signals
};

static unsigned handled_files(int version) {
  unsigned handled = kAllOfVersion1;
  if (version >= 2) handled |= kRefer;
  if (version >= 3) handled |= kTruncate;
  if (version >= 5) handled |= kDeviceIoctl;
  return handled;
}

static unsigned allowed_by(char rule, unsigned handled, bool is_folder) {
  const unsigned no_devices = handled & ~(unsigned)kMakeDevices;
  unsigned allowed = kExecute | kReadFile | kReadFolder;
  if (rule == kListPath) allowed = kReadFolder;
  if (rule == kDevicePath) allowed = kReadFile | kWriteFile | kTruncate;
  if (rule == kWritePath) allowed = no_devices & ~(unsigned)kExecute;
  if (rule == kBuildPath) allowed = no_devices;
  if (!is_folder) allowed &= kOfFiles;
  return allowed & handled;
}

const char* impose_landlock(const char* rules, uint32_t bytes) {
  const int version = landlock_version();
  if (version == 0) return NULL;
  const unsigned handled = handled_files(version);
  const struct RulesetAttributes attributes = {handled, version >= 4 ? kNetwork : 0, version >= 6 ? kScopes : 0};
  const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
  if (ruleset < 0) return "Landlock";
  for (const char* rule = rules; rule < rules + bytes; rule += strlen(rule) + 1) {
    const int path = open(rule + 1, O_PATH | O_CLOEXEC);
    if (path < 0) continue;  // not every system has each of them; what is not named is denied
    struct stat what;
    struct PathAttributes beneath = {0, path};
    if (fstat(path, &what) == 0) beneath.allowed = allowed_by(*rule, handled, S_ISDIR(what.st_mode));
    const long added =
        beneath.allowed == 0 ? 0 : syscall(SYS_landlock_add_rule, ruleset, kRulePathBeneath, &beneath, 0);
    close(path);
    if (added != 0) return "a rule of Landlock";
  }
  const long imposed = syscall(SYS_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return imposed == 0 ? NULL : "Landlock";
}

const char* impose_filter(void* instructions, uint32_t length) {
  struct sock_filter* filter = instructions;
  for (uint32_t i = 0; i < length; ++i) {
    if (filter[i].code == (BPF_JMP | BPF_JEQ | BPF_K) && filter[i].k == kOwnPid) filter[i].k = (uint32_t)getpid();
  }
  const struct sock_fprog program = {(unsigned short)length, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? NULL : "the system-call filter";
}
