#include "arena/bots/sandbox/syscall_filter.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>

#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {
namespace {

/// Calls that affect only the process itself, its descriptors and the files that it may open. These calls are left out:
/// flock and inotify, with which bots could communicate through files of the system; timer_create, whose timers could
/// send SIGCONT to a frozen bot; and sendmsg, since passed descriptors count against all bots together, so that bots
/// could communicate, and keep the arena from passing its own.
constexpr const char* kAllowed[] = {
    // files and descriptors
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "pwritev2", "creat", "close",
    "close_range", "stat", "fstat", "lstat", "newfstatat", "statx", "lseek", "access", "faccessat", "faccessat2",
    "readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "mkdir", "mkdirat", "rmdir",
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "ftruncate",
    "fallocate", "fsync", "fdatasync", "sync_file_range", "readahead", "dup", "dup2", "dup3", "pipe", "pipe2", "tee",
    "splice", "vmsplice", "sendfile", "copy_file_range", "umask", "getxattr", "lgetxattr", "fgetxattr", "listxattr",
    "llistxattr", "flistxattr",
    // memory
    "munmap", "mprotect", "mremap", "madvise", "msync", "brk", "mlock", "mlock2", "munlock", "mlockall", "munlockall",
    "membarrier", "pkey_alloc", "pkey_free", "pkey_mprotect", "get_mempolicy",
    // waiting
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait",
    "epoll_pwait2", "eventfd", "eventfd2", "timerfd_create", "timerfd_settime", "timerfd_gettime", "signalfd",
    "signalfd4", "nanosleep", "pause", "alarm", "getitimer", "setitimer", "restart_syscall",
    // time, and what a process may know
    "gettimeofday", "time", "times", "getrandom", "getrusage", "getrlimit", "sysinfo", "uname", "getcpu", "getpid",
    "gettid", "getppid", "getpgrp", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups",
    "sched_get_priority_max", "sched_get_priority_min", "sched_yield",
    // threads, signals, the process itself
    "futex_waitv", "set_robust_list", "rseq", "arch_prctl", "set_thread_area", "get_thread_area", "set_tid_address",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend",
    "sigaltstack", "setsid", "setpgid", "execve", "execveat", "exit", "exit_group", "wait4", "waitid",
    // a pair of connected sockets, see below
    "sendto", "recvfrom", "recvmsg", "recvmmsg", "shutdown", "setsockopt", "getsockname", "getpeername"};

/// Calls that act on files by name and that Landlock does not restrict.
constexpr const char* kChangeFiles[] = {"openat2", "truncate", "utime", "utimes", "utimensat", "futimesat", "chmod",
                                        "fchmod",  "fchmodat", "chown", "fchown", "lchown",    "fchownat"};

/// Those among them that are for the owner of a file.
constexpr const char* kChangeModes[] = {"chmod", "fchmod", "fchmodat", "utimensat"};

/// Calls that programs replace by others if they are missing. EPERM would make programs give up.
constexpr const char* kMissing[] = {"clone3",   "io_uring_setup", "io_uring_enter", "io_uring_register",
                                    "setxattr", "lsetxattr",      "fsetxattr"};

/// Since Linux 5.1 new calls have the same number on all architectures: calls above this number are newer than the
/// list.
constexpr std::uint32_t kNewestKnown = 450;

constexpr std::uint64_t kLowWord = 0xFFFFFFFF;
constexpr std::uint64_t kNamespaces = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
                                      CLONE_NEWUTS | CLONE_NEWCGROUP | 0x80 /* CLONE_NEWTIME */;

class FilterBuilder {
 public:
  FilterBuilder() : context_(::seccomp_init(SCMP_ACT_ERRNO(EPERM))) {
    if (context_ == nullptr) throw std::runtime_error("libseccomp cannot make a filter");
    // Calls of another architecture of the same processor must not get around the filter.
    check(::seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)));
    check(::seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2));
  }
  ~FilterBuilder() { ::seccomp_release(context_); }
  FilterBuilder(const FilterBuilder&) = delete;
  FilterBuilder& operator=(const FilterBuilder&) = delete;

  template <class... Conditions>
  void add(std::uint32_t action, const char* name, Conditions... conditions) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number < 0) return;  // not a call of this architecture, or newer than this libseccomp
    check(::seccomp_rule_add(context_, action, number, sizeof...(conditions), conditions...));
  }
  template <class... Conditions>
  void allow(const char* name, Conditions... conditions) {
    add(SCMP_ACT_ALLOW, name, conditions...);
  }
  /// Allows the call where this argument, as far as it is under the mask, has one of the values.
  template <class... Conditions>
  void allow_values(const char* name, unsigned argument, std::uint64_t mask,
                    std::initializer_list<std::uint64_t> values, Conditions... conditions) {
    for (const std::uint64_t value : values)
      allow(name, scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, mask, value}, conditions...);
  }
  std::vector<sock_filter> instructions() const {
    const OwnedFd file(::memfd_create("filter", MFD_CLOEXEC));  // there may be no folder for a temporary file
    if (file.get() < 0) throw std::runtime_error("no memory for the system-call filter");
    check(::seccomp_export_bpf(context_, file.get()));
    const off_t size = ::lseek(file.get(), 0, SEEK_END);
    std::vector<sock_filter> all = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, kNewestKnown, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    };
    const std::size_t first = all.size();
    all.resize(first + static_cast<std::size_t>(size) / sizeof(sock_filter));
    if (::pread(file.get(), &all[first], static_cast<std::size_t>(size), 0) != size)
      throw std::runtime_error("the system-call filter cannot be read back");
    return all;
  }

 private:
  static void check(int result) {
    if (result != 0) throw std::runtime_error("libseccomp: error " + std::to_string(-result));
  }

  scmp_filter_ctx context_;
};

