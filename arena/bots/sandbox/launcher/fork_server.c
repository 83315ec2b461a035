#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/fork_server.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/launcher/processes.h"
#include "arena/bots/sandbox/stop_signals.h"

static struct RunNamespaces namespaces = {-1, -1, -1};

/// Says on stderr what failed, with errno, and ends the fork server.
static _Noreturn void give_up(const char* what) {
  fprintf(stderr, "arena-launcher: %s: %s\n", what, strerror(errno));
  _Exit(125);
}

static void send_byte(int socket, char byte) {
  if (send(socket, &byte, 1, MSG_NOSIGNAL) != 1) _Exit(0);  // the arena has gone
}

static void make_namespaces(int socket, const char* root) {
  const char* failed = enter_user_namespace();
  if (failed != NULL) give_up(failed);
  send_byte(socket, kNeedsMaps);
  char answer = 0;
  if (recv(socket, &answer, 1, 0) != 1) _Exit(0);
  failed = make_run_namespaces(root, &namespaces);
  if (failed != NULL) give_up(failed);
}

/// Without namespaces root must change the user for each bot. It keeps no other right of root.
static void drop_rights_of_root(void) {
  if (geteuid() != 0) return;
  const uint32_t kept = 1U << CAP_SETUID | 1U << CAP_SETGID;
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct rights[_LINUX_CAPABILITY_U32S_3] = {{kept, kept, 0}};
  if (syscall(SYS_capset, &header, rights) != 0) give_up("the capabilities");
}

/// One request, as it came.
struct Start {
  struct StartRequest request;
  char path[kStartPathMax];
  int descriptors[kStartDescriptorsMax];  // control, stderr, groups; -1 where there is none
};

static void close_all(const struct Start* start) {
  for (int i = 0; i < kStartDescriptorsMax; ++i) {
    if (start->descriptors[i] >= 0) close(start->descriptors[i]);
  }
}

static bool write_number(int file, const char* number) {
  return write(file, number, strlen(number)) == (ssize_t)strlen(number);
}

/// Lets the kernel kill this process and its bot before the arena and all others when memory runs out. Only a process
/// that may be inspected can open the file.
static const char* offer_to_oom_killer(const struct NewLauncher* launcher) {
  prctl(PR_SET_DUMPABLE, 1);
  const int proc = launcher->has_namespaces ? launcher->proc : AT_FDCWD;
  const char* path = launcher->has_namespaces ? "self/oom_score_adj" : "/proc/self/oom_score_adj";
  const int file = openat(proc, path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return NULL;  // not every container has it
  const bool written = write_number(file, "1000");
  close(file);
  return written ? NULL : "/proc/self/oom_score_adj";
}

/// Gives up all descriptors but the streams, and those of the launcher, which get numbers of their own.
static const char* keep_own_descriptors(struct NewLauncher* launcher) {
  enum { kAboveAll = 64 };  // more than a fork server ever has open
  int* own[] = {&launcher->control, &launcher->proc, &launcher->bot_folder};
  int next = STDERR_FILENO + 1;
  for (size_t i = 0; i < sizeof own / sizeof *own; ++i) {
    if (*own[i] >= 0 && (*own[i] = fcntl(*own[i], F_DUPFD_CLOEXEC, kAboveAll)) < 0) return "fcntl";
  }
  if (syscall(SYS_close_range, next, kAboveAll - 1, 0) != 0) return "close_range";
  for (size_t i = 0; i < sizeof own / sizeof *own; ++i) {
    if (*own[i] < 0) continue;
    if (dup3(*own[i], next, O_CLOEXEC) < 0) return "dup3";
    *own[i] = next++;
  }
  return syscall(SYS_close_range, next, ~0U, 0) == 0 ? NULL : "close_range";
}

/// Makes this process, which has just been forked, the launcher of its bot alone. Returns what failed, with errno, or
/// null.
static const char* settle(const struct Start* start, struct NewLauncher* launcher) {
  if (dup2(start->descriptors[1], STDERR_FILENO) < 0) return "stderr";
  for (int i = 2; i < kStartDescriptorsMax && start->descriptors[i] >= 0; ++i) {
    if (!write_number(start->descriptors[i], "0")) return "the bot cannot join its control group";
  }
  const char* failed = offer_to_oom_killer(launcher);
  if (failed != NULL) return failed;
  const struct StartRequest* request = &start->request;
  if (request->processor_bytes > 0 &&
      syscall(SYS_sched_setaffinity, 0, (size_t)request->processor_bytes, request->processors) != 0)
    return "the bot's processors";
  const uint32_t id = request->user;
  if (!launcher->has_namespaces && geteuid() == 0 &&
      (syscall(SYS_setgroups, 0, NULL) != 0 || syscall(SYS_setresgid, id, id, id) != 0 ||
       syscall(SYS_setresuid, id, id, id) != 0))
    return "the bot's user id";
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  prctl(PR_SET_NAME, "arena-launcher");
  return keep_own_descriptors(launcher);
}

/// Forks as the request asks. Returns true in the new launcher.
static bool start_launcher(const struct Start* start, struct NewLauncher* launcher) {
  pid_t child = -1;
  int pidfd = -1;
  const char* failed = NULL;
  *launcher = (struct NewLauncher){start->descriptors[0], namespaces.sandbox >= 0, start->request.user, -1, -1};
  if (launcher->has_namespaces) {
    launcher->proc = namespaces.proc;
    failed = fork_into_namespaces(&namespaces, start->request.user, start->path, &launcher->bot_folder, &child, &pidfd);
  } else {
    child = (pid_t)syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, NULL, &pidfd, NULL, 0UL);
    if (child < 0) failed = "fork";
  }
  if (child == 0) {
    failed = settle(start, launcher);
    if (failed == NULL) return true;
    give_up(failed);
  }
  if (failed != NULL) dprintf(start->descriptors[1], "arena-launcher: %s: %s\n", failed, strerror(errno));
  static const char kLine[] = "launched\n";
  // The arena notices by itself if this is lost: it has gone, or it waits for this line.
  if (child > 0) send_with_descriptors(launcher->control, kLine, sizeof kLine - 1, &pidfd, 1);
  if (launcher->bot_folder >= 0) close(launcher->bot_folder);
  if (pidfd >= 0) close(pidfd);
  return false;
}

