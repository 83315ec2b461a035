// arena-launcher: starts one bot, tells the arena the truth about its end, and leaves nothing behind.
//
//   arena-launcher CONTROL DIR PROGRAM [ARGUMENT...]
//
// CONTROL is the number of a stream socket to the arena. Its first message is a LaunchOrder: what is imposed on the
// bot. It brings two descriptors, the bot's stdin and stdout, which the bot's own process takes: nobody else ever holds
// them, and end of file and broken pipes tell the truth. DIR is the bot's working directory, seen from where the bot is.
// Where the order brings mounts, this process only waits, and a child goes on as pid 1 of the bot's namespaces;
// elsewhere it adopts the bot's orphans (PR_SET_CHILD_SUBREAPER). It writes to CONTROL, one line each:
//   started                              the program runs; the message carries a pidfd of it
//   failed ERRNO                         it could not be started; the last line
//   exited CODE USER_US SYSTEM_US PEAK_KB       it ended; the last line
//   signaled NUMBER USER_US SYSTEM_US PEAK_KB   a signal ended it; the last line
// Of CONTROL it reads kStopAll and kContinueAll: stop or continue every process of the bot.
// When the program ends, or when CONTROL is closed at the other end (the arena wants it gone, or died), every
// process of the bot is killed and this one exits.

#include <dirent.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "arena/bots/sandbox/answered_calls.h"
#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/namespaces.h"
#include "arena/bots/sandbox/stop_signals.h"

namespace {

int control = -1;

void tell(const char* line) {
  const std::size_t size = std::strlen(line);
  // A dead arena does not matter here: the poll below sees it.
  if (::send(control, line, size, MSG_NOSIGNAL) < 0) return;
}

/// Says that the bot runs. Its pidfd means the same process on the other side, whatever number it has there. Returns false
/// when the arena could not be given it: it would neither stop nor time the bot.
bool tell_started(pid_t bot) {
  const int pidfd[] = {arena::open_pidfd(bot)};
  const bool told = pidfd[0] >= 0 && arena::send_with_descriptors(control, "started\n", pidfd) > 0;
  ::close(pidfd[0]);
  return told;
}

[[noreturn]] void die(const char* what) {
  std::fprintf(stderr, "arena-launcher: %s: %s\n", what, std::strerror(errno));
  std::_Exit(125);
}

/// All processes below this one.
struct Descendants {
  static constexpr int kMost = 8192;
  pid_t pids[kMost];
  int count = 0;

  /// Each gets the signal, or none (0), before its children are listed: one that is stopped starts none that is missed.
  void find(int signal) {
    pids[0] = ::getpid();
    count = 1;
    for (int parent = 0; parent < count; ++parent) {
      char path[64];
      std::snprintf(path, sizeof path, "/proc/%d/task", static_cast<int>(pids[parent]));
      DIR* threads = ::opendir(path);
      if (threads == nullptr) continue;  // it has gone
      while (const dirent* thread = ::readdir(threads)) add_children(path, thread->d_name, signal);
      ::closedir(threads);
    }
  }

