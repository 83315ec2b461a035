// What the arena gave with the start; the arena and the launcher (the canary's parent); processes, threads, namespaces.

#include <dirent.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <string>
#include <vector>

#include "arena/bots/sandbox/descriptors.h"

#include "arena/bots/doctor/canary/attempt.h"

namespace arena::attempts {

constexpr int kIoPriorityOfProcess = 1;  // IOPRIO_WHO_PROCESS; glibc has no header for it

/// Far above any limit on descriptors that the arena sets.
constexpr int kDescriptorsMax = 4096;

Tried inherited_descriptors(const Decoys&) {
  for (int fd = STDERR_FILENO + 1; fd < kDescriptorsMax; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) return allowed();
  }
  return denied("none");
}

Tried arena_environment(const Decoys&) {
  constexpr auto kGiven = std::to_array<std::string_view>({"PATH", "HOME", "TMPDIR", "LANG"});
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (std::find(kGiven.begin(), kGiven.end(), text.substr(0, text.find('='))) == kGiven.end()) return allowed();
  }
  return denied("none");
}

Tried capabilities(const Decoys&) {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets = {};
  if (::syscall(SYS_capget, &header, sets.data()) != 0) return denied_by_errno();
  const bool any = std::any_of(sets.begin(), sets.end(),
                               [](const auto& set) { return (set.effective | set.permitted | set.inheritable) != 0; });
  return any ? allowed() : denied("none");
}

Tried machine_name(const Decoys& decoys) {
  utsname names = {};
  if (::uname(&names) != 0) return denied_by_errno();
  if (decoys.machine != names.nodename) return denied("another");
  // A sandbox may happen to have the machine's name.
  struct stat space = {};
  const bool own = ::stat("/proc/self/ns/uts", &space) == 0 && space.st_ino != decoys.names_space;
  return own ? denied("another") : allowed();
}

/// Opens what the arena has in /proc under that name.
static Tried reads(const Decoys& decoys, const char* file) {
  const std::string path = "/proc/" + std::to_string(decoys.arena_pid) + "/" + file;
  return by_descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

Tried see_processes(const Decoys&) {
  DIR* folder = ::opendir("/proc");
  if (folder == nullptr) return denied_by_errno();
  bool others = false;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name.find_first_not_of("0123456789") != std::string_view::npos) continue;
    others = others || (name != std::to_string(::getpid()) && name != std::to_string(::getppid()));
  }
  ::closedir(folder);
  return others ? allowed() : denied("none");
}

/// Detaches from the process immediately. It must be stopped for that.
static Tried trace(pid_t pid) {
  if (::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr) != 0) return denied_by_errno();
  ::ptrace(PTRACE_INTERRUPT, pid, nullptr, nullptr);
  ::waitpid(pid, nullptr, __WALL);
  ::ptrace(PTRACE_DETACH, pid, nullptr, nullptr);
  return allowed();
}

Tried call_read_arena(const Decoys& decoys) {
  char byte = 0;
  const iovec here = {&byte, 1};
  const iovec there = {reinterpret_cast<void*>(8), 1};  // no page is there
  return by_result_or(::process_vm_readv(decoys.arena_pid, &here, 1, &there, 1, 0), EFAULT);
}

Tried steal_descriptor(const Decoys& decoys) {
  const OwnedFd pidfd(open_pidfd(decoys.arena_pid));
  if (pidfd.get() < 0) return denied_by_errno();
  const OwnedFd stolen(static_cast<int>(::syscall(SYS_pidfd_getfd, pidfd.get(), STDIN_FILENO, 0)));
  return by_result_or(stolen.get(), EBADF);
}

Tried arena_clock(const Decoys& decoys) {
  clockid_t clock = 0;
  timespec time = {};
  if (const int error = ::clock_getcpuclockid(decoys.arena_pid, &clock); error != 0) return denied_by_errno(error);
  return by_result(::clock_gettime(clock, &time));
}

Tried timer_signals(const Decoys&) {
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGCONT;
  timer_t timer = {};
  if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return denied_by_errno();
  ::timer_delete(timer);
  return allowed();
}

