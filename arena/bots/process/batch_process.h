#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "arena/bots/process/spawn.h"
#include "arena/bots/process/stderr_tail.h"

namespace arena {

/// How a BatchProcess ended.
struct BatchEnd {
  ProcessEnd end;
  bool out_of_time = false;              ///< it was killed at the deadline
  std::optional<std::string> objection;  ///< the objection for which it was killed
  std::string stderr_tail;
  std::chrono::milliseconds time{};
};

/// A program in the sandbox that reads nothing, writes bytes and ends on its own, as a build does. The destructor kills
/// it with all that it has started.
class BatchProcess {
 public:
  /// Throws std::system_error if the machine cannot start it.
  BatchProcess(const Sandbox& sandbox, const BotCommand& command);
  ~BatchProcess();

  /// Returns its stdout, which blocks. The caller must read it.
  OwnedFd release_output();
  /// Waits for its end, and kills it at `deadline`. Meanwhile it calls `find_objection`, if that is not empty, from
  /// time to time. If that returns an objection, the program is killed for it.
  BatchEnd finish(TimePoint deadline, const std::function<std::optional<std::string>()>& find_objection = {});

 private:
  void read_stderr();
  void tear_down();

  SpawnedBot process_;
  StderrTail stderr_;
  TimePoint started_;
};

}  // namespace arena
