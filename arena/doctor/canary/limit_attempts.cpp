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
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "arena/doctor/canary/attempt.h"

namespace arena {
namespace {

/// One megabyte more than it may use, of which nothing is touched.
Tried maps(const Decoys& decoys, int flags, int fd) {
  const std::size_t bytes = (static_cast<std::size_t>(decoys.resources.memory_mb) + 1) << 20;
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, fd, 0);
  if (memory == MAP_FAILED) return denied_by_errno();
  ::munmap(memory, bytes);
  return allowed();
}

Tried device_memory(const Decoys& decoys) {
  const OwnedFd zero(::open("/dev/zero", O_RDWR | O_CLOEXEC));
  return zero.get() < 0 ? denied_by_errno() : maps(decoys, MAP_SHARED, zero.get());
}

Tried memory_files(const Decoys&) {
  for (const long fd : {::syscall(SYS_memfd_create, "arena_canary", MFD_CLOEXEC), ::syscall(SYS_memfd_secret, 0)}) {
    if (by_descriptor(fd).allowed) return allowed();
  }
  return denied_by_errno();
}

Tried large_pipes(const Decoys&) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return denied_by_errno();
  const OwnedFd out(ends[0]);
  const OwnedFd in(ends[1]);
  return by_result(::fcntl(in.get(), F_SETPIPE_SZ, ::fcntl(in.get(), F_GETPIPE_SZ)));
}

Tried pass_descriptors(const Decoys&) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return denied_by_errno();
  const OwnedFd there(ends[0]);
  const OwnedFd here(ends[1]);
  return by_result(send_with_descriptors(here.get(), "x", std::span(ends, 1)));
}

/// Its own program serves: it runs, so nothing of it goes.
OwnedFd own_program() { return OwnedFd(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC)); }

Tried evict_files(const Decoys&) {
  const OwnedFd file = own_program();
  if (file.get() < 0) return denied_by_errno();
  return by_result(::syscall(SYS_fadvise64, file.get(), 0, 1, POSIX_FADV_DONTNEED));
}

Tried see_memory_of_files(const Decoys&) {
  const OwnedFd file = own_program();
  if (file.get() < 0) return denied_by_errno();
  char byte = 0;
  const iovec part = {&byte, 1};
  return by_result_or(::preadv2(file.get(), &part, 1, 0, RWF_NOWAIT), EAGAIN);
}

Tried too_many_descriptors(const Decoys& decoys) {
  rlimit limit = {};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  std::vector<int> opened;
  Tried tried = allowed();
  while (tried.allowed && opened.size() < static_cast<std::size_t>(decoys.resources.files)) {
    const int fd = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    tried = by_result(fd);
    if (tried.allowed) opened.push_back(fd);
  }
  for (const int fd : opened) ::close(fd);
  return tried;
}

Tried core_file(const Decoys&) {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_CORE, &limit) != 0) return denied_by_errno();
  return limit.rlim_max > 0 ? allowed() : denied("bounded");
}

/// Of a call that makes something of System V and returns its id: `remove` takes it away again.
template <class Remove>
Tried makes(int id, Remove remove) {
  const Tried tried = by_result(id);
  if (tried.allowed) remove(id);
  return tried;
}

constexpr int kNewForOwner = IPC_CREAT | 0600;

Tried sysv_memory(const Decoys&) {
  return makes(::shmget(IPC_PRIVATE, 1, kNewForOwner), [](int id) { ::shmctl(id, IPC_RMID, nullptr); });
}
Tried sysv_messages(const Decoys&) {
  return makes(::msgget(IPC_PRIVATE, kNewForOwner), [](int id) { ::msgctl(id, IPC_RMID, nullptr); });
}
Tried sysv_semaphores(const Decoys&) {
  return makes(::semget(IPC_PRIVATE, 1, kNewForOwner), [](int id) { ::semctl(id, 0, IPC_RMID); });
}

Tried message_queue(const Decoys&) {
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
Tried add_key(const Decoys&) {
  return by_result(::syscall(SYS_add_key, "user", "arena_canary", "x", 1, KEY_SPEC_PROCESS_KEYRING));
}
Tried keyrings(const Decoys&) {
  return by_result(::syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1));
}

constexpr auto kLimitAttempts = std::to_array<Attempt>({
    {"private_memory", [](const Decoys& decoys) { return maps(decoys, MAP_PRIVATE | MAP_ANONYMOUS, -1); }},
    {"shared_memory", [](const Decoys& decoys) { return maps(decoys, MAP_SHARED | MAP_ANONYMOUS, -1); }},
    {"device_memory", device_memory},
    {"stack_memory",
     [](const Decoys& decoys) { return maps(decoys, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1); }},
    {"memory_files", memory_files},
    {"too_many_descriptors", too_many_descriptors},
    {"core_file", core_file},
    {"sysv_memory", sysv_memory},
    {"sysv_messages", sysv_messages},
    {"sysv_semaphores", sysv_semaphores},
    {"message_queue", message_queue},
    {"large_pipes", large_pipes},
    {"pass_descriptors", pass_descriptors},
    {"evict_files", evict_files},
    {"see_memory_of_files", see_memory_of_files},
    {"add_key", add_key},
    {"keyrings", keyrings},
});

}  // namespace

std::span<const Attempt> limit_attempts() { return kLimitAttempts; }

}  // namespace arena
