// Processes, threads and namespaces.

#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <vector>

#include "arena/doctor/canary/attempt.h"

namespace arena {
namespace {

constexpr std::uint64_t kNewUser = 0x10000000;  // CLONE_NEWUSER

/// The child of a clone goes at once, the parent waits for it.
Tried end_child(long pid) {
  if (pid < 0) return denied_by_errno();
  if (pid == 0) ::_exit(0);
  ::waitpid(static_cast<pid_t>(pid), nullptr, __WALL);
  return allowed();
}

/// By the bare call: a library's fork may use clone, or run what was registered.
long bare_clone(std::uint64_t flags) { return ::syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, 0); }

long bare_clone3(std::uint64_t flags) {
  clone_args arguments = {};
  arguments.flags = flags;
  arguments.exit_signal = SIGCHLD;
  return ::syscall(SYS_clone3, &arguments, sizeof arguments);
}

template <long (*clone)(std::uint64_t)>
Tried second_process(const Decoys& decoys) {
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
void* wait_there(void* gate) {
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
Tried mount_something(const Decoys&) {
  constexpr unsigned kOpenTreeClone = 1;
  if (::mount("none", "/", "no_such_system", 0, nullptr) == 0 || errno == ENODEV) return allowed();
  for (const long fd : {::syscall(SYS_fsopen, "tmpfs", 0), ::syscall(SYS_open_tree, AT_FDCWD, "/", kOpenTreeClone)}) {
    if (by_descriptor(fd).allowed) return allowed();
  }
  return denied_by_errno();
}

/// Its own: nothing changes.
Tried join_namespace(const Decoys&) {
  const OwnedFd space(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
  return space.get() < 0 ? denied_by_errno() : by_result(::setns(space.get(), 0));
}

/// A root cannot be exchanged for itself.
Tried exchange_root(const Decoys&) {
  const long result = ::syscall(SYS_pivot_root, "/", "/");
  return result != 0 && errno == EINVAL ? allowed() : by_result_or(result, EBUSY);
}

constexpr auto kProcessAttempts = std::to_array<Attempt>({
    {"second_process", second_process<bare_clone>},
    {"clone3_process", second_process<bare_clone3>},
    {"too_many_threads", too_many_threads},
    {"mount", mount_something},
    {"setns", join_namespace},
    {"chroot", [](const Decoys&) { return by_result(::chroot("/")); }},
    {"pivot_root", exchange_root},
    {"namespaces_by_clone", [](const Decoys&) { return end_child(bare_clone(kNewUser)); }},
    {"namespaces_by_clone3", [](const Decoys&) { return end_child(bare_clone3(kNewUser)); }},
    {"namespaces_by_unshare", namespaces_by_unshare},
});

}  // namespace

std::span<const Attempt> process_attempts() { return kProcessAttempts; }

}  // namespace arena
