#include "arena/run/pinning.h"

#include <sched.h>

namespace arena {

std::vector<int> usable_cores() {
  cpu_set_t allowed;
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  }
  return cores;
}

bool pin_to_one_core(int number) {
  const std::vector<int> cores = usable_cores();
  if (cores.empty()) return false;
  const auto from_last = static_cast<std::size_t>(number) % cores.size();
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cores[cores.size() - 1 - from_last], &one);
  return ::sched_setaffinity(0, sizeof one, &one) == 0;
}

}  // namespace arena
