// Limits of memory and descriptors, and what the kernel keeps for whoever knows its name.

#include <fcntl.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "arena/sandbox/canary/attempt.h"

namespace arena {
namespace {

/// One megabyte more than it may use, of which nothing is touched.
Tried maps(const Bait& bait, int flags, int fd) {
  const std::size_t bytes = (static_cast<std::size_t>(bait.resources.memory_mb) + 1) << 20;
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, fd, 0);
  if (memory == MAP_FAILED) return denied_by_errno();
  ::munmap(memory, bytes);
  return allowed();
}

Tried private_memory(const Bait& bait) { return maps(bait, MAP_PRIVATE | MAP_ANONYMOUS, -1); }
Tried shared_memory(const Bait& bait) { return maps(bait, MAP_SHARED | MAP_ANONYMOUS, -1); }

Tried device_memory(const Bait& bait) {
  const int zero = ::open("/dev/zero", O_RDWR | O_CLOEXEC);
  if (zero < 0) return denied_by_errno();
  const Tried tried = maps(bait, MAP_SHARED, zero);
  ::close(zero);
  return tried;
}

Tried memory_files(const Bait&) {
  for (const long fd : {::syscall(SYS_memfd_create, "arena_canary", MFD_CLOEXEC), ::syscall(SYS_memfd_secret, 0)}) {
    if (fd < 0) continue;
    ::close(static_cast<int>(fd));
    return allowed();
  }
  return denied_by_errno();
}

Tried too_many_descriptors(const Bait& bait) {
  rlimit limit = {};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  std::vector<int> opened;
  Tried tried = allowed();
  while (tried.allowed && opened.size() < static_cast<std::size_t>(bait.resources.files)) {
    const int fd = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    tried = by_result(fd);
    if (tried.allowed) opened.push_back(fd);
  }
  for (const int fd : opened) ::close(fd);
  return tried;
}

Tried core_file(const Bait&) {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_CORE, &limit) != 0) return denied_by_errno();
  return limit.rlim_max > 0 ? allowed() : denied("bounded");
}

Tried sysv_memory(const Bait&) {
  const int id = ::shmget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  if (id < 0) return denied_by_errno();
  ::shmctl(id, IPC_RMID, nullptr);
  return allowed();
}

Tried sysv_messages(const Bait&) {
  const int id = ::msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  if (id < 0) return denied_by_errno();
  ::msgctl(id, IPC_RMID, nullptr);
  return allowed();
}

Tried sysv_semaphores(const Bait&) {
  const int id = ::semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  if (id < 0) return denied_by_errno();
  ::semctl(id, 0, IPC_RMID);
  return allowed();
}

Tried message_queue(const Bait&) {
  const std::string name = "/arena-canary-" + std::to_string(::getpid());
  mq_attr smallest = {};
  smallest.mq_maxmsg = 1;
  smallest.mq_msgsize = 1;
  const mqd_t queue = ::mq_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600, &smallest);
  if (queue < 0) return denied_by_errno();
  ::mq_close(queue);
  ::mq_unlink(name.c_str());
  return allowed();
}

// Both in the keyring of the process, which goes with it.
Tried add_key(const Bait&) {
  return by_result(::syscall(SYS_add_key, "user", "arena_canary", "x", 1, KEY_SPEC_PROCESS_KEYRING));
}
Tried keyrings(const Bait&) {
  return by_result(::syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1));
}

constexpr auto kAttempts = std::to_array<Attempt>({
    {"private_memory", private_memory},
    {"shared_memory", shared_memory},
    {"device_memory", device_memory},
    {"memory_files", memory_files},
    {"too_many_descriptors", too_many_descriptors},
    {"core_file", core_file},
    {"sysv_memory", sysv_memory},
    {"sysv_messages", sysv_messages},
    {"sysv_semaphores", sysv_semaphores},
    {"message_queue", message_queue},
    {"add_key", add_key},
    {"keyrings", keyrings},
});

}  // namespace

std::span<const Attempt> limit_attempts() { return kAttempts; }

}  // namespace arena
