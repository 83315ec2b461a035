#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "arena/bots/process/spawn.h"
#include "arena/bots/process/stderr_tail.h"

namespace arena {

/// How a program that was to come to an end by itself did.
struct BatchEnd {
  ProcessEnd end;
  bool out_of_time = false;
  std::optional<std::string> objection;  ///< for which it was ended
  std::string stderr_tail;
  std::chrono::milliseconds time{};
};

/// A program in the sandbox that reads nothing, writes bytes and ends by itself, as a build does. It ends with this
/// object, with all that it has started.
class BatchProcess {
 public:
  /// Throws std::system_error when the machine cannot start it.
  BatchProcess(const Sandbox& sandbox, const BotCommand& command);
  ~BatchProcess();

  /// Its stdout, which blocks. Somebody has to read it.
  OwnedFd take_output();
  /// Waits for its end, until `deadline` at most, and ends it then. `object`: asked every so often; it is ended for what
  /// this says, if it says anything. May be empty.
  BatchEnd finish(TimePoint deadline, const std::function<std::optional<std::string>()>& object = {});

 private:
  void read_stderr();
  void tear_down();

  SpawnedBot process_;
  StderrTail stderr_;
  TimePoint started_;
};

}  // namespace arena