/// Matches all numbers whose bits under the mask are these.
struct Numbers {
  std::uint64_t mask;
  std::uint64_t bits;
};

/// Allows a process to ask about itself and to change itself: the argument is 0. With a number the call is missing,
/// which the C library accepts when it asks about a thread. If bots share the numbers of processes, the existence of a
/// thread is a signal that all bots can see.
///
/// Mono asks for the policy and priority of each of its threads, sets them again, and ends if that fails. The answer is
/// what is true of every thread of a bot, SCHED_OTHER and 0, and nothing is set. The kernel is not asked, so the answer
/// does not depend on whether there is such a thread. The priority is not written: glibc has a 0 there.
void allow_own(FilterBuilder& filter) {
  constexpr std::uint32_t kSuccess = SCMP_ACT_ERRNO(0);
  static_assert(SCHED_OTHER == 0);
  for (const char* call : {"sched_getparam", "sched_getscheduler"}) {
    filter.allow(call, SCMP_A0(SCMP_CMP_EQ, 0));
    filter.add(kSuccess, call, SCMP_A0(SCMP_CMP_GE, 1));
  }
  filter.add(kSuccess, "sched_setscheduler", SCMP_A0(SCMP_CMP_GE, 1),
             SCMP_A1(SCMP_CMP_MASKED_EQ, kLowWord, SCHED_OTHER));
  for (const char* call :
       {"getpgid", "getsid", "get_robust_list", "sched_getaffinity", "sched_getattr", "sched_rr_get_interval"}) {
    filter.allow(call, SCMP_A0(SCMP_CMP_EQ, 0));
    filter.add(SCMP_ACT_ERRNO(ENOSYS), call, SCMP_A0(SCMP_CMP_GE, 1));
  }
  for (const char* call : {"getpriority", "ioprio_get"}) {
    filter.allow(call, SCMP_A1(SCMP_CMP_EQ, 0));
    filter.add(SCMP_ACT_ERRNO(ENOSYS), call, SCMP_A1(SCMP_CMP_GE, 1));
  }
  filter.allow("setpriority", SCMP_A0(SCMP_CMP_MASKED_EQ, kLowWord, PRIO_PROCESS),
               SCMP_A1(SCMP_CMP_MASKED_EQ, kLowWord, 0));
  filter.allow_values("personality", 0, kLowWord, {0, kLowWord});
}

