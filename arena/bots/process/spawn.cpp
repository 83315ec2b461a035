#include "arena/bots/process/spawn.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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
#include <system_error>
#include <utility>

#include "arena/base/text/system_failure.h"
#include "arena/base/text/words.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/own_limits.h"

namespace arena {
namespace {

namespace process = boost::process::v2;

/// Sends the launcher's order and then a byte with these descriptors. They wait in the socket until the launcher reads.
void send_order(const OwnedFd& socket, std::string_view order, const int (&descriptors)[2]) {
  const ssize_t sent = ::send(socket.get(), order.data(), order.size(), MSG_NOSIGNAL);
  if (sent >= 0 && sent < static_cast<ssize_t>(order.size())) errno = EMSGSIZE;
  if (sent != static_cast<ssize_t>(order.size())) throw_errno("sending the launcher's order");
  if (send_with_descriptors(socket.get(), ".", 1, descriptors, 2) != 1) throw_errno("sendmsg");
}

/// Uses system calls: the C library's functions would change the ids of all the arena's threads, since memory is
/// shared.
bool drop_root(unsigned id) {
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 && ::syscall(SYS_setresgid, id, id, id) == 0 &&
         ::syscall(SYS_setresuid, id, id, id) == 0;
}

/// Called in the child, whose stderr is the bot's. Reports why the sandbox is broken, and exits.
[[noreturn]] void give_up(const char* what) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, what, std::strlen(what));
  ::_exit(125);
}

/// Lets the kernel kill a bot before the arena and all others when memory runs out. An arena that is not root cannot do
/// that: only root may write its files in /proc, which the child still shares.
void offer_to_oom_killer() {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(file, "1000", 4);  // to its own file: refused or done
  ::close(file);
}

/// What the child does before exec: a clean environment, default signals, no descriptor but its own.
/// Boost 1.81 leaves descriptors open in the child, hence the close_range.
struct ChildSetup {
  int kept;
  pid_t arena;
  std::vector<const char*> environment;
  unsigned user = kUnprivilegedId;  // when root starts the arena
  std::span<const int> procs{};     // of its control group

  template <class Launcher>
  boost::system::error_code on_setup(Launcher& launcher, const process::filesystem::path&, const char* const*&) {
    launcher.env = environment.data();
    launcher.fd_whitelist.reserve(16);  // no allocation in the child
    return {};
  }