static Tried signal(pid_t pid) { return by_result(::kill(pid, 0)); }

/// A pipe whose input would send a signal to the arena. No input comes.
Tried signal_by_file(const Decoys& decoys) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return denied_by_errno();
  const OwnedFd out(ends[0]);
  const OwnedFd in(ends[1]);
  return by_result(::fcntl(out.get(), F_SETOWN, decoys.arena_pid));
}

// Each of these sets what is set already.

static Tried limit(pid_t pid) {
  rlimit now = {};
  if (::prlimit(pid, RLIMIT_CPU, nullptr, &now) != 0) return denied_by_errno();
  return by_result(::prlimit(pid, RLIMIT_CPU, &now, nullptr));
}

static Tried priority(pid_t pid) {
  errno = 0;
  const int now = ::getpriority(PRIO_PROCESS, static_cast<id_t>(pid));
  if (now == -1 && errno != 0) return denied_by_errno();
  return by_result(::setpriority(PRIO_PROCESS, static_cast<id_t>(pid), now));
}

static Tried scheduler(pid_t pid) {
  const int now = ::sched_getscheduler(pid);
  sched_param parameters = {};
  if (now < 0 || ::sched_getparam(pid, &parameters) != 0) return denied_by_errno();
  // The sandbox answers a request for the usual policy without setting anything, so this asks for another one.
  constexpr sched_param kNoPriority = {};
  if (::sched_setscheduler(pid, SCHED_BATCH, &kNoPriority) != 0) return denied_by_errno();
  ::sched_setscheduler(pid, now, &parameters);
  return allowed();
}

static Tried affinity(pid_t pid) {
  std::array<unsigned long, 1024> processors = {};
  const long bytes = ::syscall(SYS_sched_getaffinity, pid, sizeof processors, processors.data());
  if (bytes < 0) return denied_by_errno();
  return by_result(::syscall(SYS_sched_setaffinity, pid, bytes, processors.data()));
}

static Tried io_priority(pid_t pid) {
  const long now = ::syscall(SYS_ioprio_get, kIoPriorityOfProcess, pid);
  if (now < 0) return denied_by_errno();
  return by_result(::syscall(SYS_ioprio_set, kIoPriorityOfProcess, pid, now));
}

constexpr std::uint64_t kNewUser = 0x10000000;  // CLONE_NEWUSER

/// The child of a clone exits immediately, and the parent waits for it.
static Tried end_child(long pid) {
  if (pid < 0) return denied_by_errno();
  if (pid == 0) ::_exit(0);
  ::waitpid(static_cast<pid_t>(pid), nullptr, __WALL);
  return allowed();
}

/// By the bare call: a library's fork may use clone, or run what was registered.
static long bare_clone(std::uint64_t flags) {
  return ::syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, 0);
}

static long bare_clone3(std::uint64_t flags) {
  clone_args arguments = {};
  arguments.flags = flags;
  arguments.exit_signal = SIGCHLD;
  return ::syscall(SYS_clone3, &arguments, sizeof arguments);
}

template <long (*clone)(std::uint64_t)>
Tried starts_child(const Decoys& decoys) {
  return decoys.resources.processes > 1 ? denied("granted") : end_child(clone(0));
}

/// In a child, if there may be one: what it changes cannot be undone.
Tried namespaces_by_unshare(const Decoys&) {
  const auto unshare = [] { return ::syscall(SYS_unshare, kNewUser); };
  const long child = bare_clone(0);
  if (child < 0) return by_result(unshare());
  if (child == 0) ::_exit(unshare() == 0 ? 0 : errno);
  int status = 0;
  ::waitpid(static_cast<pid_t>(child), &status, __WALL);
  const int error = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
  return error == 0 ? allowed() : denied_by_errno(error);
}

/// Waits for the barrier to open.
static void* wait_there(void* gate) {
  ::pthread_mutex_lock(static_cast<pthread_mutex_t*>(gate));
  ::pthread_mutex_unlock(static_cast<pthread_mutex_t*>(gate));
  return nullptr;
}