/// Forbids RLIMIT_CPU (0) and RLIMIT_RTTIME (15) to a bot that must not have itself killed: beyond them the kernel
/// sends SIGKILL.
void allow_limits(FilterBuilder& filter, bool to_death) {
  filter.allow("prlimit64", SCMP_A0(SCMP_CMP_MASKED_EQ, kLowWord, 0), SCMP_A2(SCMP_CMP_EQ, 0));  // to read
  constexpr Numbers kHarmless[] = {{0xF, 1}, {0xE, 2}, {0xC, 4}, {0xC, 8}, {0xE, 12}, {0xF, 14}};
  constexpr Numbers kAll[] = {{0, 0}};
  for (const auto [mask, bits] : to_death ? std::span<const Numbers>(kAll) : std::span<const Numbers>(kHarmless)) {
    filter.allow("setrlimit", SCMP_A0(SCMP_CMP_MASKED_EQ, mask, bits));
    filter.allow("prlimit64", SCMP_A0(SCMP_CMP_MASKED_EQ, kLowWord, 0), SCMP_A1(SCMP_CMP_MASKED_EQ, mask, bits));
  }
}

/// Forbids the clock of another process, which reveals how much processor time that one has used. A clock of processor
/// time is negative. The clock of a thread, which can only be the process's own, has kOfThread set.
void allow_clocks(FilterBuilder& filter) {
  constexpr std::uint64_t kNegative = 0x80000000;
  constexpr std::uint64_t kOfThread = 4;
  constexpr std::uint64_t kOwnClock = 0xFFFFFFFA;  // clock_getcpuclockid(0)
  for (const char* call : {"clock_gettime", "clock_getres", "clock_nanosleep"}) {
    filter.allow(call, SCMP_A0(SCMP_CMP_MASKED_EQ, kNegative, 0));
    filter.allow(call, SCMP_A0(SCMP_CMP_MASKED_EQ, kNegative | kOfThread, kNegative | kOfThread));
    filter.allow(call, SCMP_A0(SCMP_CMP_MASKED_EQ, kLowWord, kOwnClock));
  }
}

void allow_files(FilterBuilder& filter, SyscallRights rights) {
  if (rights.change_files) {
    for (const char* call : kChangeFiles) filter.allow(call);
    filter.allow("open");
    filter.allow("openat");
  } else {
    filter.add(SCMP_ACT_ERRNO(ENOSYS), "openat2");
    if (rights.change_modes) {
      for (const char* call : kChangeModes) filter.allow(call);
    }
    // A file opened for reading can also be truncated. Before its third version Landlock does not prevent that.
    filter.allow_values("open", 1, O_ACCMODE, {O_WRONLY, O_RDWR, O_RDWR | O_WRONLY});
    filter.allow_values("openat", 2, O_ACCMODE, {O_WRONLY, O_RDWR, O_RDWR | O_WRONLY});
    filter.allow("open", SCMP_A1(SCMP_CMP_MASKED_EQ, O_TRUNC, 0));
    filter.allow("openat", SCMP_A2(SCMP_CMP_MASKED_EQ, O_TRUNC, 0));
  }
  // fadvise64 is forbidden, too: with it all bots could change which parts of a file are in memory, and see that with
  // RWF_NOWAIT.
  constexpr std::uint64_t kNoWait = 8;  // RWF_NOWAIT
  filter.allow("preadv2", SCMP_A5(SCMP_CMP_MASKED_EQ, kNoWait, 0));
  // These are left out: F_SETPIPE_SZ, since the pipes of all bots share one limit; F_SETOWN and F_SETSIG, with which
  // the kernel would send signals in the bot's name; and locks, with which two processes that may read one file could
  // communicate, as with flock and inotify.
  filter.allow_values("fcntl", 1, kLowWord,
                      {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETOWN, F_GETPIPE_SZ});
}

/// A bot of one process cannot send SIGKILL, not even to itself: if it was killed, somebody else did it.
void allow_signals(FilterBuilder& filter, SyscallRights rights) {
  if (rights.signal_others) {
    for (const char* call : {"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal"})
      filter.allow(call);
    return;
  }
  static_assert(SIGKILL == 9);
  constexpr Numbers kHarmless[] = {{0x78, 0}, {0x7F, 8}, {0x7E, 10}, {0x7C, 12}, {0x70, 16}, {0x60, 32}, {0x7F, 64}};
  constexpr Numbers kAll[] = {{0, 0}};
  for (const auto [mask, bits] :
       rights.processes ? std::span<const Numbers>(kAll) : std::span<const Numbers>(kHarmless)) {
    const auto second = SCMP_A1(SCMP_CMP_MASKED_EQ, mask, bits);
    const auto third = SCMP_A2(SCMP_CMP_MASKED_EQ, mask, bits);
    for (const char* call : {"kill", "rt_sigqueueinfo"})
      filter.allow(call, SCMP_A0(SCMP_CMP_MASKED_EQ, kLowWord, kOwnPid), second);
    for (const char* call : {"tgkill", "rt_tgsigqueueinfo"})
      filter.allow(call, SCMP_A0(SCMP_CMP_MASKED_EQ, kLowWord, kOwnPid), third);
    // Its own process group: the launcher gives each bot a session.
    filter.allow("kill", SCMP_A0(SCMP_CMP_MASKED_EQ, kLowWord, 0), second);
  }
}

