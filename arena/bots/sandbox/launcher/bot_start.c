#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/bot_start.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/launcher/answered_calls.h"

enum {
  kStackAtFirst = 8 << 20,  // and of a thread
  kLockedMax = 64 << 10,
  kPendingSignalsMax = 256,
};

/// Sets the hard limit to `most`, or as high as it may be, and the soft limit to that or to `at_first` if it is less.
static bool limit_from(int what, rlim_t most, rlim_t at_first) {
  struct rlimit now;
  if (getrlimit(what, &now) != 0) return false;
  if (now.rlim_max != RLIM_INFINITY && most > now.rlim_max) most = now.rlim_max;
  const struct rlimit wanted = {most < at_first ? most : at_first, most};
  return setrlimit(what, &wanted) == 0;
}

static bool limit(int what, rlim_t most) { return limit_from(what, most, RLIM_INFINITY); }

/// Imposes the limits of the order on this process, and on the bot that it becomes, which cannot raise them. Nothing of
/// the arena's own limits is left. Returns what failed, with errno, or null.
static const char* impose_limits(const struct LaunchOrder* order) {
  // Neither address space nor processor time is bounded.
  if (!limit(RLIMIT_AS, RLIM_INFINITY) || !limit(RLIMIT_CPU, RLIM_INFINITY)) return "the limits of the arena";
  if (!limit(RLIMIT_CORE, 0)) return "the limit of core dumps";
  if (!limit(RLIMIT_DATA, order->data_bytes > 0 ? order->data_bytes : RLIM_INFINITY)) return "the limit of memory";
  if (!limit(RLIMIT_FSIZE, order->file_bytes)) return "the limit of files' size";
  if (!limit(RLIMIT_NOFILE, order->files)) return "the limit of descriptors";
  if (!limit(RLIMIT_NPROC, order->tasks)) return "the limit of threads";
  if (!limit(RLIMIT_MEMLOCK, kLockedMax)) return "the limit of locked memory";
  if (!limit(RLIMIT_SIGPENDING, kPendingSignalsMax)) return "the limit of pending signals";
  if (!limit(RLIMIT_MSGQUEUE, 0) || !limit(RLIMIT_RTPRIO, 0) || !limit(RLIMIT_NICE, 0))
    return "the limits of queues and priority";
  return limit_from(RLIMIT_STACK, kStackMax, kStackAtFirst) ? NULL : "the limit of the stack";
}

void die(const char* what) {
  fprintf(stderr, "arena-launcher: %s: %s\n", what, strerror(errno));
  _Exit(125);
}

/// Receives the last byte, and makes the pipes that it brings this process's stdin and stdout. Returns what failed,
/// with errno, or null.
static const char* take_streams(int control) {
  char last = 0;
  int pipes[2];
  if (receive_with_descriptors(control, &last, 1, pipes, 2, MSG_WAITALL) != 1) return "the order's last byte";
  if (dup2(pipes[0], STDIN_FILENO) < 0 || dup2(pipes[1], STDOUT_FILENO) < 0) return "the bot's streams";
  return NULL;
}

/// Has the launcher answer what the true machine must not.
static const char* hand_over_calls(int report) {
  const int listener = watch_calls();
  if (listener == -1) return NULL;
  const int nothing_wrong = 0;
  if (listener < 0 || send_with_descriptors(report, &nothing_wrong, sizeof nothing_wrong, &listener, 1) < 0)
    return "the filter of answered calls";
  close(listener);
  return NULL;
}

/// All that is imposed on the bot. On failure the sandbox is broken, not the bot.
static const char* impose(int report, struct Launch* launch) {
  const struct LaunchOrder* order = &launch->order;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
  // Before the limits: a process cannot send a descriptor while more are on their way than it may have open (unix(7),
  // ETOOMANYREFS), and the kernel counts those of all processes of the user.
  const char* failed = order->confined != 0 ? hand_over_calls(report) : NULL;
  if (failed == NULL) failed = impose_limits(order);
  if (failed != NULL || order->confined == 0) return failed;
  failed = impose_landlock(launch->path_rules, order->path_bytes);
  return failed != NULL ? failed : impose_filter(launch->tail, order->filter_length);
}

/// A program without a first line that names its interpreter is the shell's, as execvp(3) has it. Returns errno.
static int run_by_shell(char** command) {
  enum { kWordsMax = 4096 };
  static char shell[] = "/bin/sh";
  static char* words[kWordsMax] = {shell};
  if (strchr(*command, '/') == NULL) return ENOEXEC;
  int count = 1;
  for (; *command != NULL; ++command) {
    if (count == kWordsMax - 1) return E2BIG;
    words[count++] = *command;
  }
  execv(shell, words);
  return errno;
}

/// The bot has the signals that a new program of the arena would have: none is ignored or blocked.
static void reset_signals(void) {
  enum { kSignals = 64 };  // the kernel numbers them from 1 to this
  // By system call: the C library keeps some signals to itself.
  const unsigned long by_default[4] = {0};
  for (int signal = 1; signal <= kSignals; ++signal) syscall(SYS_rt_sigaction, signal, by_default, NULL, kSignals / 8);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Becomes the bot, if it can. Returns an errno or kSandboxBroken.
static int become_bot(int report, int control, struct Launch* launch, const char* directory, char** command) {
  if (launch->order.refused != 0) return (int)launch->order.refused;
  if (chdir(directory) != 0) return errno;
  const char* failed = take_streams(control);
  if (failed == NULL) failed = impose(report, launch);
  if (failed != NULL) {
    fprintf(stderr, "arena-launcher: %s: %s\n", failed, strerror(errno));
    return kSandboxBroken;
  }
  execvp(command[0], command);
  return errno == ENOEXEC ? run_by_shell(command) : errno;
}

/// In the child of vfork(2), which has its own descriptors and this memory until it becomes the bot.
static _Noreturn void run_bot(int report, int control, struct Launch* launch, const char* directory, char** command,
                              pid_t launcher) {
  // Outside the sandbox somebody may kill the launcher; the bot goes with it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launcher) _Exit(126);
  setsid();
  reset_signals();
  const int error = become_bot(report, control, launch, directory, command);
  if (send(report, &error, sizeof error, MSG_NOSIGNAL) < 0) _Exit(126);
  _Exit(127);
}

/// Nothing that this process does may reach the bot's streams or the arena's stderr.
static void leave_streams(void) {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) die("/dev/null");
  for (int stream = 0; stream <= 2; ++stream) dup2(null, stream);
}

struct StartedBot start_bot(int control, struct Launch* launch, const char* directory, char** command) {
  int report[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, report) != 0) die("socketpair");
  const pid_t launcher = getpid();
  const pid_t bot = vfork();  // a copy of this memory would cost more than all that is done in it
  if (bot < 0) die("vfork");
  if (bot == 0) run_bot(report[1], control, launch, directory, command, launcher);
  close(report[1]);
  leave_streams();
  struct StartedBot started = {bot, 0, -1};
  int told = 0;
  ssize_t got = receive_with_descriptors(report[0], &told, sizeof told, &started.listener, 1, MSG_WAITALL);
  if (started.listener >= 0) got = recv(report[0], &told, sizeof told, MSG_WAITALL);
  close(report[0]);
  if (got > 0) started.error = told;
  return started;
}
