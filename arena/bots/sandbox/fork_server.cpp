#include "arena/bots/sandbox/fork_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
// Boost 1.81's Process relies on these being included already when it uses std::filesystem.
#include <boost/optional.hpp>
#include <boost/type_traits.hpp>
//
#include <boost/process/v2/posix/vfork_launcher.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/process/v2/stdio.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arena/base/text/system_failure.h"
#include "arena/base/text/words.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/kernel_files.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/own_limits.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace process = boost::process::v2;

/// How long the process may take to get ready, and to end when its socket closes.
constexpr int kReadyMs = 30'000;
constexpr int kServerEndMs = 2000;
/// How long a process may take to end once it has closed one of its descriptors.
constexpr int kDyingMs = 200;
constexpr int kSendSeconds = 10;

/// Uses system calls: the C library's functions would change the ids of all the arena's threads, since memory is
/// shared.
bool drop_root(unsigned id) {
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 && ::syscall(SYS_setresgid, id, id, id) == 0 &&
         ::syscall(SYS_setresuid, id, id, id) == 0;
}

/// Called in the child. Reports why it cannot be started, and exits.
[[noreturn]] void give_up(const char* what) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, what, std::strlen(what));
  ::_exit(125);
}

/// What the child does before exec: a clean environment, no blocked signal, no descriptor but its own.
/// Boost 1.81 leaves descriptors open in the child, hence the close_range.
struct ChildSetup {
  int kept;
  pid_t arena;
  bool drops_root;

  template <class Launcher>
  boost::system::error_code on_setup(Launcher& launcher, const process::filesystem::path&, const char* const*&) {
    static constexpr const char* kNoVariables[] = {nullptr};
    launcher.env = kNoVariables;
    launcher.fd_whitelist.reserve(16);  // no allocation in the child
    return {};
  }

  template <class Launcher>
  boost::system::error_code on_exec_setup(Launcher& launcher, const process::filesystem::path&,
                                          const char* const*&) const {
    // An arena that is killed now must not leave a child that has not become the fork server yet.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != arena) ::_exit(1);
    lift_inherited_limits();
    if (drops_root && ::geteuid() == 0 && !drop_root(kUnprivilegedId))
      give_up("arena: the fork server cannot switch to the user nobody\n");
    ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    ::fcntl(kept, F_SETFD, 0);
    launcher.fd_whitelist.push_back(kept);
    std::sort(launcher.fd_whitelist.begin(), launcher.fd_whitelist.end());
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    // Its own process group: a Ctrl-C on the terminal is for the arena, which ends its bots itself.
    ::setpgid(0, 0);
    // From here on it sees by its socket that the arena has ended.
    ::prctl(PR_SET_PDEATHSIG, 0);
    return {};
  }

  /// The child shares the arena's memory: what runs when the arena exits must not run now.
  template <class Launcher>
  void on_exec_error(Launcher&, const process::filesystem::path&, const char* const*&,
                     const boost::system::error_code&) const {
    ::_exit(127);
  }

  /// Never called: Boost 1.81 looks for this overload, and calls the one above only if this one exists.
  template <class Launcher>
  void on_exec_error(Launcher&, const boost::system::error_code&, const process::filesystem::path&, const char* const*&,
                     const boost::system::error_code&) const;
};

/// While another thread starts a process, that process has all descriptors of this one until it executes its program,
/// also one through which a copy of arena-launcher was just written. The kernel does not execute such a file. It is
/// tried again so often, a millisecond later.
constexpr int kBusyTriesMax = 1000;

/// Runs arena-launcher with an empty environment and returns its pid. Throws std::system_error.
pid_t run_launcher(const std::vector<std::string>& words, int errors, const ChildSetup& setup) {
  const std::vector<std::string> arguments(words.begin() + 1, words.end());
  for (int tries = 1;; ++tries) {
    // vfork: after a fork the child of a process with threads must not allocate, but Boost.Process does. It notifies
    // every service of the context, hence an empty one, which is of no use after a failure.
    boost::asio::io_context empty;
    boost::system::error_code error;
    process::posix::vfork_launcher launcher;
    process::basic_process<boost::asio::io_context::executor_type> child = launcher(
        empty.get_executor(), error, words.front(), arguments, process::process_stdio{nullptr, nullptr, errors}, setup);
    if (error) {
      while (launcher.pid > 0 && ::waitpid(launcher.pid, nullptr, 0) < 0 && errno == EINTR) continue;
      if (error.value() == ETXTBSY && tries < kBusyTriesMax) {
        ::poll(nullptr, 0, 1);
        continue;
      }
      throw std::system_error(error.value(), std::generic_category(), "starting " + words.front());
    }
    const pid_t pid = child.id();
    // From here on use the pidfd: the library's object could signal a recycled pid.
    child.detach();
    return pid;
  }
}

