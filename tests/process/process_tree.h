#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace processes {

/// Every bound on time is multiplied by this.
inline constexpr int kPatience = HEARTS_PATIENCE;

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = '?';  ///< as in /proc: R, S, T, Z, ...
  std::string name;
};

/// From now on an orphan below this process becomes its child, so that nothing can leave descendants().
void adopt_orphans();

/// All processes below this one, in whatever session or namespace, from /proc.
std::vector<Process> descendants();

/// Says that this process below this one is meant to run on, and reaps its children: left_after() ignores it, and those
/// that have ended.
void expect_running(pid_t pid);

/// Waits until nothing is below this process, taking dead orphans off the kernel's table. Returns what is left at
/// the bound, "name (pid, state), ...", and ends it, so that it is found once only: nothing, when all is well. No
/// child of the test's own may be left unwaited.
std::string left_after(std::chrono::milliseconds bound);

/// Asks again and again until it is so; false when the bound has passed.
bool happens_within(std::chrono::milliseconds bound, const std::function<bool()>& condition);

/// Open descriptors of this process.
int open_descriptors();

}  // namespace processes
