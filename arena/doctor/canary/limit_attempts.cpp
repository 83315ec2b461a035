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
#include <cstring>
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

Tried private_memory(const Decoys& decoys) { return maps(decoys, MAP_PRIVATE | MAP_ANONYMOUS, -1); }
Tried shared_memory(const Decoys& decoys) { return maps(decoys, MAP_SHARED | MAP_ANONYMOUS, -1); }
Tried stack_memory(const Decoys& decoys) { return maps(decoys, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1); }

Tried device_memory(const Decoys& decoys) {
  const int zero = ::open("/dev/zero", O_RDWR | O_CLOEXEC);
  if (zero < 0) return denied_by_errno();
  const Tried tried = maps(decoys, MAP_SHARED, zero);
  ::close(zero);
  return tried;
}

Tried memory_files(const Decoys&) {
  for (const long fd : {::syscall(SYS_memfd_create, "arena_canary", MFD_CLOEXEC), ::syscall(SYS_memfd_secret, 0)}) {
    if (fd < 0) continue;
    ::close(static_cast<int>(fd));
    return allowed();
  }
  return denied_by_errno();
}

Tried large_pipes(const Decoys&) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return denied_by_errno();
  const int size = ::fcntl(ends[1], F_GETPIPE_SZ);
  const Tried tried = by_result(::fcntl(ends[1], F_SETPIPE_SZ, size));
  ::close(ends[0]);
  ::close(ends[1]);
  return tried;
}

Tried pass_descriptors(const Decoys&) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return denied_by_errno();
  char byte = 0;
  iovec part = {&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> space = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space.data();
  message.msg_controllen = space.size();
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &ends[0], sizeof ends[0]);
  const Tried tried = by_result(::sendmsg(ends[1], &message, 0));
  ::close(ends[0]);
  ::close(ends[1]);
  return tried;
}

/// Its own program serves: it runs, so nothing of it goes.
int own_program() { return ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC); }

Tried evict_files(const Decoys&) {
  const int file = own_program();
  if (file < 0) return denied_by_errno();
  const long result = ::syscall(SYS_fadvise64, file, 0, 1, POSIX_FADV_DONTNEED);
  const Tried tried = by_result(result);
  ::close(file);
  return tried;
}

Tried see_memory_of_files(const Decoys&) {
  const int file = own_program();
  if (file < 0) return denied_by_errno();
  char byte = 0;
  const iovec part = {&byte, 1};
  const Tried tried = by_result_or(::preadv2(file, &part, 1, 0, RWF_NOWAIT), EAGAIN);
  ::close(file);
  return tried;
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

Tried sysv_memory(const Decoys&) {
  const int id = ::shmget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  if (id < 0) return denied_by_errno();
  ::shmctl(id, IPC_RMID, nullptr);
  return allowed();
}

Tried sysv_messages(const Decoys&) {
  const int id = ::msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  if (id < 0) return denied_by_errno();
  ::msgctl(id, IPC_RMID, nullptr);
  return allowed();
}

Tried sysv_semaphores(const Decoys&) {
  const int id = ::semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  if (id < 0) return denied_by_errno();
  ::semctl(id, 0, IPC_RMID);
  return allowed();
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
    {"private_memory", private_memory},
    {"shared_memory", shared_memory},
    {"device_memory", device_memory},
    {"stack_memory", stack_memory},
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
