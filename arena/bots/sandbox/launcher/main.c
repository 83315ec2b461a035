// arena-launcher: starts one bot, tells the arena the truth about its end, and leaves nothing behind.
//
//   arena-launcher CONTROL DIR PROGRAM [ARGUMENT...]
//
// CONTROL is the number of a stream socket to the arena. Its first message is a LaunchOrder: what is imposed on the
// bot. It brings two descriptors, the bot's stdin and stdout, which the bot's own process takes: nobody else ever holds
// them, and end of file and broken pipes tell the truth. DIR is the bot's working directory, seen from where the bot
// is. Where the order brings mounts, this process only waits, and a child goes on as pid 1 of the bot's namespaces;
// elsewhere it adopts the bot's orphans (PR_SET_CHILD_SUBREAPER). It writes to CONTROL, one line each:
//   started                              the program runs; the message carries a pidfd of it
//   failed ERRNO                         it could not be started; the last line
//   exited CODE USER_US SYSTEM_US PEAK_KB       it ended; the last line
//   signaled NUMBER USER_US SYSTEM_US PEAK_KB   a signal ended it; the last line
// Of CONTROL it reads kStopAll and kContinueAll: stop or continue every process of the bot.
// When the program ends, or when CONTROL is closed at the other end (the arena wants it gone, or died), every
// process of the bot is killed and this one exits.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/launcher/answered_calls.h"
#include "arena/bots/sandbox/launcher/bot_start.h"
#include "arena/bots/sandbox/launcher/namespaces.h"
#include "arena/bots/sandbox/launcher/processes.h"
#include "arena/bots/sandbox/stop_signals.h"

// Large, and so not on the stack: of pages that nobody touches the kernel makes none.
static struct Launch launch;
static struct AnsweredCalls calls;

static _Noreturn void die_of_order(void) {
  errno = EBADMSG;
  die("the arena's first message");
}

/// Receives the first message, all but its last byte. Exits if the arena has gone, or if the message is not one.
static void receive_launch(int control) {
  struct LaunchOrder* order = &launch.order;
  const ssize_t got = recv(control, order, sizeof *order, MSG_WAITALL);
  if (got == 0) _Exit(0);  // the arena has gone
  if (got < 0) die("recv");
  if (got != sizeof *order) die_of_order();
  const uint64_t filter_bytes = (uint64_t)order->filter_length * sizeof(struct sock_filter);
  const uint64_t rest = filter_bytes + order->path_bytes + order->mount_bytes;
  if (rest > sizeof launch.tail) die_of_order();
  if (rest > 0 && recv(control, launch.tail, rest, MSG_WAITALL) != (ssize_t)rest) die_of_order();
  launch.path_rules = launch.tail + filter_bytes;
  launch.mounts = launch.path_rules + order->path_bytes;
}

// Reports. Who reads none has died, which is seen elsewhere.

static __attribute__((format(printf, 2, 3))) void report(int control, const char* format, ...) {
  char line[128];
  va_list figures;
  va_start(figures, format);
  const int size = vsnprintf(line, sizeof line, format, figures);
  va_end(figures);
  // A dead arena does not matter here: the main loop sees it.
  if (send(control, line, (size_t)size, MSG_NOSIGNAL) < 0) return;
}

/// Says that the bot runs. Its pidfd means the same process on the other side, whatever number it has there. Returns
/// false when the arena could not be given it: it would neither stop nor time the bot.
static bool report_started(int control, pid_t bot) {
  static const char kLine[] = "started\n";
  const int pidfd = open_pidfd(bot);
  const bool sent = pidfd >= 0 && send_with_descriptors(control, kLine, sizeof kLine - 1, &pidfd, 1) > 0;
  close(pidfd);
  return sent;
}

static long long micros(const struct timeval* time) { return (long long)time->tv_sec * 1000000 + time->tv_usec; }

static void report_end(int control, int status, const struct rusage* usage) {
  const bool exited = WIFEXITED(status);
  report(control, "%s %d %lld %lld %ld\n", exited ? "exited" : "signaled",
         exited ? WEXITSTATUS(status) : WTERMSIG(status), micros(&usage->ru_utime), micros(&usage->ru_stime),
         usage->ru_maxrss);
}

