#include "arena/run/pinning.h"

#include <sched.h>

namespace arena {

std::optional<int> pin_to_one_core() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return std::nullopt;
  for (int core = CPU_SETSIZE - 1; core >= 0; --core) {
    if (!CPU_ISSET(core, &allowed)) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    if (::sched_setaffinity(0, sizeof one, &one) != 0) return std::nullopt;
    return core;
  }
  return std::nullopt;
}

}  // namespace arena
