#include "arena/app/terminal/pager.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "arena/base/text/whole_file.h"

namespace arena::cli {
namespace {

/// The program and its arguments; empty: no pager is wanted.
std::vector<std::string> pager_words() {
  for (const char* name : {"ARENA_PAGER", "PAGER"}) {
    const char* value = std::getenv(name);
    if (value == nullptr) continue;
    const std::string command = value;
    if (command.empty() || command == "cat") return {};
    return {"sh", "-c", command};
  }
  return {"less", "-FRX"};
}

/// What the child does before it is the pager: reads from `input`, and takes signals as any program does.
class SpawnSettings {
 public:
  explicit SpawnSettings(int input) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    sigset_t standard;
    ::sigemptyset(&standard);
    for (const int one : {SIGPIPE, SIGINT, SIGQUIT}) ::sigaddset(&standard, one);
    ::posix_spawnattr_setsigdefault(&attributes_, &standard);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  /// The child, or -1 where there is no such program.
  pid_t spawn(std::vector<std::string> words) const {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t pid = -1;
    return ::posix_spawnp(&pid, arguments[0], &actions_, &attributes_, arguments.data(), environ) == 0 ? pid : -1;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

std::unique_ptr<Pager> Pager::start() {
  const std::vector<std::string> words = pager_words();
  if (words.empty()) return nullptr;
  ::setenv("LESSCHARSET", "utf-8", 0);  // our texts are, whatever the locale is
  auto [reading, writing] = make_pipe();
  const pid_t pid = SpawnSettings(reading.get()).spawn(words);
  if (pid < 0) return nullptr;
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGQUIT, SIG_IGN);
  return std::unique_ptr<Pager>(new Pager(pid, std::move(writing)));
}

Pager::~Pager() {
  input_ = OwnedFd();  // the end of the text
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

bool Pager::write(std::string_view text) { return write_all(input_.get(), text); }

}  // namespace arena::cli
