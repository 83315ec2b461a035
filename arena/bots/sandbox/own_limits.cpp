#include "arena/bots/sandbox/own_limits.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "arena/bots/sandbox/cgroup.h"
#include "arena/bots/sandbox/launcher/launch_order.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t kBytesOfMb = 1 << 20;
constexpr rlim_t kOwnStack = 8 * kBytesOfMb;

/// A limit that bots inherit.
struct Inherited {
  __rlimit_resource what;
  const char* name;
  const char* option;  ///< the option of the shell's ulimit, which counts in `unit`
  rlim_t unit;
  rlim_t lifted;  ///< what a child that becomes a bot may have
};

constexpr std::array<Inherited, 7> kInherited = {{
    {RLIMIT_AS, "address space", "v", 1024, RLIM_INFINITY},
    {RLIMIT_DATA, "memory", "d", 1024, RLIM_INFINITY},
    {RLIMIT_STACK, "stack size", "s", 1024, kStackMax},
    {RLIMIT_CPU, "processor time", "t", 1, RLIM_INFINITY},
    {RLIMIT_NOFILE, "open files", "n", 1, 1 << 16},
    {RLIMIT_NPROC, "processes and threads", "u", 1, RLIM_INFINITY},
    {RLIMIT_FSIZE, "file size", "f", 1024, RLIM_INFINITY},
}};

rlim_t needed(__rlimit_resource what, const Resources& most, Isolation isolation) {
  switch (what) {
    case RLIMIT_DATA:
      return static_cast<rlim_t>(most.memory_mb) * kBytesOfMb;
    case RLIMIT_STACK:
      return kStackMax;
    case RLIMIT_NOFILE:
      return static_cast<rlim_t>(most.files);
    case RLIMIT_NPROC:
      return tasks_of(user_of_bots()) +
             static_cast<rlim_t>(most.threads + most.processes - 1 + kProcessesOfBot + kProcessesOfBots);
    case RLIMIT_FSIZE:  // below Isolation::user a bot can write nowhere
      return isolation >= Isolation::user ? static_cast<rlim_t>(most.tmp_mb + 1) * kBytesOfMb : 0;
    default:
      return RLIM_INFINITY;
  }
}

/// Whether this process may raise its hard limit. The limit is restored.
bool can_raise(__rlimit_resource what, const rlimit& now, rlim_t wanted) {
  const rlimit raised = {now.rlim_cur, wanted};
  return ::setrlimit(what, &raised) == 0 && ::setrlimit(what, &now) == 0;
}

std::string in_units(const Inherited& limit, rlim_t value) {
  return value == RLIM_INFINITY ? "unlimited" : std::to_string((value + limit.unit - 1) / limit.unit);
}

}  // namespace

unsigned user_of_bots() { return ::geteuid() == 0 ? kUnprivilegedId : ::getuid(); }

/// proc(5): /proc/PID/status.
unsigned tasks_of(unsigned user) {
  unsigned tasks = 0;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream status(at->path() / "status");
    unsigned owner = 0;
    unsigned threads = 0;
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Uid:")) owner = static_cast<unsigned>(std::stoul(line.substr(4)));
      if (line.starts_with("Threads:")) threads = static_cast<unsigned>(std::stoul(line.substr(8)));
    }
    if (owner == user) tasks += threads;
  }
  return tasks;
}

std::optional<long long> free_tasks() {
  std::optional<long long> free = free_tasks_of_own_group();
  rlimit now = {};
  if (::getrlimit(RLIMIT_NPROC, &now) != 0 || now.rlim_max == RLIM_INFINITY ||
      can_raise(RLIMIT_NPROC, now, RLIM_INFINITY))
    return free;
  const long long of_user = static_cast<long long>(now.rlim_max) - tasks_of(user_of_bots());
  return std::min(free.value_or(of_user), of_user);
}

void raise_soft_limits() {
  for (const auto what : {RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_CPU, RLIMIT_NOFILE}) {
    rlimit now = {};
    if (::getrlimit(what, &now) != 0) continue;
    now.rlim_cur = now.rlim_max;
    ::setrlimit(what, &now);
  }
  rlimit stack = {};
  if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= kOwnStack) return;
  // Threads get the limit that the program had at its start.
  stack.rlim_cur = std::min(kOwnStack, stack.rlim_max);
  pthread_attr_t thread;
  if (::setrlimit(RLIMIT_STACK, &stack) != 0 || ::pthread_attr_init(&thread) != 0) return;
  if (::pthread_attr_setstacksize(&thread, stack.rlim_cur) == 0) ::pthread_setattr_default_np(&thread);
  ::pthread_attr_destroy(&thread);
}

std::vector<std::string> limits_too_low(const Resources& most, Isolation isolation) {
  std::vector<std::string> sentences;
  for (const Inherited& limit : kInherited) {
    rlimit now = {};
    const rlim_t least = needed(limit.what, most, isolation);
    if (::getrlimit(limit.what, &now) != 0 || now.rlim_max >= least || can_raise(limit.what, now, limit.lifted))
      continue;
    sentences.push_back(fmt::format("the hard limit of {} is {}, but bots need {}: ulimit -H{} {}", limit.name,
                                    in_units(limit, now.rlim_max), in_units(limit, least), limit.option,
                                    in_units(limit, least)));
  }
  return sentences;
}

void lift_inherited_limits() {
  for (const Inherited& limit : kInherited) {
    rlimit now = {};
    if (::getrlimit(limit.what, &now) != 0 || now.rlim_max >= limit.lifted) continue;
    now.rlim_max = limit.lifted;
    if (::setrlimit(limit.what, &now) != 0) continue;
  }
}

}  // namespace arena
