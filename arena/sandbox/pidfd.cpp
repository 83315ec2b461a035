#include "arena/sandbox/pidfd.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace arena {

// By number: the header of glibc 2.36 cannot be used from C++ (its bug 29526).
int open_pidfd(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

void signal_pidfd(int pidfd, int signal) { ::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0); }

void kill_pidfd(int pidfd) { signal_pidfd(pidfd, SIGKILL); }

bool wait_pidfd(int pidfd, int milliseconds) {
  pollfd ended = {pidfd, POLLIN, 0};
  while (::poll(&ended, 1, milliseconds) < 0 && errno == EINTR) continue;
  return ended.revents != 0;
}

void reap_pidfd(int pidfd) {
  siginfo_t info = {};
  ::waitid(P_PIDFD, static_cast<id_t>(pidfd), &info, WEXITED | WNOHANG);
}

}  // namespace arena
