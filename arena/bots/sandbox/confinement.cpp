#include "arena/bots/sandbox/confinement.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

namespace arena {
namespace {

// The kernel's interface by number: the headers of Debian 12 know its second version only.
// https://docs.kernel.org/userspace-api/landlock.html
struct RulesetAttributes {
  std::uint64_t handled_files;
  std::uint64_t handled_net;  // version 4
  std::uint64_t scoped;       // version 6
};
struct [[gnu::packed]] PathAttributes {
  std::uint64_t allowed;
  std::int32_t parent;
};
constexpr int kRulePathBeneath = 1;
constexpr std::uint64_t kExecute = 1 << 0;
constexpr std::uint64_t kWriteFile = 1 << 1;
constexpr std::uint64_t kReadFile = 1 << 2;
constexpr std::uint64_t kReadFolder = 1 << 3;
constexpr std::uint64_t kMakeDevices = 1 << 6 | 1 << 11;  // character and block
constexpr std::uint64_t kAllOfVersion1 = (1 << 13) - 1;
constexpr std::uint64_t kRefer = 1 << 13;        // version 2
constexpr std::uint64_t kTruncate = 1 << 14;     // version 3
constexpr std::uint64_t kDeviceIoctl = 1 << 15;  // version 5
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kDeviceIoctl;
constexpr std::uint64_t kNetwork = 3;  // bind and connect
constexpr std::uint64_t kScopes = 3;   // abstract sockets and signals

constexpr rlim_t kStackAtFirst = 8 << 20;  // and of a thread
constexpr rlim_t kLockedMax = 64 << 10;
constexpr rlim_t kPendingSignalsMax = 256;

/// The soft limit is `most`, too, or less if told so.
bool limit(int what, rlim_t most, rlim_t at_first = RLIM_INFINITY) {
  rlimit now = {};
  if (::getrlimit(what, &now) != 0) return false;
  if (now.rlim_max != RLIM_INFINITY && most > now.rlim_max) most = now.rlim_max;
  const rlimit wanted = {std::min(most, at_first), most};
  return ::setrlimit(what, &wanted) == 0;
}

std::uint64_t handled_files(int version) {
  std::uint64_t handled = kAllOfVersion1;
  if (version >= 2) handled |= kRefer;
  if (version >= 3) handled |= kTruncate;
  if (version >= 5) handled |= kDeviceIoctl;
  return handled;
}

std::uint64_t allowed_by(char rule, std::uint64_t handled, bool folder) {
  std::uint64_t allowed = kExecute | kReadFile | kReadFolder;
  if (rule == kListPath) allowed = kReadFolder;
  if (rule == kDevicePath) allowed = kReadFile | kWriteFile | kTruncate;
  if (rule == kWritePath) allowed = handled & ~kMakeDevices & ~kExecute;
  if (rule == kBuildPath) allowed = handled & ~kMakeDevices;
  if (!folder) allowed &= kOfFiles;
  return allowed & handled;
}

}  // namespace

const char* impose_limits(const LaunchOrder& order) {
  // Nothing of the arena's own limits: neither address space nor processor time is bounded.
  if (!limit(RLIMIT_AS, RLIM_INFINITY) || !limit(RLIMIT_CPU, RLIM_INFINITY)) return "the limits of the arena";
  if (!limit(RLIMIT_CORE, 0)) return "the limit of core dumps";
  if (!limit(RLIMIT_DATA, order.data_bytes > 0 ? order.data_bytes : RLIM_INFINITY)) return "the limit of memory";
  if (!limit(RLIMIT_FSIZE, order.file_bytes)) return "the limit of files' size";
  if (!limit(RLIMIT_NOFILE, order.files)) return "the limit of descriptors";
  if (!limit(RLIMIT_NPROC, order.tasks)) return "the limit of threads";
  if (!limit(RLIMIT_MEMLOCK, kLockedMax)) return "the limit of locked memory";
  if (!limit(RLIMIT_SIGPENDING, kPendingSignalsMax)) return "the limit of pending signals";
  if (!limit(RLIMIT_MSGQUEUE, 0) || !limit(RLIMIT_RTPRIO, 0) || !limit(RLIMIT_NICE, 0))
    return "the limits of queues and priority";
  return limit(RLIMIT_STACK, kStackMax, kStackAtFirst) ? nullptr : "the limit of the stack";
}

const char* impose_landlock(const char* rules, std::uint32_t bytes) {
  const int version = landlock_version();
  if (version == 0) return nullptr;
  RulesetAttributes attributes = {handled_files(version), version >= 4 ? kNetwork : 0, version >= 6 ? kScopes : 0};
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
  if (ruleset < 0) return "Landlock";
  for (const char* rule = rules; rule < rules + bytes; rule += std::strlen(rule) + 1) {
    const int path = ::open(rule + 1, O_PATH | O_CLOEXEC);
    if (path < 0) continue;  // not every system has each of them; what is not named is denied
    struct stat what = {};
    PathAttributes beneath = {0, path};
    if (::fstat(path, &what) == 0) beneath.allowed = allowed_by(*rule, attributes.handled_files, S_ISDIR(what.st_mode));
    const long added =
        beneath.allowed == 0 ? 0 : ::syscall(SYS_landlock_add_rule, ruleset, kRulePathBeneath, &beneath, 0);
    ::close(path);
    if (added != 0) return "a rule of Landlock";
  }
  const long imposed = ::syscall(SYS_landlock_restrict_self, ruleset, 0);
  ::close(ruleset);
  return imposed == 0 ? nullptr : "Landlock";
}

const char* impose_filter(void* instructions, std::uint32_t length) {
  auto* filter = static_cast<sock_filter*>(instructions);
  for (std::uint32_t i = 0; i < length; ++i) {
    if (filter[i].code == (BPF_JMP | BPF_JEQ | BPF_K) && filter[i].k == kOwnPid)
      filter[i].k = static_cast<std::uint32_t>(::getpid());
  }
  const sock_fprog program = {static_cast<unsigned short>(length), filter};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? nullptr : "the system-call filter";
}

}  // namespace arena
