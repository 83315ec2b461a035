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

/// Starts a program as a shell would, in `folder` (empty: the current one), with these descriptors at its stdin and stdout
/// and with SIGPIPE's usual action. Returns 0, or the error; then `pid` is -1.
int start_program(pid_t& pid, const std::vector<std::string>& words, int in, int out,
                  const std::filesystem::path& folder = {});

/// A program as a shell would start it, such as a bot under a debugger: pipes at stdin and stdout, the arena's environment
/// and stderr, no sandbox, no limits. Calls block for as long as it takes. The caller must ignore SIGPIPE.
class OpenProcess {
 public:
  /// Looks the first word up as a shell does; runs it in `folder`, empty: the current one. Throws std::system_error.
  OpenProcess(const std::vector<std::string>& words, const std::filesystem::path& folder);
  /// Kills it if it is still there.
  ~OpenProcess();

  /// Writes all of it, taking what comes meanwhile. False: it has closed its stdin, or says more than anybody reads.
  bool send(std::string_view bytes);
  /// The next line without its end; its time is not told. Waits for it.
  Incoming receive();
  /// Closes the pipes and waits for its end; kills it when `grace` has passed.
  ProcessEnd finish(std::chrono::milliseconds grace);

 private:
  bool wait_and_read(bool until_writable);

  pid_t pid_ = -1;
  OwnedFd in_;
  OwnedFd out_;
  std::string unread_;
  std::size_t taken_ = 0;  // of unread_
  bool at_end_of_file_ = false;
  ProcessEnd end_;
};

}  // namespace arena
