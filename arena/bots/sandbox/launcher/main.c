// arena-launcher: starts bots, reports to the arena how they really ended, and leaves nothing behind.
//
//   arena-launcher SOCKET [ROOT]
//
// The arena starts this program once a run. It then is the fork server (fork_server.h): SOCKET is the number of its
// socket to the arena, and ROOT is the folder that bots see as "/" if they have namespaces. For each bot it forks a
// launcher, which has a stream socket to the arena, called CONTROL here.
//
// The first message on CONTROL is a LaunchOrder, which says what is run and what is imposed on the bot. It brings two
// descriptors, the bot's stdin and stdout. Only the bot's own process ever holds them, so end of file and broken pipes
// are reliable.
//
// Where bots have namespaces, the launcher is pid 1 of its bot's. Otherwise it adopts the bot's orphans
// (PR_SET_CHILD_SUBREAPER). After the fork server's "launched" it writes to CONTROL, one line each:
//   started                              the program runs; the message carries a pidfd of it
//   failed ERRNO                         it could not be started; the last line
//   exited CODE USER_US SYSTEM_US PEAK_KB       it ended; the last line
//   signaled NUMBER USER_US SYSTEM_US PEAK_KB   a signal ended it; the last line
// From CONTROL it reads kStopAll and kContinueAll, and stops or continues every process of the bot. When the program
// ends, or when the arena closes CONTROL or dies, every process of the bot is killed and this one exits.

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
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/launcher/answered_calls.h"
#include "arena/bots/sandbox/launcher/fork_server.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/launcher/namespaces.h"
#include "arena/bots/sandbox/launcher/processes.h"
#include "arena/bots/sandbox/stop_signals.h"

// Too large for the stack. The kernel makes no pages for the parts that are never used.
static struct AnsweredCalls calls;

enum {
  kWordsMax = 16384,  // of a command; the arena refuses longer ones
  kVariablesMax = 1024,
};

/// The arena's first message, and the parts of its tail: the filter, the path rules, the words.
static struct {
  struct LaunchOrder order;
  const char* path_rules;
  char* words[kWordsMax];  // the working directory, the program, its arguments, null
  char* variables[kVariablesMax];
  _Alignas(8) char tail[kOrderBytesMax];
} launch;

/// Says on stderr what failed, with errno, and ends this process as a broken sandbox.
static _Noreturn void die(const char* what) {
  fprintf(stderr, "arena-launcher: %s: %s\n", what, strerror(errno));
  _Exit(125);
}

static _Noreturn void die_of_order(void) {
  errno = EBADMSG;
  die("the arena's first message");
}

/// Finds the words in a part of the tail, each of which ends in NUL, and puts null after the last one. Returns false if
/// there are too many.
static bool find_words(char* part, uint32_t bytes, char** words, size_t most) {
  size_t count = 0;
  if (bytes > 0 && part[bytes - 1] != '\0') return false;
  for (char* word = part; word < part + bytes; word += strlen(word) + 1) {
    if (count == most - 1) return false;
    words[count++] = word;
  }
  words[count] = NULL;
  return true;
}

/// Receives the first message, all but its last byte. Exits if the arena has gone, or if the message is not one.
static void receive_launch(int control) {
  struct LaunchOrder* order = &launch.order;
  const ssize_t got = recv(control, order, sizeof *order, MSG_WAITALL);
  if (got == 0) _Exit(0);  // the arena has gone
  if (got < 0) die("recv");
  if (got != sizeof *order) die_of_order();
  const uint64_t filter_bytes = (uint64_t)order->filter_length * sizeof(struct sock_filter);
  const uint64_t rest = filter_bytes + order->path_bytes + order->command_bytes + order->environment_bytes;
  if (rest > sizeof launch.tail) die_of_order();
  if (recv(control, launch.tail, rest, MSG_WAITALL) != (ssize_t)rest) die_of_order();
  launch.path_rules = launch.tail + filter_bytes;
  char* command = launch.tail + filter_bytes + order->path_bytes;
  char* environment = command + order->command_bytes;
  if (!find_words(command, order->command_bytes, launch.words, kWordsMax) || launch.words[0] == NULL ||
      launch.words[1] == NULL || !find_words(environment, order->environment_bytes, launch.variables, kVariablesMax))
    die_of_order();
  environ = launch.variables;
}

