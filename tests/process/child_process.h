#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/scratch_folder.h"

namespace processes {

/// How a child ended, and what it took.
struct ChildEnd {
  bool exited = false;  ///< else a signal ended it
  int number = 0;       ///< exit code or signal
  std::chrono::milliseconds time{};
  long peak_kb = 0;  ///< largest resident memory seen (VmHWM)
};

/// A descriptor of ours that a child gets, and its number there.
struct GivenDescriptor {
  int ours;  ///< above those that children are given
  int theirs;
};

/// A program under test: in a process group of its own, stdin empty, stdout and stderr kept. Killed when this goes.
class ChildProcess {
 public:
  /// The program is looked up in PATH. Throws std::system_error when it cannot be started.
  explicit ChildProcess(const std::vector<std::string>& words, const std::vector<GivenDescriptor>& given = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  /// As a terminal does: to the child and all that share its group.
  void signal_group(int number) const;
  /// Nothing when the child still runs at the bound.
  std::optional<ChildEnd> wait(std::chrono::milliseconds bound);
  bool running();

  std::string out() const { return arena::test::read_file(output_ / "out"); }
  std::string err() const { return arena::test::read_file(output_ / "err"); }

 private:
  void look();

  arena::test::ScratchFolder output_;
  pid_t pid_ = -1;
  std::chrono::steady_clock::time_point started_;
  long peak_kb_ = 0;
  std::optional<ChildEnd> end_;
};

/// Runs a program to its end. Throws std::runtime_error when it takes longer than the bound.
struct Finished {
  ChildEnd end;
  std::string out;
  std::string err;
};
Finished run(const std::vector<std::string>& words, std::chrono::milliseconds bound);
/// The same in that folder.
Finished run_in(const std::filesystem::path& folder, std::vector<std::string> words, std::chrono::milliseconds bound);

}  // namespace processes
