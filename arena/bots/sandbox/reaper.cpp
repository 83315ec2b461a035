#include "arena/bots/sandbox/reaper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/staging.h"
#include "arena/bots/sandbox/stop_signals.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr char kFolder = 'f';
constexpr char kGroup = 'g';
constexpr int kEndMs = 2000;     // how long a killed process may take to end
constexpr int kRoundsMax = 100;  // for a group that fills as fast as it is emptied
constexpr int kSettleMs = 10;    // how long the kernel may take to notice that a group is empty
constexpr std::size_t kBytesMax = 1 << 20;

/// Kills what runs in the group and waits for its end. Returns false if nothing ran.
bool empty_group(const fs::path& group) {
  std::vector<OwnedFd> killed;
  std::ifstream processes(group / "cgroup.procs");
  for (pid_t pid = 0; processes >> pid;) {
    OwnedFd pidfd(open_pidfd(pid));
    if (pidfd.get() < 0) continue;
    signal_pidfd(pidfd.get(), SIGKILL);
    killed.push_back(std::move(pidfd));
  }
  for (const OwnedFd& pidfd : killed) wait_pidfd(pidfd.get(), kEndMs);
  return !killed.empty();
}

void remove_group(const fs::path& group) {
  std::error_code ignored;
  if (!fs::is_directory(group, ignored)) return;
  std::vector<fs::path> inner;
  std::error_code error;
  for (fs::directory_iterator at(group, error), end; !error && at != end; at.increment(error)) {
    if (at->is_directory(ignored)) inner.push_back(at->path());
  }
  for (const fs::path& folder : inner) remove_group(folder);
  for (int round = 0; round < kRoundsMax && ::rmdir(group.c_str()) != 0 && errno == EBUSY; ++round) {
    if (!empty_group(group)) ::poll(nullptr, 0, kSettleMs);
  }
}

/// Reads all that the arena has written, until the arena has ended.
std::string read_all(int pipe) {
  std::string text;
  char bytes[4096];
  while (text.size() < kBytesMax) {
    const ssize_t count = ::read(pipe, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(bytes, static_cast<std::size_t>(count));
  }
  return text;
}

/// Runs the reaper, from its start to its end.
[[noreturn]] void run_reaper(int pipe) {
  ::setsid();  // what ends the arena's terminal or group must not end it
  for (const int number : kStopSignals) ::signal(number, SIG_IGN);
  ::signal(SIGTSTP, SIG_IGN);
  ::prctl(PR_SET_NAME, "arena-reaper");
  const int null = ::open("/dev/null", O_RDWR);
  for (int stream = 0; stream <= 2; ++stream) ::dup2(null, stream);
  // Whoever reads the arena's output must not wait for us.
  ::dup2(pipe, 3);
  ::close_range(4, ~0U, 0);
  const std::string requests = read_all(3);
  for (std::size_t at = 0; at < requests.size();) {
    const std::size_t end = requests.find('\0', at);
    if (end == std::string::npos) break;
    const fs::path path = requests.substr(at + 1, end - at - 1);
    if (requests[at] == kGroup) remove_group(path);
    // The kernel may close the pipe before it releases the arena's locks.
    if (requests[at] == kFolder) remove_left_staging(path, kEndMs);
    at = end + 1;
  }
  ::_exit(0);
}

}  // namespace

Reaper::Reaper() {
  auto [its_end, our_end] = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) throw_errno("fork");
  if (pid_ == 0) {
    ::close(our_end.get());
    run_reaper(its_end.get());
  }
  pipe_ = std::move(our_end);
}

Reaper::~Reaper() {
  pipe_ = OwnedFd();
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void Reaper::watch_folder(const fs::path& folder) const { send(kFolder, folder); }
void Reaper::watch_group(const fs::path& group) const { send(kGroup, group); }

void Reaper::send(char kind, const fs::path& path) const {
  const std::string text = kind + path.native() + '\0';
  if (::write(pipe_.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw_errno("writing to the reaper");
}

}  // namespace arena