  template <class Launcher>
  boost::system::error_code on_exec_setup(Launcher& launcher, const process::filesystem::path&,
                                          const char* const*&) const {
    // An arena that is killed now must not leave a child that has not become the launcher yet.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != arena) ::_exit(1);
    for (int file : procs) {
      if (::write(file, "0", 1) != 1) give_up("arena: the bot cannot join its control group\n");
    }
    offer_to_oom_killer();
    lift_inherited_limits();
    if (::geteuid() == 0 && !drop_root(user)) give_up("arena: the bot cannot switch to its user id\n");
    ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    ::fcntl(kept, F_SETFD, 0);
    launcher.fd_whitelist.push_back(kept);
    std::sort(launcher.fd_whitelist.begin(), launcher.fd_whitelist.end());
    ::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    // Its own process group: a Ctrl-C on the terminal is for the arena, which ends its bots itself.
    ::setpgid(0, 0);
    // From here on this is the launcher's job: it must outlive the arena, to kill all that the bot has started.
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

}  // namespace

bool LauncherReports::read(int control) {
  while (true) {
    const std::span<char> bytes = lines.space();
    int pidfd = -1;  // the bot's, with the first report
    const ssize_t count = receive_with_descriptors(control, bytes.data(), bytes.size(), &pidfd, 1, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 && errno == EAGAIN;
    if (pidfd >= 0) bot = LiveProcess(OwnedFd(pidfd));
    lines.commit(static_cast<std::size_t>(count));
    while (const auto line = lines.next()) {
      std::string_view figures = line->text;
      const std::string_view word = cut_word(figures);
      if (word == "failed") settle(ProcessEnd::Kind::not_started, figures);
      if (word == "exited") settle(ProcessEnd::Kind::exited, figures);
      if (word == "signaled") settle(ProcessEnd::Kind::signaled, figures);
      if (word == "left") end.left = static_cast<int>(leading_number(cut_word(figures)));
    }
  }
}

void LauncherReports::settle(ProcessEnd::Kind kind, std::string_view figures) {
  end.kind = kind;
  end.number = static_cast<int>(leading_number(cut_word(figures)));
  const long long user = leading_number(cut_word(figures));
  end.cpu = std::chrono::microseconds(user + leading_number(cut_word(figures)));
  end.peak_kb = static_cast<long>(leading_number(cut_word(figures)));
  if (group != nullptr) end.peak_kb = std::max(end.peak_kb, group->peak_kb());
  const bool by_sigkill = end.by_sigkill();
  if (kind != ProcessEnd::Kind::sandbox_failed && !by_sigkill) return;
  if (group != nullptr && group->killed_for_memory()) {
    end.kind = group->reached_limit() ? ProcessEnd::Kind::out_of_memory : ProcessEnd::Kind::machine_full;
    return;
  }
  if (!by_sigkill || may_kill_itself || ended_by_arena) return;
  // Something outside the arena sent the signal, or the kernel did for memory that the bot did not use.
  const bool no_memory_ran_out = group != nullptr || (killed_before && processes_killed_for_memory() == killed_before);
  if (no_memory_ran_out || end.peak_kb < memory_kb)
    end.kind = no_memory_ran_out ? ProcessEnd::Kind::killed : ProcessEnd::Kind::machine_full;
}

SpawnedBot spawn_bot(const Sandbox& sandbox, const BotCommand& bot) {
  auto [in_read, in_write] = make_pipe();
  auto [out_read, out_write] = make_pipe();
  auto [err_read, err_write] = make_pipe();
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw_errno("socketpair");
  OwnedFd control_here(ends[0]);
  const OwnedFd control_there(ends[1]);
  for (const OwnedFd* fd : {&in_write, &out_read, &err_read, &control_here}) set_nonblocking(*fd);

  send_order(control_here, launch_message(sandbox, bot), {in_read.get(), out_write.get()});

  const std::vector<std::string> words = sandbox_command(sandbox, bot, control_there.get());
  std::unique_ptr<Cgroup> group = sandbox.cgroups != nullptr ? sandbox.cgroups->lease(bot.resources) : nullptr;
  std::unique_ptr<UserIds::Lease> user_id = has_own_user(sandbox, bot) ? sandbox.users->lease() : nullptr;
  const bool to_blame = may_kill_itself(sandbox, bot);
  const std::optional<long long> killed_before = to_blame || group ? std::nullopt : processes_killed_for_memory();
  ChildSetup setup{control_there.get(), ::getpid(), {}};
  if (user_id) setup.user = user_id->id();
  if (group) setup.procs = group->procs();
  for (const std::vector<std::string>* variables : {&bot_environment(), &bot.environment}) {
    for (const std::string& variable : *variables) setup.environment.push_back(variable.c_str());
  }
  setup.environment.push_back(nullptr);

  // vfork: after a fork the child of a process with threads must not allocate, but Boost.Process does. It notifies
  // every service of the context, hence an empty one.
  boost::asio::io_context empty;
  boost::system::error_code error;
  const std::vector<std::string> arguments(words.begin() + 1, words.end());
  process::posix::vfork_launcher launcher;
  process::basic_process<boost::asio::io_context::executor_type> child =
      launcher(empty.get_executor(), error, words.front(), arguments,
               process::process_stdio{nullptr, nullptr, err_write.get()}, setup);
  if (error) {
    while (launcher.pid > 0 && ::waitpid(launcher.pid, nullptr, 0) < 0 && errno == EINTR) continue;
    throw std::system_error(error.value(), std::generic_category(), "starting " + words.front());
  }
  const pid_t pid = child.id();
  // From here on use the pidfd: the library's object could signal a recycled pid.
  child.detach();

  OwnedFd pidfd(open_pidfd(pid));
  if (pidfd.get() < 0) {
    const int why = errno;
    ::kill(pid, SIGKILL);
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
    throw_errno("pidfd_open", why);
  }
  return {std::move(pidfd),
          std::move(in_write),
          std::move(out_read),
          std::move(err_read),
          std::move(control_here),
          {std::move(group), std::move(user_id), killed_before, to_blame,
           static_cast<long>(bot.resources.memory_mb) << 10}};
}

}  // namespace arena
