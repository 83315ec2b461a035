#include "arena/bots/sandbox/kernel_caches.h"

#include <fcntl.h>
#include <unistd.h>

#include "arena/base/text/system_failure.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

void drop_kernel_caches() {
  static constexpr char kFile[] = "/proc/sys/vm/drop_caches";
  const OwnedFd file(::open(kFile, O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) throw_errno(kFile);
  if (::write(file.get(), "3", 1) != 1) throw_errno(kFile);  // pages, names and inodes
}

}  // namespace arena