Tried too_many_threads(const Decoys& decoys) {
  constexpr std::size_t kStackBytes = 64 << 10;
  pthread_attr_t small;
  ::pthread_attr_init(&small);
  ::pthread_attr_setstacksize(&small, kStackBytes);
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  ::pthread_mutex_lock(&gate);
  std::vector<pthread_t> threads;
  int error = 0;
  // One runs already.
  while (error == 0 && threads.size() < static_cast<std::size_t>(decoys.resources.threads)) {
    pthread_t thread = {};
    error = ::pthread_create(&thread, &small, wait_there, &gate);
    if (error == 0) threads.push_back(thread);
  }
  ::pthread_mutex_unlock(&gate);
  for (const pthread_t thread : threads) ::pthread_join(thread, nullptr);
  ::pthread_attr_destroy(&small);
  return error == 0 ? allowed() : denied_by_errno(error);
}

/// By three ways. None mounts anything where it could be seen.
Tried mount(const Decoys&) {
  constexpr unsigned kOpenTreeClone = 1;
  if (::mount("none", "/", "no_such_system", 0, nullptr) == 0 || errno == ENODEV) return allowed();
  for (const long fd : {::syscall(SYS_fsopen, "tmpfs", 0), ::syscall(SYS_open_tree, AT_FDCWD, "/", kOpenTreeClone)}) {
    if (by_descriptor(fd).allowed) return allowed();
  }
  return denied_by_errno();
}

/// Its own: nothing changes.
Tried setns(const Decoys&) {
  const OwnedFd space(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
  return space.get() < 0 ? denied_by_errno() : by_result(::setns(space.get(), 0));
}

/// A root cannot be exchanged for itself.
Tried pivot_root(const Decoys&) {
  const long result = ::syscall(SYS_pivot_root, "/", "/");
  return result != 0 && errno == EINVAL ? allowed() : by_result_or(result, EBUSY);
}

Tried new_privileges(const Decoys&) {
  return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? denied("no_new_privs") : allowed();
}
Tried read_arena_memory(const Decoys& decoys) { return reads(decoys, "mem"); }
Tried read_arena_environment(const Decoys& decoys) { return reads(decoys, "environ"); }
Tried read_arena_command(const Decoys& decoys) { return reads(decoys, "cmdline"); }
Tried list_arena_descriptors(const Decoys& decoys) { return reads(decoys, "fd"); }
Tried trace_arena(const Decoys& decoys) { return trace(decoys.arena_pid); }
Tried trace_launcher(const Decoys&) { return trace(::getppid()); }
Tried signal_arena(const Decoys& decoys) { return signal(decoys.arena_pid); }
Tried signal_launcher(const Decoys&) { return signal(::getppid()); }
Tried limit_arena(const Decoys& decoys) { return limit(decoys.arena_pid); }
Tried limit_launcher(const Decoys&) { return limit(::getppid()); }
Tried priority_arena(const Decoys& decoys) { return priority(decoys.arena_pid); }
Tried priority_launcher(const Decoys&) { return priority(::getppid()); }
Tried scheduler_arena(const Decoys& decoys) { return scheduler(decoys.arena_pid); }
Tried scheduler_launcher(const Decoys&) { return scheduler(::getppid()); }
Tried affinity_arena(const Decoys& decoys) { return affinity(decoys.arena_pid); }
Tried affinity_launcher(const Decoys&) { return affinity(::getppid()); }
Tried io_priority_arena(const Decoys& decoys) { return io_priority(decoys.arena_pid); }
Tried io_priority_launcher(const Decoys&) { return io_priority(::getppid()); }
Tried own_affinity(const Decoys&) { return affinity(0); }
Tried second_process(const Decoys& decoys) { return starts_child<bare_clone>(decoys); }
Tried clone3_process(const Decoys& decoys) { return starts_child<bare_clone3>(decoys); }
Tried chroot(const Decoys&) { return by_result(::chroot("/")); }
Tried namespaces_by_clone(const Decoys&) { return end_child(bare_clone(kNewUser)); }
Tried namespaces_by_clone3(const Decoys&) { return end_child(bare_clone3(kNewUser)); }

}  // namespace arena::attempts