/// Receives one request. Exits when the arena has gone. Returns false if it is not one.
static bool receive_start(int socket, struct Start* start) {
  struct {
    struct StartRequest request;
    char path[kStartPathMax];
  } packet;
  const ssize_t got =
      receive_with_descriptors(socket, &packet, sizeof packet, start->descriptors, kStartDescriptorsMax, 0);
  if (got == 0) _Exit(0);
  if (got < 0) return false;
  const size_t size = (size_t)got;
  if (size <= sizeof packet.request || start->descriptors[1] < 0) return false;
  const size_t path_bytes = size - sizeof packet.request;
  if (packet.path[path_bytes - 1] != '\0' || packet.request.processor_bytes > sizeof packet.request.processors)
    return false;
  start->request = packet.request;
  memcpy(start->path, packet.path, path_bytes);
  return true;
}

/// Descriptors of starts arrive here, and all of them must. The launcher limits its bot.
static void allow_most_descriptors(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

/// Resets all signals. The launchers inherit that, and need not do it for each bot.
static void reset_signals(void) {
  enum { kSignals = 64 };  // the kernel numbers them from 1 to this
  // By system call: the C library keeps some signals to itself.
  const unsigned long by_default[4] = {0};
  for (int signal = 1; signal <= kSignals; ++signal) syscall(SYS_rt_sigaction, signal, by_default, NULL, kSignals / 8);
}

struct NewLauncher serve_starts(int socket, const char* root) {
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  allow_most_descriptors();
  reset_signals();
  // The fork server and the launchers end when the arena says so, or is gone.
  for (size_t i = 0; i < sizeof kStopSignals / sizeof *kStopSignals; ++i) signal(kStopSignals[i], SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  root != NULL ? make_namespaces(socket, root) : drop_rights_of_root();
  prctl(PR_SET_DUMPABLE, 0);
  const int children = watch_children(false);
  if (children < 0) give_up("signalfd");
  continue_when_parent_dies();
  prctl(PR_SET_NAME, "arena-forks");
  send_byte(socket, kReady);
  while (true) {
    struct pollfd watched[2] = {{socket, POLLIN, 0}, {children, POLLIN, 0}};
    if (poll(watched, 2, -1) < 0 && errno != EINTR) give_up("poll");
    // Before the next start: the kernel counts a process as its user's until it is reaped, and the user may be the
    // same.
    if (watched[1].revents != 0) {
      struct signalfd_siginfo ignored;
      if (read(children, &ignored, sizeof ignored) < 0) give_up("signalfd");
      while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    }
    if (watched[0].revents == 0) continue;
    struct Start start = {.descriptors = {-1, -1, -1, -1, -1, -1}};
    struct NewLauncher launcher;
    if (receive_start(socket, &start) && start_launcher(&start, &launcher)) return launcher;
    close_all(&start);
  }
}
