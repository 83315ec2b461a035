#include "arena/league/run/machine.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <thread>
#include <vector>

#include "tests/catch.h"

namespace machine_test {

namespace {

/// How the kernel schedules the calling thread: sched_setattr(2).
struct Scheduling {
  bool is_known = false;
  bool resets_on_fork = false;
  std::uint64_t slice_ns = 0;  ///< before Linux 6.12: 0
  cpu_set_t cores = {};
};

Scheduling scheduling() {
  std::array<std::uint64_t, 6> attributes = {};  // size and policy, flags, nice and priority, runtime, deadline, period
  Scheduling found;
  found.is_known = ::syscall(SYS_sched_getattr, 0, attributes.data(), sizeof attributes, 0) == 0 &&
                   ::sched_getaffinity(0, sizeof found.cores, &found.cores) == 0;
  found.resets_on_fork = attributes[1] == 1;
  found.slice_ns = attributes[3];
  return found;
}

}  // namespace

TEST_CASE("a thread bound to a core takes long slices there, and what it starts is bound only") {
  if (::sched_getscheduler(0) != SCHED_OTHER || ::getpriority(PRIO_PROCESS, 0) < 0)
    SKIP("the tests run at a priority of their own");
  bool is_bound = false;
  Scheduling bound;
  Scheduling started;
  std::thread([&] {
    is_bound = arena::pin_to_one_core(0);
    bound = scheduling();
    std::thread([&] { started = scheduling(); }).join();
  }).join();
  REQUIRE(is_bound);
  REQUIRE(bound.is_known);
  REQUIRE(started.is_known);
  CHECK(CPU_COUNT(&bound.cores) == 1);
  CHECK(CPU_EQUAL(&bound.cores, &started.cores));
  CHECK(bound.resets_on_fork);
  CHECK_FALSE(started.resets_on_fork);
  if (bound.slice_ns != 0) CHECK(started.slice_ns < bound.slice_ns);
}

TEST_CASE("workers are bound to one core after the other, round from where the first one was") {
  const std::vector<int> cores = arena::usable_cores();
  std::vector<int> bound;
  for (std::size_t number = 0; number <= cores.size(); ++number) {
    std::thread([&] {
      if (arena::pin_to_one_core(static_cast<int>(number))) bound.push_back(::sched_getcpu());
    }).join();
  }
  REQUIRE(bound.size() == cores.size() + 1);
  CHECK(bound.front() == bound.back());
  bound.pop_back();
  std::ranges::sort(bound);
  CHECK(bound == cores);
}

}  // namespace machine_test
