#include "tests/process/process_tree.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <set>

#include "tests/scratch_folder.h"

namespace processes {
namespace {

namespace fs = std::filesystem;

/// Between two looks: short at first, then longer, since a look at all processes takes milliseconds.
constexpr int kFirstPauseMs = 1;
constexpr int kLongestPauseMs = 16;

/// One line of /proc/PID/stat: pid (name) state parent ...; the name may hold spaces and brackets.
Process parse_stat(const std::string& stat) {
  Process process;
  const std::size_t open = stat.find('(');
  const std::size_t close = stat.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close + 4 >= stat.size()) return process;
  std::from_chars(stat.data(), stat.data() + stat.size(), process.pid);
  process.name = stat.substr(open + 1, close - open - 1);
  process.state = stat[close + 2];
  std::from_chars(stat.data() + close + 4, stat.data() + stat.size(), process.parent);
  return process;
}

std::set<pid_t>& running_on() {
  static std::set<pid_t> pids;
  return pids;
}

std::vector<Process> all_processes() {
  std::vector<Process> all;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const Process process = parse_stat(arena::test::read_file(entry.path() / "stat"));
    if (process.pid > 0) all.push_back(process);
  }
  return all;
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::vector<Process> descendants() {
  const std::vector<Process> all = all_processes();
  std::set<pid_t> family = {::getpid()};
  std::vector<Process> found;
  for (bool grown = true; grown;) {
    grown = false;
    for (const Process& process : all) {
      if (!family.contains(process.parent) || !family.insert(process.pid).second) continue;
      found.push_back(process);
      grown = true;
    }
  }
  return found;
}

void expect_running(pid_t pid) { running_on().insert(pid); }

std::string left_after(std::chrono::milliseconds bound) {
  std::vector<Process> left;
  const auto none_left = [&] {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
    left = descendants();
    std::erase_if(left, [](const Process& process) {
      const bool is_ours = running_on().contains(process.parent);
      return running_on().contains(process.pid) || (is_ours && process.state == 'Z');
    });
    return left.empty();
  };
  if (happens_within(bound, none_left)) return {};
  std::string text;
  for (const Process& process : left) {
    text += (text.empty() ? "" : ", ") + process.name + " (" + std::to_string(process.pid) + ", " + process.state + ")";
    ::kill(process.pid, SIGKILL);
  }
  happens_within(std::chrono::seconds(2), none_left);
  return text;
}

bool happens_within(std::chrono::milliseconds bound, const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + bound * kPatience;
  for (int pause_ms = kFirstPauseMs; !condition(); pause_ms = std::min(2 * pause_ms, kLongestPauseMs)) {
    if (std::chrono::steady_clock::now() >= deadline) return condition();
    ::poll(nullptr, 0, pause_ms);
  }
  return true;
}

int open_descriptors() {
  const fs::directory_iterator entries("/proc/self/fd");
  return static_cast<int>(std::distance(fs::begin(entries), fs::end(entries)));
}

}  // namespace processes