std::vector<sock_filter> build(SyscallRights rights) {
  FilterBuilder filter;
  for (const char* call : kAllowed) filter.allow(call);
  for (const char* call : kMissing) filter.add(SCMP_ACT_ERRNO(ENOSYS), call);
  allow_own(filter);
  allow_limits(filter, rights.processes);
  allow_files(filter, rights);
  if (rights.lock_files) filter.allow("flock");  // Go locks its build cache
  allow_signals(filter, rights);
  const std::uint64_t thread = rights.processes ? 0 : CLONE_THREAD;
  filter.allow("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, kNamespaces | thread, thread));
  if (rights.processes) {
    filter.allow("fork");
    filter.allow("vfork");
  }
  // Neither shared memory without a file nor a stack is counted as a process's data.
  constexpr std::uint64_t kKind = MAP_SHARED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN;
  filter.allow("mmap", SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS | MAP_GROWSDOWN, 0));
  filter.allow("mmap", SCMP_A3(SCMP_CMP_MASKED_EQ, kKind, MAP_PRIVATE | MAP_ANONYMOUS));
  allow_clocks(filter);
  // The launcher answers futexes that are not private (answered_calls.h), except waits for the end of a thread.
  filter.allow("futex", SCMP_A1(SCMP_CMP_MASKED_EQ, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG));
  constexpr std::uint64_t kCommand = ~std::uint64_t{FUTEX_CLOCK_REALTIME} & kLowWord;
  filter.allow_values("futex", 1, kCommand, {FUTEX_WAIT, FUTEX_WAIT_BITSET, FUTEX_WAKE, FUTEX_WAKE_BITSET});
  // Not SO_COOKIE: it numbers the sockets of the whole machine.
  filter.allow_values("getsockopt", 2, kLowWord,
                      {SO_TYPE, SO_ERROR, SO_DOMAIN, SO_PROTOCOL, SO_SNDBUF, SO_RCVBUF, SO_SNDTIMEO, SO_RCVTIMEO,
                       SO_ACCEPTCONN, SO_LINGER, SO_KEEPALIVE, SO_REUSEADDR, SO_BROADCAST, SO_PEERCRED},
                      SCMP_A1(SCMP_CMP_MASKED_EQ, kLowWord, SOL_SOCKET));
  // What is newer reaches further: PR_SCHED_CORE keeps all others off the other half of a processor.
  constexpr std::uint64_t kSchedCore = 62;
  filter.allow("prctl", SCMP_A0(SCMP_CMP_LT, kSchedCore));
  // Questions to a descriptor. Requests that type into a terminal are not among them.
  constexpr std::uint64_t kTcgets2 = 0x802C542A;  // TCGETS2: isatty(3) since glibc 2.42
  filter.allow_values("ioctl", 1, kLowWord, {TCGETS, kTcgets2, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX});
  // These two kinds are connected from birth; a datagram socket could still send elsewhere. Rust starts processes with
  // the second one.
  constexpr std::uint64_t kType = 0xF;
  filter.allow_values("socketpair", 1, kType, {SOCK_STREAM, SOCK_SEQPACKET},
                      SCMP_A0(SCMP_CMP_MASKED_EQ, kLowWord, AF_UNIX));
  return filter.instructions();
}

}  // namespace

const std::vector<sock_filter>& syscall_filter(SyscallRights rights) {
  static std::mutex mutex;
  static std::map<SyscallRights, std::vector<sock_filter>> made;
  const std::lock_guard lock(mutex);
  auto& filter = made[rights];
  if (filter.empty()) filter = build(rights);
  return filter;
}

}  // namespace arena