 private:
  void add_children(const char* threads, const char* thread, int signal) {
    char path[128];
    std::snprintf(path, sizeof path, "%.63s/%.16s/children", threads, thread);
    std::FILE* children = std::fopen(path, "r");
    if (children == nullptr) return;  // no thread, or it has gone
    int pid = 0;
    while (count < kMost && std::fscanf(children, "%d", &pid) == 1) {
      if (signal != 0) ::kill(pid, signal);
      pids[count++] = pid;
    }
    std::fclose(children);
  }
};

Descendants below;

/// Stops every process of the bot. One whose parent ends meanwhile may be missed: the news of that parent's end, or of
/// the bot's stop, brings the next round.
void stop_all() {
  if (::getpid() == 1) {
    ::kill(-1, SIGSTOP);  // all of the namespace but itself
  } else {
    below.find(SIGSTOP);
  }
}

/// They are found before the first one goes on, and could lose others.
void continue_all() {
  if (::getpid() == 1) {
    ::kill(-1, SIGCONT);
    return;
  }
  below.find(0);
  for (int i = 1; i < below.count; ++i) ::kill(below.pids[i], SIGCONT);
}

/// Kills every child of this process, adopted ones included. Each round reaps what the last one killed; what a
/// dying parent leaves behind comes here in the next. Bounded, since a fork bomb may outrun any loop: as pid 1
/// the kernel finishes the rest when this process exits. Returns how many died of it.
int kill_children() {
  int killed = 0;
  for (int round = 0; round < 1000; ++round) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/children", static_cast<int>(::getpid()));
    if (::getpid() == 1) {
      ::kill(-1, SIGKILL);  // all of the namespace but itself
    } else if (std::FILE* children = std::fopen(path, "r")) {
      int pid = 0;
      while (std::fscanf(children, "%d", &pid) == 1) ::kill(pid, SIGKILL);
      std::fclose(children);
    }
    int status = 0;
    const pid_t reaped = ::waitpid(-1, &status, 0);
    if (reaped < 0 && errno == ECHILD) return killed;
    if (reaped > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ++killed;
  }
  return killed;
}

/// The bot has ended by itself: what it started is ended too, and told.
void end_leftovers() {
  const int left = kill_children();
  if (left == 0) return;
  char line[32];
  std::snprintf(line, sizeof line, "left %d\n", left);
  tell(line);
}

/// The arena's first message.
struct Launch {
  arena::LaunchOrder order;
  alignas(8) char tail[arena::kOrderBytesMax];  // the filter, the path rules, the mounts
};

Launch launch;

std::uint64_t filter_bytes() { return std::uint64_t{launch.order.filter_length} * sizeof(sock_filter); }

[[noreturn]] void die_of_order() {
  errno = EBADMSG;
  die("the arena's first message");
}

void receive_order() {
  const ssize_t got = ::recv(control, &launch.order, sizeof launch.order, MSG_WAITALL);
  if (got == 0) std::_Exit(0);  // the arena has gone
  if (got < 0) die("recv");
  const std::uint64_t rest = filter_bytes() + launch.order.path_bytes + launch.order.mount_bytes;
  if (got != sizeof launch.order || rest > sizeof launch.tail) die_of_order();
  if (rest > 0 && ::recv(control, launch.tail, rest, MSG_WAITALL) != static_cast<ssize_t>(rest)) die_of_order();
}

/// The bot's stdin and stdout come with the last byte of the order.
const char* take_streams() {
  char last = 0;
  int pipes[2];
  if (arena::receive_with_descriptors(control, {&last, 1}, pipes, MSG_WAITALL) != 1) return "the order's last byte";
  if (::dup2(pipes[0], STDIN_FILENO) < 0 || ::dup2(pipes[1], STDOUT_FILENO) < 0) return "the bot's streams";
  return nullptr;
}

/// The process outside the namespaces. It holds nothing, and ends as the one inside does.
[[noreturn]] void wait_for(pid_t inside) {
  for (int fd : {control, STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(fd);
  int status = 0;
  while (::waitpid(inside, &status, 0) < 0 && errno == EINTR) continue;
  std::_Exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

/// Goes on inside a sandbox with namespaces. If the process outside is killed, so is this one, and all with it.
void go_inside(char* own_path) {
  const int outside = arena::open_pidfd(::getpid());
  if (outside < 0) die("pidfd_open");
  const char* paths = launch.tail + filter_bytes() + launch.order.path_bytes;
  const arena::SandboxPlan plan = {::geteuid(), ::getegid(), launch.order.tmp_bytes, paths,
                                   paths + launch.order.mount_bytes};
  const pid_t inside = arena::fork_into_namespaces();
  if (inside < 0) die("namespaces");
  if (inside > 0) wait_for(inside);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (arena::wait_pidfd(outside, 0)) std::_Exit(0);  // before that
  ::close(outside);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (const char* failed = arena::make_sandbox(plan)) die(failed);
  std::memset(own_path, 0, std::strlen(own_path));  // /proc/1/cmdline would tell where it lies
}

/// Has the launcher answer what the true machine must not.
const char* hand_over_calls(int report) {
  const int listener[] = {arena::watch_calls()};
  if (listener[0] == -1) return nullptr;
  const int nothing_wrong = 0;
  const std::string_view bytes(reinterpret_cast<const char*>(&nothing_wrong), sizeof nothing_wrong);
  if (listener[0] < 0 || arena::send_with_descriptors(report, bytes, listener) < 0)
    return "the filter of answered calls";
  ::close(listener[0]);
  return nullptr;
}

/// All that is imposed on the bot. On failure the sandbox is broken, not the bot.
const char* impose(int report) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
  // Before the limits: a process cannot send a descriptor while more are on their way than it may have open (unix(7),
  // ETOOMANYREFS), and the kernel counts those of all processes of the user.
  if (const char* failed = launch.order.confined != 0 ? hand_over_calls(report) : nullptr) return failed;
  if (const char* failed = arena::impose_limits(launch.order)) return failed;
  if (launch.order.confined == 0) return nullptr;
  const char* rules = launch.tail + filter_bytes();
  if (const char* failed = arena::impose_landlock(rules, launch.order.path_bytes)) return failed;
  return arena::impose_filter(launch.tail, launch.order.filter_length);
}

/// The kernel numbers its signals from 1 to this.
constexpr int kSignals = 64;

/// A program without a first line that names its interpreter is the shell's, as execvp(3) has it. Returns errno.
int run_by_shell(char** command) {
  constexpr int kWordsMax = 4096;
  static const char* words[kWordsMax] = {"/bin/sh"};
  if (std::strchr(*command, '/') == nullptr) return ENOEXEC;
  int count = 1;
  for (; *command != nullptr; ++command) {
    if (count == kWordsMax - 1) return E2BIG;
    words[count++] = *command;
  }
  ::execv(words[0], const_cast<char**>(words));
  return errno;
}

/// What a process that cannot become the bot tells the launcher in place of an errno: the sandbox is broken.
constexpr int kSandboxBroken = -1;

/// In the child of vfork(2), which has its own descriptors and this memory until it becomes the bot.
[[noreturn]] void run_bot(const char* directory, char** command, int report, pid_t launcher) {
  // Outside the sandbox somebody may kill the launcher; the bot goes with it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != launcher) std::_Exit(126);
  ::setsid();
  // By system call: the C library keeps some signals to itself.
  const unsigned long by_default[4] = {};
  for (int signal = 1; signal <= kSignals; ++signal)
    ::syscall(SYS_rt_sigaction, signal, by_default, nullptr, kSignals / 8);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  int error = static_cast<int>(launch.order.refused);
  if (error == 0 && ::chdir(directory) != 0) error = errno;
  if (error == 0) {
    const char* failed = take_streams();
    if (failed == nullptr) failed = impose(report);
    if (failed != nullptr) {
      std::fprintf(stderr, "arena-launcher: %s: %s\n", failed, std::strerror(errno));
      error = kSandboxBroken;
    } else {
      ::execvp(command[0], command);
      error = errno == ENOEXEC ? run_by_shell(command) : errno;
    }
  }
  if (::send(report, &error, sizeof error, MSG_NOSIGNAL) < 0) std::_Exit(126);
  std::_Exit(127);
}

void tell_end(int status, const rusage& usage) {
  char line[128];
  const auto micros = [](const timeval& time) { return static_cast<long long>(time.tv_sec) * 1000000 + time.tv_usec; };
  const bool exited = WIFEXITED(status);
  std::snprintf(line, sizeof line, "%s %d %lld %lld %ld\n", exited ? "exited" : "signaled",
                exited ? WEXITSTATUS(status) : WTERMSIG(status), micros(usage.ru_utime), micros(usage.ru_stime),
                usage.ru_maxrss);
  tell(line);
}

/// The arena stops a bot of one process itself, at the end of each game: that wakes nobody here.
void hear_of_ends_only() {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  action.sa_flags = SA_NOCLDSTOP;
  ::sigaction(SIGCHLD, &action, nullptr);
}

/// Reaps what has ended. Returns true when it was the bot itself.
bool reap(pid_t bot) {
  while (true) {
    int status = 0;
    rusage usage = {};
    const pid_t pid = ::wait4(-1, &status, WNOHANG | WUNTRACED | WCONTINUED, &usage);
    if (pid <= 0) return false;
    if (pid != bot || WIFSTOPPED(status) || WIFCONTINUED(status)) continue;
    tell_end(status, usage);
    return true;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: arena-launcher CONTROL DIR PROGRAM [ARGUMENT...]\n");
    return 125;
  }
  // The launcher ends when the arena says so, or is gone.
  for (const int number : arena::kStopSignals) ::signal(number, SIG_IGN);
  control = std::atoi(argv[1]);
  ::fcntl(control, F_SETFD, FD_CLOEXEC);
  receive_order();
  if (launch.order.mount_bytes > 0) go_inside(argv[0]);

  // Nobody may look into this process or its descriptors. Who is not to be looked into may not name its users.
  ::prctl(PR_SET_DUMPABLE, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);

  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child, nullptr);
  const int signals = ::signalfd(-1, &child, SFD_CLOEXEC);
  if (signals < 0) die("signalfd");

  if (launch.order.several == 0) hear_of_ends_only();
  int report[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, report) != 0) die("socketpair");

  const pid_t launcher = ::getpid();
  const pid_t bot = ::vfork();  // a copy of this memory would cost more than all that is done in it
  if (bot < 0) die("vfork");
  if (bot == 0) run_bot(argv[2], argv + 3, report[1], launcher);

  ::close(report[1]);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) die("/dev/null");
  for (int stream = 0; stream <= 2; ++stream) ::dup2(null, stream);