/// The process outside the namespaces. It holds nothing, and ends as the one inside does.
static _Noreturn void wait_for(pid_t inside, int control) {
  const int held[] = {control, STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
  for (size_t i = 0; i < sizeof held / sizeof *held; ++i) close(held[i]);
  int status = 0;
  while (waitpid(inside, &status, 0) < 0 && errno == EINTR) continue;
  _Exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

/// Goes on inside a sandbox with namespaces. If the process outside is killed, so is this one, and all with it.
static void go_inside(char* own_path, int control) {
  const int outside = open_pidfd(getpid());
  if (outside < 0) die("pidfd_open");
  const char* root = launch.mounts;
  const struct OwnView view = {
      geteuid(), getegid(), launch.order.inside_id, root, root + strlen(root) + 1, launch.order.tmp_bytes};
  const pid_t inside = fork_into_namespaces();
  if (inside < 0) die("namespaces");
  if (inside > 0) wait_for(inside, control);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (wait_pidfd(outside, 0)) _Exit(0);  // before that
  close(outside);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const char* failed = make_sandbox(&view);
  if (failed != NULL) die(failed);
  memset(own_path, 0, strlen(own_path));  // /proc/1/cmdline would tell where it lies
}

/// A descriptor that becomes readable when a child ends, and when it stops if `stops`. The arena stops a bot of one
/// process itself, at the end of each game: that wakes nobody here.
static int watch_children(bool stops) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  const struct sigaction ends_only = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP};
  if (!stops) sigaction(SIGCHLD, &ends_only, NULL);
  return signalfd(-1, &child, SFD_CLOEXEC);
}

/// Reaps what has ended. Returns true when it was the bot itself, whose end is then reported.
static bool reap(pid_t bot, int control) {
  while (true) {
    int status = 0;
    struct rusage usage;
    const pid_t pid = wait4(-1, &status, WNOHANG | WUNTRACED | WCONTINUED, &usage);
    if (pid <= 0) return false;
    if (pid != bot || WIFSTOPPED(status) || WIFCONTINUED(status)) continue;
    report_end(control, status, &usage);
    return true;
  }
}

/// The bot's own figures first, then everything else.
static void kill_bot(pid_t bot, int control) {
  kill(bot, SIGKILL);
  int status = 0;
  struct rusage usage;
  if (wait4(bot, &status, 0, &usage) == bot) report_end(control, status, &usage);
}

/// Watches over the bot until it has ended or the arena wants it gone. Leaves other processes of the bot alone. Returns
/// whether it ended by itself.
static bool watch_bot(pid_t bot, int control, int children) {
  bool all_stopped = false;
  while (true) {
    struct pollfd watched[3] = {{children, POLLIN, 0}, {control, POLLIN, 0}, {calls.listener, POLLIN, 0}};
    if (poll(watched, 3, patience_ms(&calls)) < 0 && errno != EINTR) return false;
    end_waits(&calls);
    if ((watched[2].revents & POLLIN) != 0) {
      answer_call(&calls);
    } else if (watched[2].revents != 0) {
      calls.listener = -1;  // no process of the bot is left
    }
    if ((watched[0].revents & POLLIN) != 0) {
      struct signalfd_siginfo ignored;
      if (read(children, &ignored, sizeof ignored) < 0) return false;
      if (reap(bot, control)) return true;
      // Who ends, or is told of an end, could wake others.
      if (all_stopped) stop_all();
    }
    // A word is taken once it is done: the arena sees that it still lies there, and does not blame the bot for that.
    char word = 0;
    if (watched[1].revents != 0 && recv(control, &word, 1, MSG_DONTWAIT | MSG_PEEK) == 1) {
      all_stopped = word == kStopAll;
      all_stopped ? stop_all() : continue_all();
      if (recv(control, &word, 1, MSG_DONTWAIT) != 1) return false;
    } else if (watched[1].revents != 0) {
      kill_bot(bot, control);
      return false;
    }
  }
}

int main(int argc, char** argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: arena-launcher CONTROL DIR PROGRAM [ARGUMENT...]\n");
    return 125;
  }
  // The launcher ends when the arena says so, or is gone.
  for (size_t i = 0; i < sizeof kStopSignals / sizeof *kStopSignals; ++i) signal(kStopSignals[i], SIG_IGN);
  const int control = atoi(argv[1]);
  fcntl(control, F_SETFD, FD_CLOEXEC);
  receive_launch(control);
  if (launch.order.mount_bytes > 0) go_inside(argv[0], control);

  // Nobody may look into this process or its descriptors. Who is not to be looked into may not name its users.
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);

  const int children = watch_children(launch.order.several != 0);
  if (children < 0) die("signalfd");
  const struct StartedBot bot = start_bot(control, &launch, argv[2], argv + 3);
  if (bot.error != 0) {
    kill_all();
    if (bot.error == kSandboxBroken) return 125;
    report(control, "failed %d\n", bot.error);
    return 0;
  }
  if (!report_started(control, bot.pid)) {
    kill_all();
    return 125;
  }

  calls.listener = bot.listener;
  calls.memory_bytes = launch.order.memory_bytes;
  const bool ended = watch_bot(bot.pid, control, children);
  const int left = kill_all();
  if (ended && left > 0) report(control, "left %d\n", left);
  return 0;
}
