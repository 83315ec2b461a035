#pragma once

#include <stdint.h>

/// What differs from sandbox to sandbox in the mounts of arena/bots/sandbox/mounts.h.
struct MountView {
  const char* root;        ///< the folder that becomes "/"
  const char* bot_folder;  ///< the folder that becomes "/bot"
  uint64_t tmp_bytes;      ///< the size of /tmp
};

/// Makes the mounts in this process's mount namespace and leaves the machine's own: nothing that the machine mounts
/// later comes in, and nothing of this gets out. The process is then in "/". Needs Linux 5.12 and CAP_SYS_ADMIN in its
/// user namespace. Returns what failed, with errno, or null.
const char* make_mounts(const struct MountView* view);
