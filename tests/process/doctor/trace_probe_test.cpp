#include "arena/bots/doctor/trace_probe.h"

#include <unistd.h>

#include <set>
#include <string>
#include <utility>

#include "arena/bots/sandbox/kernel_caches.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/machine_lock.h"

namespace trace_probe_test {

using arena::FoundTrace;
using arena::Isolation;

TEST_CASE("a trace is found if more of it was read than chance explains") {
  CHECK(FoundTrace{"quotas", 1, 1}.is_found());
  CHECK_FALSE(FoundTrace{"quotas", 0, 1}.is_found());
  CHECK(FoundTrace{"names", 52, 64}.is_found());
  CHECK_FALSE(FoundTrace{"names", 51, 64}.is_found());
}

TEST_EVERY_LEVEL("the canary finds traces of an earlier one, and none if the kernel's caches were dropped") {
  if (::geteuid() != 0) SKIP("only root may drop the kernel's caches");
  const processes::MachineLock alone(processes::kKernelCaches);
  const arena::Sandbox sandbox = processes::box_at(isolation);
  bool has_dropped = false;
  std::set<std::string> left;
  for (const FoundTrace& trace : arena::probe_traces(sandbox, [&has_dropped] {
         if (!std::exchange(has_dropped, true)) arena::drop_kernel_caches();
       })) {
    INFO(trace.way << " " << trace.right << " of " << trace.bits);
    if (trace.is_found()) left.insert(trace.way);
  }
  CHECK(left.contains("names"));
  CHECK(left.contains("pages"));
  CHECK_FALSE(left.contains("quotas"));
  for (const FoundTrace& trace : arena::probe_traces(sandbox, arena::drop_kernel_caches)) {
    INFO(trace.way << " " << trace.right << " of " << trace.bits);
    // Without mounts of their own, bots see when a file was last read.
    if (trace.way == "access_times" && isolation < Isolation::user) continue;
    CHECK_FALSE(trace.is_found());
  }
}

}  // namespace trace_probe_test
