// Limits of memory and descriptors, and what the kernel keeps for whoever knows its name; the kernel itself. What could
// do harm is asked for with an argument that cannot be: the kernel refuses that by another error than a lack of rights.

#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <linux/userfaultfd.h>
#include <mqueue.h>
#include <sys/ioctl.h>
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
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <string>
#include <vector>

#include "arena/bots/sandbox/descriptors.h"

#include "arena/bots/doctor/canary/attempt.h"

namespace arena::attempts {

/// One megabyte more than it may use, of which nothing is touched.
static Tried maps(const Decoys& decoys, int flags, int fd) {
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
  return by_result(send_with_descriptors(here.get(), "x", 1, ends, 1));
}

/// Its own program serves: it runs, so nothing of it goes.
static OwnedFd own_program() { return OwnedFd(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC)); }

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

Tried type_into_terminal(const Decoys&) {
  // No character is there: a terminal that would take one says EFAULT.
  const auto types = [](int fd) { return ::ioctl(fd, TIOCSTI, nullptr) == 0 || errno == EFAULT; };
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (types(fd)) return allowed();
  }
  const OwnedFd terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC));
  return terminal.get() >= 0 && types(terminal.get()) ? allowed() : denied_by_errno();
}

Tried io_uring(const Decoys&) {
  std::array<unsigned char, 256> parameters = {};
  return by_descriptor(::syscall(SYS_io_uring_setup, 1, parameters.data()));
}

Tried perf_events(const Decoys&) {
  perf_event_attr attributes = {};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  return by_descriptor(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

Tried bpf(const Decoys&) {
  bpf_attr attributes;
  std::memset(&attributes, 0, sizeof attributes);
  attributes.map_type = BPF_MAP_TYPE_ARRAY;
  attributes.key_size = 4;
  attributes.value_size = 4;
  attributes.max_entries = 1;
  return by_descriptor(::syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes));
}

#if defined(__x86_64__)
static sigjmp_buf before_gate;

/// By the gate of 32-bit programs, with its number of socket(2). A kernel that was built or started without the gate
/// answers with SIGSEGV.
Tried i386_calls(const Decoys&) {
  constexpr long kSocket = 359;
  const auto before = ::signal(SIGSEGV, [](int) { siglongjmp(before_gate, 1); });
  if (sigsetjmp(before_gate, 1) != 0) {
    ::signal(SIGSEGV, before);
    return denied("no_gate");
  }
  long result = kSocket;
  asm volatile("int $0x80" : "+a"(result) : "b"(AF_INET), "c"(SOCK_DGRAM), "d"(0) : "memory", "r8", "r9", "r10", "r11");
  ::signal(SIGSEGV, before);
  if (result < 0) errno = static_cast<int>(-result);
  return by_descriptor(result);
}

Tried x32_calls(const Decoys&) {
  constexpr long kX32 = 0x40000000;
  return by_descriptor(::syscall(kX32 | SYS_socket, AF_INET, SOCK_DGRAM, 0));
}
#else
Tried i386_calls(const Decoys&) { return denied("not_here"); }
Tried x32_calls(const Decoys&) { return denied("not_here"); }
#endif

Tried private_memory(const Decoys& decoys) { return maps(decoys, MAP_PRIVATE | MAP_ANONYMOUS, -1); }
Tried shared_memory(const Decoys& decoys) { return maps(decoys, MAP_SHARED | MAP_ANONYMOUS, -1); }
Tried stack_memory(const Decoys& decoys) { return maps(decoys, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1); }
Tried kernel_log(const Decoys&) { return by_result(::syscall(SYS_syslog, 10 /* its size */, nullptr, 0)); }
Tried userfaultfd(const Decoys&) { return by_descriptor(::syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY)); }
Tried load_module(const Decoys&) { return by_result_or(::syscall(SYS_finit_module, -1, "", 0), EBADF); }
// More segments than there may be, and flags that mean nothing.
Tried kexec(const Decoys&) { return by_result_or(::syscall(SYS_kexec_load, 0, 1000, nullptr, 0x8000), EINVAL); }
// Without the numbers that make it serious.
Tried reboot(const Decoys&) { return by_result_or(::syscall(SYS_reboot, 0, 0, 0, nullptr), EINVAL); }

}  // namespace arena::attempts