// Reports. If nobody reads them, the arena has died, which the main loop notices.

static __attribute__((format(printf, 2, 3))) void report(int control, const char* format, ...) {
  char line[128];
  va_list figures;
  va_start(figures, format);
  const int size = vsnprintf(line, sizeof line, format, figures);
  va_end(figures);
  // A dead arena does not matter here: the main loop sees it.
  if (send(control, line, (size_t)size, MSG_NOSIGNAL) < 0) return;
}

/// Reports that the bot runs. The pidfd means the same process for the arena, whatever number the process has there.
/// The descriptor of the bot's /tmp, if the order asks for it, only names the folder, so no right to it is needed.
/// Returns false if they could not be sent: the arena could then neither stop nor time the bot.
static bool report_started(int control, pid_t bot) {
  static const char kLine[] = "started\n";
  const int pidfd = open_pidfd(bot);
  const int tmp = launch.order.sends_tmp != 0 ? open("/tmp", O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
  const int descriptors[2] = {pidfd, tmp};
  const bool sent =
      pidfd >= 0 && send_with_descriptors(control, kLine, sizeof kLine - 1, descriptors, tmp >= 0 ? 2 : 1) > 0;
  if (tmp >= 0) close(tmp);
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

/// Makes the sandbox of a launcher that is pid 1 of its bot's namespaces.
static void go_inside(const struct NewLauncher* launcher) {
  const struct OwnView view = {launcher->user, launch.order.inside_id, launcher->proc, launcher->bot_folder,
                               launch.order.tmp_bytes};
  const char* failed = make_sandbox(&view);
  if (failed != NULL) die(failed);
}

enum {
  kStackAtFirst = 8 << 20,  // and of a thread
  kLockedMax = 64 << 10,
  kPendingSignalsMax = 256,
};

/// What start_bot() returns in place of an errno: the sandbox is broken, and stderr says how.
enum { kSandboxBroken = -1 };

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
static const char* impose_limits(void) {
  const struct LaunchOrder* order = &launch.order;
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

/// Receives the last byte, and makes the pipes that it brings this process's stdin and stdout. Returns what failed,
/// with errno, or null.
static const char* receive_streams(int control) {
  char last = 0;
  int pipes[2];
  if (receive_with_descriptors(control, &last, 1, pipes, 2, MSG_WAITALL) != 1) return "the order's last byte";
  if (dup2(pipes[0], STDIN_FILENO) < 0 || dup2(pipes[1], STDOUT_FILENO) < 0) return "the bot's streams";
  return NULL;
}

/// Has the launcher answer calls whose true answers would reveal something about the machine.
static const char* hand_over_calls(int errors) {
  const int listener = watch_calls();
  if (listener == -1) return NULL;
  const int nothing_wrong = 0;
  if (listener < 0 || send_with_descriptors(errors, &nothing_wrong, sizeof nothing_wrong, &listener, 1) < 0)
    return "the filter of answered calls";
  close(listener);
  return NULL;
}

/// All that is imposed on the bot. On failure the sandbox is broken, not the bot.
static const char* impose(int errors) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
  // Before the limits: a process cannot send a descriptor while more are on their way than it may have open (unix(7),
  // ETOOMANYREFS), and the kernel counts those of all processes of the user.
  const char* failed = launch.order.confined != 0 ? hand_over_calls(errors) : NULL;
  if (failed == NULL) failed = impose_limits();
  if (failed != NULL || launch.order.confined == 0) return failed;
  failed = impose_landlock(launch.path_rules, launch.order.path_bytes);
  return failed != NULL ? failed : impose_filter(launch.tail, launch.order.filter_length);
}

/// Runs a program. If its first line does not name an interpreter, the shell runs it, as with execvp(3). Returns errno.
static int run_by_shell(char** command) {
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

/// Resets the signals that this process ignores or blocks.
static void reset_signals(void) {
  for (size_t i = 0; i < sizeof kStopSignals / sizeof *kStopSignals; ++i) signal(kStopSignals[i], SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Becomes the bot, if it can. Returns an errno or kSandboxBroken.
static int become_bot(int errors, int control, const char* directory, char** command) {
  if (launch.order.refused != 0) return (int)launch.order.refused;
  if (chdir(directory) != 0) return errno;
  const char* failed = receive_streams(control);
  if (failed == NULL) failed = impose(errors);
  if (failed != NULL) {
    fprintf(stderr, "arena-launcher: %s: %s\n", failed, strerror(errno));
    return kSandboxBroken;
  }
  execvp(command[0], command);
  return errno == ENOEXEC ? run_by_shell(command) : errno;
}

/// Runs in the child of vfork(2), which has descriptors of its own and shares this memory until it becomes the bot.
static _Noreturn void run_bot(int errors, int control, const char* directory, char** command, pid_t launcher) {
  // Outside the sandbox somebody may kill the launcher; the bot goes with it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launcher) _Exit(126);
  setsid();  // it leads a process group, which the arena stops and continues
  reset_signals();
  const int error = become_bot(errors, control, directory, command);
  if (send(errors, &error, sizeof error, MSG_NOSIGNAL) < 0) _Exit(126);
  _Exit(127);
}

/// Points this process's streams to /dev/null, so that nothing it does reaches the bot's streams or the arena's stderr.
static void leave_streams(void) {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) die("/dev/null");
  for (int stream = 0; stream <= 2; ++stream) dup2(null, stream);
}

/// Starts the bot in this process's namespaces, with all that the order imposes on it. Waits until its program runs or
/// cannot be run. Meanwhile this process's streams are lost to /dev/null. Exits where no process can be made. Returns 0
/// when the program runs, else kSandboxBroken, or why it cannot be run: an errno.
static int start_bot(int control, const char* directory, char** command, pid_t* started) {
  int errors[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, errors) != 0) die("socketpair");
  const pid_t launcher = getpid();
  const pid_t bot = vfork();  // a copy of this memory would cost more than all that is done in it
  if (bot < 0) die("vfork");
  if (bot == 0) run_bot(errors[1], control, directory, command, launcher);
  close(errors[1]);
  leave_streams();
  *started = bot;
  int error = 0;
  ssize_t got = receive_with_descriptors(errors[0], &error, sizeof error, &calls.listener, 1, MSG_WAITALL);
  if (calls.listener >= 0) got = recv(errors[0], &error, sizeof error, MSG_WAITALL);
  close(errors[0]);
  return got > 0 ? error : 0;
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

/// Kills the bot and reports its end with its figures. The caller then kills everything else.
static void kill_bot(pid_t bot, int control) {
  kill(bot, SIGKILL);
  int status = 0;
  struct rusage usage;
  if (wait4(bot, &status, 0, &usage) == bot) report_end(control, status, &usage);
}

/// Watches the bot until it has ended or the arena ends it. Leaves other processes of the bot alone. Returns whether
/// the bot ended on its own.
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
      // A process that ends, or that notices an end, could wake others.
      if (all_stopped) stop_all();
    }
    // An order is read only once it is carried out. The arena sees that it is unread, and does not blame the bot for
    // that.
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
  if (argc != 2 && argc != 3) {
    fprintf(stderr, "usage: arena-launcher SOCKET [ROOT]\nOnly the arena can start it.\n");
    return 125;
  }
  const struct NewLauncher launcher = serve_starts(atoi(argv[1]), argc == 3 ? argv[2] : NULL);
  const int control = launcher.control;
  receive_launch(control);
  for (int i = 0; i < argc; ++i) memset(argv[i], 0, strlen(argv[i]));  // /proc/1/cmdline would reveal these paths
  if (launcher.has_namespaces) go_inside(&launcher);

  // Nobody may inspect this process or its descriptors. A process that cannot be inspected may not set its users,
  // either.
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);

  const int children = watch_children(launch.order.several != 0);
  if (children < 0) die("signalfd");
  pid_t bot = 0;
  const int error = start_bot(control, launch.words[0], launch.words + 1, &bot);
  if (error != 0) {
    kill_all();
    if (error == kSandboxBroken) return 125;
    report(control, "failed %d\n", error);
    return 0;
  }
  if (!report_started(control, bot)) {
    kill_all();
    return 125;
  }

  calls.memory_bytes = launch.order.memory_bytes;
  const bool ended = watch_bot(bot, control, children);
  const int left = kill_all();
  if (ended && left > 0) report(control, "left %d\n", left);
  return 0;
}