  int error = 0;
  int listener[] = {-1};
  char told[sizeof error];
  ssize_t got = arena::receive_with_descriptors(report[0], told, listener, MSG_WAITALL);
  if (listener[0] >= 0) got = ::recv(report[0], told, sizeof told, MSG_WAITALL);
  ::close(report[0]);
  if (got > 0) {
    std::memcpy(&error, told, sizeof error);
    kill_children();
    if (error == kSandboxBroken) return 125;
    char line[32];
    std::snprintf(line, sizeof line, "failed %d\n", error);
    tell(line);
    return 0;
  }
  if (!tell_started(bot)) {
    kill_children();
    return 125;
  }

  bool all_stopped = false;
  arena::AnsweredCalls calls(listener[0], launch.order.memory_bytes);
  while (true) {
    pollfd watched[3] = {{signals, POLLIN, 0}, {control, POLLIN, 0}, {calls.listener(), POLLIN, 0}};
    if (::poll(watched, 3, calls.patience_ms()) < 0 && errno != EINTR) break;
    calls.end_waits();
    if ((watched[2].revents & POLLIN) != 0) {
      calls.answer_one();
    } else if (watched[2].revents != 0) {
      calls.close();
    }
    if ((watched[0].revents & POLLIN) != 0) {
      signalfd_siginfo ignored;
      if (::read(signals, &ignored, sizeof ignored) < 0) break;
      if (reap(bot)) {
        end_leftovers();
        return 0;
      }
      // Who ends, or is told of an end, could wake others.
      if (all_stopped) stop_all();
    }
    // A word is taken once it is done: the arena sees that it still lies there, and does not blame the bot for that.
    char word = 0;
    if (watched[1].revents != 0 && ::recv(control, &word, 1, MSG_DONTWAIT | MSG_PEEK) == 1) {
      all_stopped = word == arena::kStopAll;
      all_stopped ? stop_all() : continue_all();
      if (::recv(control, &word, 1, MSG_DONTWAIT) != 1) break;
    } else if (watched[1].revents != 0) {
      // The bot's own figures first, then everything else.
      ::kill(bot, SIGKILL);
      int status = 0;
      rusage usage = {};
      if (::wait4(bot, &status, 0, &usage) == bot) tell_end(status, usage);
      break;
    }
  }
  kill_children();
  return 0;
}
