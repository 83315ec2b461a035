// arena-launcher: starts one bot, tells the arena the truth about its end, and leaves nothing behind.
//
//   arena-launcher CONTROL DIR PROGRAM [ARGUMENT...]
//
// CONTROL is the number of a stream socket to the arena. Its first message is a LaunchOrder: what is imposed on the
// bot. It brings two descriptors, the bot's stdin and stdout: sent so, nobody on the way here ever holds them, and end
// of file and broken pipes tell the truth. DIR is the bot's working directory. Inside the sandbox this is pid 1 of the
// bot's pid namespace; outside it adopts the bot's orphans (PR_SET_CHILD_SUBREAPER). It writes to CONTROL, one line
// each:
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
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "arena/sandbox/confinement.h"
#include "arena/sandbox/descriptors.h"
#include "arena/sandbox/made_up_figures.h"

namespace {

int control = -1;

void tell(const char* line) {
  const std::size_t size = std::strlen(line);
  // A dead arena does not matter here: the poll below sees it.
  if (::send(control, line, size, MSG_NOSIGNAL) < 0) return;
}

/// Says that the bot runs. Its pidfd means the same process on the other side, whatever number it has there.
void tell_started(pid_t bot) {
  const int pidfd[] = {arena::open_pidfd(bot)};
  if (pidfd[0] < 0) return tell("started\n");
  arena::send_with_descriptors(control, "started\n", pidfd);
  ::close(pidfd[0]);
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
  int pipes[2];
  alignas(8) char tail[arena::kOrderBytesMax];  // the filter, then the path rules
};

Launch launch;

std::uint64_t filter_bytes() { return std::uint64_t{launch.order.filter_length} * sizeof(sock_filter); }

[[noreturn]] void die_of_order() {
  errno = EBADMSG;
  die("the arena's first message");
}

void receive_order() {
  char* order = reinterpret_cast<char*>(&launch.order);
  const ssize_t got = arena::receive_with_descriptors(control, {order, sizeof launch.order}, launch.pipes, MSG_WAITALL);
  if (got == 0) std::_Exit(0);  // the arena has gone
  if (got < 0) die("recvmsg");
  if (launch.pipes[0] < 0) die_of_order();
  const std::uint64_t rest = filter_bytes() + launch.order.path_bytes;
  if (got != sizeof launch.order || rest > sizeof launch.tail) die_of_order();
  if (rest > 0 && ::recv(control, launch.tail, rest, MSG_WAITALL) != static_cast<ssize_t>(rest)) die_of_order();
}

/// Has the launcher answer what the true machine must not.
const char* hand_over_sysinfo(int report) {
  const int listener[] = {arena::watch_sysinfo()};
  if (listener[0] == -1) return nullptr;
  const int nothing_wrong = 0;
  const std::string_view bytes(reinterpret_cast<const char*>(&nothing_wrong), sizeof nothing_wrong);
  if (listener[0] < 0 || arena::send_with_descriptors(report, bytes, listener) < 0) return "the filter of sysinfo";
  ::close(listener[0]);
  return nullptr;
}

/// All that is imposed on the bot. On failure the sandbox is broken, not the bot.
const char* impose(int report) {
  if (const char* failed = arena::impose_limits(launch.order)) return failed;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
  if (launch.order.confined == 0) return nullptr;
  const char* rules = launch.tail + filter_bytes();
  if (const char* failed = arena::impose_landlock(rules, launch.order.path_bytes)) return failed;
  if (const char* failed = hand_over_sysinfo(report)) return failed;
  return arena::impose_filter(launch.tail, launch.order.filter_length);
}

/// What a process that cannot become the bot tells the launcher in place of an errno: the sandbox is broken.
constexpr int kSandboxBroken = -1;

[[noreturn]] void run_bot(const char* directory, char** command, const int (&go)[2], int report, pid_t launcher) {
  // Only when the launcher has let go of the pipes is this process the one that holds them.
  ::close(go[1]);
  char nothing = 0;
  if (::read(go[0], &nothing, 1) != 0) std::_Exit(126);
  if (::dup2(launch.pipes[0], STDIN_FILENO) < 0 || ::dup2(launch.pipes[1], STDOUT_FILENO) < 0) std::_Exit(126);
  // Outside the sandbox somebody may kill the launcher; the bot goes with it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != launcher) std::_Exit(126);
  ::unsetenv("PWD");  // bubblewrap's: a folder that the arena started it in
  ::setsid();
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  int error = static_cast<int>(launch.order.refused);
  if (error == 0 && ::chdir(directory) != 0) error = errno;
  if (error == 0) {
    if (const char* failed = impose(report)) {
      std::fprintf(stderr, "arena-launcher: %s: %s\n", failed, std::strerror(errno));
      error = kSandboxBroken;
    } else {
      ::execvp(command[0], command);
      error = errno;
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
  control = std::atoi(argv[1]);

  // Nobody may look into this process or its descriptors.
  ::prctl(PR_SET_DUMPABLE, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::fcntl(control, F_SETFD, FD_CLOEXEC);

  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child, nullptr);
  const int signals = ::signalfd(-1, &child, SFD_CLOEXEC);
  if (signals < 0) die("signalfd");

  receive_order();
  if (launch.order.several == 0) hear_of_ends_only();
  int report[2];
  int go[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, report) != 0 || ::pipe2(go, O_CLOEXEC) != 0) die("pipe");

  const pid_t launcher = ::getpid();
  const pid_t bot = ::fork();
  if (bot < 0) die("fork");
  if (bot == 0) run_bot(argv[2], argv + 3, go, report[1], launcher);

  const int not_ours[] = {launch.pipes[0], launch.pipes[1], report[1], go[0], go[1]};
  for (int fd : not_ours) ::close(fd);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) die("/dev/null");
  for (int stream = 0; stream <= 2; ++stream) ::dup2(null, stream);

  int error = 0;
  int questions[] = {-1};  // sysinfo, by the bot
  char told[sizeof error];
  ssize_t got = arena::receive_with_descriptors(report[0], told, questions, MSG_WAITALL);
  if (questions[0] >= 0) got = ::recv(report[0], told, sizeof told, MSG_WAITALL);
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
  tell_started(bot);

  bool all_stopped = false;
  while (true) {
    pollfd watched[3] = {{signals, POLLIN, 0}, {control, POLLIN, 0}, {questions[0], POLLIN, 0}};
    if (::poll(watched, 3, -1) < 0 && errno != EINTR) break;
    if ((watched[2].revents & POLLIN) != 0) {
      arena::answer_sysinfo(questions[0], launch.order.memory_bytes);
    } else if (watched[2].revents != 0) {
      questions[0] = -1;  // nobody is left to ask
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
    char word = 0;
    if (watched[1].revents != 0 && ::recv(control, &word, 1, MSG_DONTWAIT) == 1) {
      all_stopped = word == arena::kStopAll;
      all_stopped ? stop_all() : continue_all();
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
