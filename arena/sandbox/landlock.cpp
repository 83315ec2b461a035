#include "arena/sandbox/landlock.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace arena {

int landlock_version() {
  constexpr unsigned kVersion = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion);
  return version < 0 ? 0 : static_cast<int>(version);
}

}  // namespace arena