/// Throws std::system_error that names the file if the kernel does not accept the text.
void write_setting(const std::string& path, std::string_view text) {
  if (!write_kernel_file(path, text)) throw_errno(path);
}

/// Maps the users that bots may have, and the process's own, into its user namespace: each to the same number. Only
/// root may map others than its own.
void map_users(pid_t pid, const std::optional<UserIdRange>& users) {
  const std::string folder = fmt::format("/proc/{}/", pid);
  const unsigned own = user_of_bots();
  const unsigned own_group = ::geteuid() == 0 ? kUnprivilegedId : ::getegid();
  const auto map = [&](unsigned id) {
    std::string lines;
    const bool has_range = ::geteuid() == 0 && users;
    if (has_range) lines = fmt::format("{0} {0} {1}\n", users->first, users->last - users->first + 1);
    if (!has_range || id < users->first || id > users->last) lines += fmt::format("{0} {0} 1\n", id);
    return lines;
  };
  write_setting(folder + "setgroups", "deny");
  write_setting(folder + "uid_map", map(own));
  write_setting(folder + "gid_map", map(own_group));
}

std::string read_all_now(const OwnedFd& pipe) {
  std::array<char, 1024> bytes;
  const ssize_t count = ::read(pipe.get(), bytes.data(), bytes.size());
  std::string text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

/// One process, and the arena's end of its socket.
class ForkServer::Process {
 public:
  Process(const fs::path& launcher, const fs::path& root, const std::optional<UserIdRange>& users) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) throw_errno("socketpair");
    socket_ = OwnedFd(ends[0]);
    // A process that is stopped reads nothing, and the socket becomes full.
    const timeval patience = {kSendSeconds, 0};
    if (::setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0)
      throw_errno("setsockopt");
    OwnedFd there(ends[1]);
    auto [err_read, err_write] = make_pipe();
    set_nonblocking(err_read);
    std::vector<std::string> words = {launcher.string(), std::to_string(there.get())};
    if (!root.empty()) words.push_back(root.string());
    pid_ = run_launcher(words, err_write.get(), ChildSetup{there.get(), ::getpid(), !root.empty()});
    pidfd_ = OwnedFd(open_pidfd(pid_));
    if (pidfd_.get() < 0) {
      const int why = errno;
      ::kill(pid_, SIGKILL);
      while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
      throw_errno("pidfd_open", why);
    }
    there = OwnedFd();
    try {
      char byte = receive(err_read);
      if (byte == kNeedsMaps) {
        map_users(pid_, users);
        if (::send(socket_.get(), &kNeedsMaps, 1, MSG_NOSIGNAL) != 1) throw_errno("sending to the fork server");
        byte = receive(err_read);
      }
      if (byte != kReady) throw std::runtime_error("the fork server sent an unknown byte");
    } catch (...) {
      end();
      throw;
    }
  }
  ~Process() { end(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Returns 0 or an errno.
  int send(const void* packet, std::size_t size, std::span<const int> descriptors) const {
    const ssize_t sent = send_with_descriptors(socket_.get(), packet, size, descriptors.data(), descriptors.size());
    if (sent < 0) return errno;
    return static_cast<std::size_t>(sent) == size ? 0 : EMSGSIZE;
  }

  void kill() const { signal_pidfd(pidfd_.get(), SIGKILL); }
  bool is_dying() const { return wait_pidfd(pidfd_.get(), kDyingMs); }
  pid_t pid() const { return pid_; }

 private:
  /// Returns the next byte that the process sends, or throws with what it wrote to stderr.
  char receive(const OwnedFd& errors) const {
    pollfd waits = {socket_.get(), POLLIN, 0};
    while (::poll(&waits, 1, kReadyMs) < 0 && errno == EINTR) continue;
    char byte = 0;
    if (::recv(socket_.get(), &byte, 1, MSG_DONTWAIT) == 1) return byte;
    wait_pidfd(pidfd_.get(), kServerEndMs);  // then all that it writes is there
    const std::string why = read_all_now(errors);
    throw std::runtime_error(why.empty() ? "the fork server ended, or did not get ready in time" : why);
  }

  void end() {
    socket_ = OwnedFd();
    reap_pidfd(pidfd_.get(), kServerEndMs);
  }

  OwnedFd socket_;
  OwnedFd pidfd_;
  pid_t pid_ = -1;
};

ForkServer::ForkServer(fs::path launcher, fs::path root, const UserIds* users)
    : launcher_(std::move(launcher)),
      root_(std::move(root)),
      users_(users != nullptr ? std::optional(users->range()) : std::nullopt),
      process_(start_process()) {}

ForkServer::~ForkServer() = default;

std::shared_ptr<ForkServer::Process> ForkServer::start_process() const {
  return std::make_shared<Process>(launcher_, root_, users_);
}

std::shared_ptr<ForkServer::Process> ForkServer::process() const {
  const std::lock_guard lock(mutex_);
  return process_;
}

/// Kills the process, which may have ended, and starts another one if nobody has yet. Returns the one that runs then.
std::shared_ptr<ForkServer::Process> ForkServer::replace(const std::shared_ptr<Process>& useless) {
  useless->kill();
  const std::lock_guard lock(mutex_);
  if (process_ == useless) process_ = start_process();
  return process_;
}

void ForkServer::replace_hung(pid_t hung) {
  const std::shared_ptr<Process> running = process();
  if (running->pid() == hung) replace(running);
}

void ForkServer::replace_dying(pid_t lost) {
  const std::shared_ptr<Process> running = process();
  if (running->pid() == lost && running->is_dying()) replace(running);
}

std::optional<pid_t> ForkServer::start(const LauncherStart& launcher) {
  struct {
    StartRequest request = {};
    std::array<char, kStartPathMax> path = {};
  } packet;
  packet.request.user = ::geteuid() == 0 ? launcher.user : user_of_bots();
  static_assert(sizeof(cpu_set_t) == sizeof packet.request.processors);
  if (::sched_getaffinity(0, sizeof packet.request.processors,
                          reinterpret_cast<cpu_set_t*>(packet.request.processors)) == 0)
    packet.request.processor_bytes = sizeof packet.request.processors;
  const std::string& path = launcher.folder.native();
  if (path.size() >= packet.path.size()) throw_errno(path, ENAMETOOLONG);
  std::memcpy(packet.path.data(), path.c_str(), path.size() + 1);
  const std::size_t size = sizeof packet.request + path.size() + 1;
  std::vector<int> descriptors = {launcher.control, launcher.errors};
  descriptors.insert(descriptors.end(), launcher.groups.begin(), launcher.groups.end());

  // The process has ended, or is stopped with a full socket.
  const auto is_useless = [](int error) { return error == EPIPE || error == ECONNRESET || error == EAGAIN; };
  std::shared_ptr<Process> running = process();
  int error = running->send(&packet, size, descriptors);
  if (is_useless(error)) {
    running = replace(running);
    error = running->send(&packet, size, descriptors);
  }
  if (is_useless(error)) return std::nullopt;
  if (error != 0) throw_errno("sending to the fork server", error);
  return running->pid();
}

/// proc(5): fields 14 to 17 of /proc/PID/stat, counted in ticks.
std::chrono::nanoseconds ForkServer::cpu_time() const {
  std::ifstream file(fmt::format("/proc/{}/stat", pid()));
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(") ");
  if (name_end == std::string::npos) return {};
  const std::vector<std::string_view> fields = words_of(std::string_view(text).substr(name_end + 2));
  long long ticks = 0;
  for (std::size_t field = 11; field < 15 && field < fields.size(); ++field) ticks += leading_number(fields[field]);
  return std::chrono::nanoseconds(std::chrono::seconds(ticks)) / ::sysconf(_SC_CLK_TCK);
}

pid_t ForkServer::pid() const { return process()->pid(); }

}  // namespace arena
