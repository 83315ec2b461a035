#include "arena/sandbox/made_up_figures.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sysinfo.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <ctime>

namespace arena {
namespace {

/// For the kernel's messages, which grow from version to version.
constexpr std::size_t kMessageBytesMax = 512;

/// Installs the filter: `action` for sysinfo, of whichever architecture; the other filter sees to all else.
int filter_sysinfo(std::uint32_t action, unsigned flags) {
  sock_filter instructions[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sysinfo, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {sizeof instructions / sizeof *instructions, instructions};
  return static_cast<int>(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program));
}

struct sysinfo figures(std::uint64_t memory_bytes) {
  struct sysinfo made_up = {};
  timespec since_boot = {};
  ::clock_gettime(CLOCK_BOOTTIME, &since_boot);
  made_up.uptime = static_cast<decltype(made_up.uptime)>(since_boot.tv_sec);
  made_up.totalram = memory_bytes;
  made_up.freeram = memory_bytes;
  made_up.procs = 1;
  made_up.mem_unit = 1;
  return made_up;
}

}  // namespace

int watch_sysinfo() {
  const int listener = filter_sysinfo(SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
  if (listener >= 0) return listener;
  return filter_sysinfo(SECCOMP_RET_ERRNO | ENOSYS, 0) == 0 ? -1 : -2;
}

void answer_sysinfo(int listener, std::uint64_t memory_bytes) {
  static seccomp_notif_sizes sizes = {};
  if (sizes.seccomp_notif == 0 && ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) return;
  if (sizes.seccomp_notif > kMessageBytesMax || sizes.seccomp_notif_resp > kMessageBytesMax) return;
  alignas(8) char received[kMessageBytesMax] = {};
  if (::ioctl(listener, static_cast<int>(SECCOMP_IOCTL_NOTIF_RECV), received) != 0) return;  // who asked has gone
  seccomp_notif question;
  std::memcpy(&question, received, sizeof question);
  struct sysinfo made_up = figures(memory_bytes);
  const iovec from = {&made_up, sizeof made_up};
  // The kernel checks the address, as it does in the true call.
  const iovec to = {reinterpret_cast<void*>(question.data.args[0]), sizeof made_up};
  const ssize_t written = ::process_vm_writev(static_cast<pid_t>(question.pid), &from, 1, &to, 1, 0);
  alignas(8) char sent[kMessageBytesMax] = {};
  seccomp_notif_resp answer = {};
  answer.id = question.id;
  if (written != sizeof made_up) answer.error = written < 0 ? -errno : -EFAULT;
  std::memcpy(sent, &answer, sizeof answer);
  if (::ioctl(listener, static_cast<int>(SECCOMP_IOCTL_NOTIF_SEND), sent) != 0) return;  // likewise
}

}  // namespace arena
