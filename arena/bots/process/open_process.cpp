#include "arena/bots/process/open_process.h"

#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <tuple>

#include "arena/bots/sandbox/descriptors.h"

namespace arena {
namespace {

/// How much the program may write before anybody reads it.
constexpr std::size_t kUnreadMax = 4 << 20;

/// Returns the environment of the arena with these variables, which override those of the same names.
std::vector<std::string> environment_with(const std::vector<std::string>& variables) {
  std::vector<std::string> all = variables;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view variable(*one);
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    if (std::ranges::none_of(variables, [&](const std::string& other) { return other.starts_with(name); }))
      all.emplace_back(variable);
  }
  return all;
}

/// Returns the texts as exec takes them: pointers to them, and a null pointer at the end.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

int start_program(pid_t& pid, const std::vector<std::string>& words, int in, int out, const ProgramStart& start) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  if (start.err >= 0) ::posix_spawn_file_actions_adddup2(&files, start.err, STDERR_FILENO);
  if (!start.folder.empty()) ::posix_spawn_file_actions_addchdir_np(&files, start.folder.c_str());
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t standard;
  ::sigemptyset(&standard);
  ::sigaddset(&standard, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &standard);
  int flags = POSIX_SPAWN_SETSIGDEF;
  if (start.leads_group) {
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP;
  }
  ::posix_spawnattr_setflags(&attributes, static_cast<short>(flags));

  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<std::string> variables = environment_with(start.variables);
  const std::vector<char*> environment = pointers_to(variables);
  const int error = ::posix_spawnp(&pid, arguments.front(), &files, &attributes, arguments.data(), environment.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) pid = -1;
  return error;
}

OpenProcess::OpenProcess(const std::vector<std::string>& words, const std::filesystem::path& folder) {
  OwnedFd its_in;
  OwnedFd its_out;
  std::tie(its_in, in_) = make_pipe();
  std::tie(out_, its_out) = make_pipe();
  set_nonblocking(in_);
  set_nonblocking(out_);
  if (const int error = start_program(pid_, words, its_in.get(), its_out.get(), {.folder = folder}); error != 0)
    throw_errno(words.front(), error);
}

OpenProcess::~OpenProcess() { finish(std::chrono::milliseconds(0)); }

/// Waits until there is something to read, or room to write, and reads what has arrived. Returns false if nothing more
/// will come.
bool OpenProcess::wait_and_read(bool until_writable) {
  std::array<pollfd, 2> streams = {
      {{at_end_of_file_ ? -1 : out_.get(), POLLIN, 0}, {until_writable ? in_.get() : -1, POLLOUT, 0}}};
  if (at_end_of_file_ && !until_writable) return false;
  if (::poll(streams.data(), streams.size(), -1) < 0) return errno == EINTR;
  if (streams[0].revents == 0) return true;
  std::array<char, 16 << 10> bytes;
  const ssize_t count = ::read(out_.get(), bytes.data(), bytes.size());
  if (count > 0) unread_.append(bytes.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) at_end_of_file_ = true;
  return true;
}

bool OpenProcess::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(in_.get(), bytes.data(), bytes.size());
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (bytes.empty()) break;
    if (unread_.size() - taken_ > kUnreadMax || !wait_and_read(true)) return false;
  }
  return true;
}

Incoming OpenProcess::receive() {
  std::size_t searched = taken_;
  while (true) {
    const std::size_t newline = unread_.find('\n', searched);
    if (newline != std::string::npos) {
      std::string_view line = std::string_view(unread_).substr(taken_, newline - taken_);
      if (line.ends_with('\r')) line.remove_suffix(1);
      taken_ = newline + 1;
      return {line.size() > kLineBytesMax ? Incoming::Kind::flood : Incoming::Kind::line, line, {}};
    }
    if (unread_.size() - taken_ > kLineBytesMax + 1) return {Incoming::Kind::flood, {}, {}};
    unread_.erase(0, taken_);
    taken_ = 0;
    searched = unread_.size();
    if (!wait_and_read(false)) return {Incoming::Kind::closed, {}, {}};
  }
}

ProcessEnd OpenProcess::finish(std::chrono::milliseconds grace) {
  if (pid_ < 0) return end_;
  in_ = OwnedFd();
  out_ = OwnedFd();
  const OwnedFd pidfd(open_pidfd(pid_));
  if (!wait_pidfd(pidfd.get(), static_cast<int>(grace.count()))) ::kill(pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  end_.kind = WIFSIGNALED(status) ? ProcessEnd::Kind::signaled : ProcessEnd::Kind::exited;
  end_.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return end_;
}

}  // namespace arena
