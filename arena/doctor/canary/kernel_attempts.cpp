// The kernel itself. What could do harm is asked for with an argument that cannot be, so that the kernel refuses it
// after it has granted the right, and by another error.

#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "arena/doctor/canary/attempt.h"

namespace arena {
namespace {

Tried type_into_terminal(const Decoys&) {
  // No character is there: a terminal that would take one says EFAULT.
  const auto types = [](int fd) { return ::ioctl(fd, TIOCSTI, nullptr) == 0 || errno == EFAULT; };
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (types(fd)) return allowed();
  }
  const OwnedFd terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC));
  return terminal.get() >= 0 && types(terminal.get()) ? allowed() : denied_by_errno();
}

Tried kernel_log(const Decoys&) {
  constexpr int kSizeOfBuffer = 10;
  return by_result(::syscall(SYS_syslog, kSizeOfBuffer, nullptr, 0));
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

Tried userfaultfd(const Decoys&) {
  constexpr int kUserModeOnly = 1;
  return by_descriptor(::syscall(SYS_userfaultfd, O_CLOEXEC | kUserModeOnly));
}

#if defined(__x86_64__)
/// By the gate of 32-bit programs, with its number of socket(2).
Tried i386_calls(const Decoys&) {
  constexpr long kSocket = 359;
  long result = kSocket;
  asm volatile("int $0x80" : "+a"(result) : "b"(AF_INET), "c"(SOCK_DGRAM), "d"(0) : "memory", "r8", "r9", "r10", "r11");
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

constexpr auto kKernelAttempts = std::to_array<Attempt>({
    {"type_into_terminal", type_into_terminal},
    {"kernel_log", kernel_log},
    {"io_uring", io_uring},
    {"perf_events", perf_events},
    {"bpf", bpf},
    {"userfaultfd", userfaultfd},
    {"load_module", [](const Decoys&) { return by_result_or(::syscall(SYS_finit_module, -1, "", 0), EBADF); }},
    // More segments than there may be, and flags that mean nothing.
    {"kexec", [](const Decoys&) { return by_result_or(::syscall(SYS_kexec_load, 0, 1000, nullptr, 0x8000), EINVAL); }},
    // Without the numbers that make it serious.
    {"reboot", [](const Decoys&) { return by_result_or(::syscall(SYS_reboot, 0, 0, 0, nullptr), EINVAL); }},
    {"i386_calls", i386_calls},
    {"x32_calls", x32_calls},
});

}  // namespace

std::span<const Attempt> kernel_attempts() { return kKernelAttempts; }

}  // namespace arena
