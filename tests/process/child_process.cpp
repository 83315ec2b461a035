#include "tests/process/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "tests/process/process_tree.h"

namespace processes {
namespace {

long peak_kb_of(pid_t pid) {
  const std::string status = arena::test::read_file("/proc/" + std::to_string(pid) + "/status");
  const std::size_t at = status.find("VmHWM:");
  return at == std::string::npos ? 0 : std::strtol(status.c_str() + at + 6, nullptr, 10);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, const std::vector<GivenDescriptor>& given)
    : started_(std::chrono::steady_clock::now()) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  const std::string out = output_ / "out";
  const std::string err = output_ / "err";
  constexpr int kWrite = O_WRONLY | O_CREAT | O_APPEND;
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), kWrite, 0600);
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), kWrite, 0600);
  for (const auto& [ours, theirs] : given) ::posix_spawn_file_actions_adddup2(&files, ours, theirs);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = ::posix_spawnp(&pid_, arguments[0], &files, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::system_error(error, std::generic_category(), words.front());
}

ChildProcess::~ChildProcess() {
  if (end_) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void ChildProcess::signal(int number) const {
  if (!end_) ::kill(pid_, number);
}

void ChildProcess::signal_group(int number) const {
  if (!end_) ::kill(-pid_, number);
}

void ChildProcess::look() {
  if (end_) return;
  peak_kb_ = std::max(peak_kb_, peak_kb_of(pid_));
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) != pid_) return;
  const auto time = std::chrono::steady_clock::now() - started_;
  end_ = ChildEnd{WIFEXITED(status), WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status),
                  std::chrono::duration_cast<std::chrono::milliseconds>(time), peak_kb_};
}

bool ChildProcess::running() {
  look();
  return !end_;
}

std::optional<ChildEnd> ChildProcess::wait(std::chrono::milliseconds bound) {
  constexpr int kLookMs = 20;  // at the memory that it has
  const auto deadline = std::chrono::steady_clock::now() + bound * kPatience;
  const int fd = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  pollfd ended{fd, POLLIN, 0};
  while (running() && std::chrono::steady_clock::now() < deadline) ::poll(&ended, 1, kLookMs);
  if (fd >= 0) ::close(fd);
  return end_;
}

Finished run(const std::vector<std::string>& words, std::chrono::milliseconds bound) {
  ChildProcess child(words);
  const auto end = child.wait(bound);
  if (!end) throw std::runtime_error(words.front() + " does not end; stderr: " + child.err());
  return {*end, child.out(), child.err()};
}

Finished run_in(const std::filesystem::path& folder, std::vector<std::string> words, std::chrono::milliseconds bound) {
  words.insert(words.begin(), {"env", "-C", folder.string()});
  return run(words, bound);
}

}  // namespace processes
