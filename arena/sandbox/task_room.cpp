#include "arena/sandbox/task_room.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "arena/sandbox/bubblewrap.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kRoomMin = 4096;
constexpr unsigned kRoomMax = 16384;

/// Threads of a process, if it is the user's. proc(5): /proc/PID/status.
unsigned threads_of(const fs::path& process, unsigned user) {
  std::ifstream status(process / "status");
  unsigned owner = 0;
  unsigned threads = 0;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Uid:")) owner = static_cast<unsigned>(std::stoul(line.substr(4)));
    if (line.starts_with("Threads:")) threads = static_cast<unsigned>(std::stoul(line.substr(8)));
  }
  return owner == user ? threads : 0;
}

unsigned tasks_of(unsigned user) {
  unsigned tasks = 0;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename();
    if (name.find_first_not_of("0123456789") == std::string::npos) tasks += threads_of(at->path(), user);
  }
  return tasks;
}

}  // namespace

unsigned task_room() {
  static const unsigned room = [] {
    unsigned numbers = 32768;
    std::ifstream("/proc/sys/kernel/pid_max") >> numbers;
    const unsigned user = ::geteuid() == 0 ? kUnprivilegedId : ::getuid();
    return tasks_of(user) + std::clamp(numbers / 4, kRoomMin, kRoomMax);
  }();
  return room;
}

}  // namespace arena
