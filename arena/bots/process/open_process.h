#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/process/incoming.h"
#include "arena/bots/process/process_meters.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// What a program that start_program() starts has of its own. The rest is that of the arena.
struct ProgramStart {
  std::filesystem::path folder{};        ///< where it runs; empty for the current folder
  int err = -1;                          ///< its stderr; -1 for that of the arena
  std::vector<std::string> variables{};  ///< added to its environment, each as "NAME=value"
  bool leads_group = false;              ///< it leads a process group of its own, and no signal is blocked in it
};

/// Starts a program as a shell would, with these descriptors as its stdin and stdout and the default action for
/// SIGPIPE. Returns 0, or the errno of the failure; then `pid` is -1.
int start_program(pid_t& pid, const std::vector<std::string>& words, int in, int out, const ProgramStart& start = {});

/// A program without a sandbox and without limits, such as a bot under a debugger. Its stdin and stdout are pipes; it
/// has the arena's environment and stderr. The functions block for as long as it takes. The caller must ignore SIGPIPE.
class OpenProcess {
 public:
  /// Finds the program as a shell does, and runs it in `folder`, or in the current folder if that is empty. Throws
  /// std::system_error.
  OpenProcess(const std::vector<std::string>& words, const std::filesystem::path& folder);
  /// Kills the program if it still runs.
  ~OpenProcess();

  /// Writes all bytes, and meanwhile reads what the program writes. Returns false if the program has closed its stdin,
  /// or has written too much that nobody has read.
  bool send(std::string_view bytes);
  /// Waits for the next line. The result does not say when it came.
  Incoming receive();
  /// Closes the pipes and waits for the program's end. Kills it after `grace`.
  ProcessEnd finish(std::chrono::milliseconds grace);

 private:
  bool wait_and_read(bool until_writable);

  pid_t pid_ = -1;
  OwnedFd in_;
  OwnedFd out_;
  std::string unread_;
  std::size_t taken_ = 0;  // how much of unread_ was returned
  bool at_end_of_file_ = false;
  ProcessEnd end_;
};

}  // namespace arena
