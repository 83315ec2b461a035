#include "arena/sandbox/own_limits.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>

#include "arena/sandbox/confinement.h"

namespace arena {
namespace {

constexpr rlim_t kBytesOfMb = 1 << 20;

/// A limit that bots inherit, and what they need at least.
struct Inherited {
  __rlimit_resource what;
  const char* name;
  const char* option;  ///< of the shell's ulimit, which counts in `unit`
  rlim_t unit;
  rlim_t lifted;  ///< what a child that becomes a bot may have
};

constexpr std::array<Inherited, 7> kInherited = {{
    {RLIMIT_AS, "address space", "v", 1024, RLIM_INFINITY},
    {RLIMIT_DATA, "memory", "d", 1024, RLIM_INFINITY},
    {RLIMIT_STACK, "the stack", "s", 1024, kStackMax},
    {RLIMIT_CPU, "processor time", "t", 1, RLIM_INFINITY},
    {RLIMIT_NOFILE, "descriptors", "n", 1, 1 << 16},
    {RLIMIT_NPROC, "processes and threads", "u", 1, RLIM_INFINITY},
    {RLIMIT_FSIZE, "the size of files", "f", 1024, RLIM_INFINITY},
}};

/// The launcher, bubblewrap twice, and the bot.
constexpr int kProcessesOfBot = 4;

rlim_t needed(__rlimit_resource what, const Resources& most, Isolation isolation) {
  switch (what) {
    case RLIMIT_DATA:
      return static_cast<rlim_t>(most.memory_mb) * kBytesOfMb;
    case RLIMIT_STACK:
      return kStackMax;
    case RLIMIT_NOFILE:
      return static_cast<rlim_t>(most.files);
    case RLIMIT_NPROC:
      return static_cast<rlim_t>(most.threads) + static_cast<rlim_t>(most.processes - 1 + kProcessesOfBot);
    case RLIMIT_FSIZE:  // there is nothing to write to below
      return isolation >= Isolation::user ? static_cast<rlim_t>(most.tmp_mb + 1) * kBytesOfMb : 0;
    default:
      return RLIM_INFINITY;
  }
}

/// Whether this process may raise its hard limit; it is put back.
bool can_raise(__rlimit_resource what, const rlimit& now, rlim_t wanted) {
  const rlimit raised = {now.rlim_cur, wanted};
  return ::setrlimit(what, &raised) == 0 && ::setrlimit(what, &now) == 0;
}

std::string in_units(const Inherited& limit, rlim_t value) {
  return value == RLIM_INFINITY ? "unlimited" : std::to_string((value + limit.unit - 1) / limit.unit);
}

}  // namespace

std::vector<std::string> limits_too_low(const Resources& most, Isolation isolation) {
  std::vector<std::string> told;
  for (const Inherited& limit : kInherited) {
    rlimit now = {};
    const rlim_t least = needed(limit.what, most, isolation);
    if (::getrlimit(limit.what, &now) != 0 || now.rlim_max >= least || can_raise(limit.what, now, limit.lifted))
      continue;
    told.push_back(fmt::format("the hard limit of {} is {}, and bots need {}: ulimit -H{} {}", limit.name,
                               in_units(limit, now.rlim_max), in_units(limit, least), limit.option,
                               in_units(limit, least)));
  }
  return told;
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
