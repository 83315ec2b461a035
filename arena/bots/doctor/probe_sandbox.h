#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "arena/bots/process/incoming.h"
#include "arena/bots/process/process_meters.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

class Reaper;

/// What a process said in its sandbox, and how it ended.
struct Heard {
  std::vector<std::string> lines;
  ProcessEnd end;
  std::string err;  ///< of stderr
  TimePoint first_line;
  bool in_time = true;
};

/// How it ended, in words.
std::string end_in_words(const Heard& heard);

/// The beginning of its stderr, without the newlines at its end.
std::string last_words(const Heard& heard);

/// A sandbox for processes that are started one after the other, as bots are, and not played with.
class ProbeSandbox {
 public:
  /// How long each process is waited for by default.
  static constexpr auto kPatience = std::chrono::seconds(30);
  static TimePoint patience_from_now() { return std::chrono::steady_clock::now() + kPatience; }

  /// `reaper`: removes its control group when this process is killed. Throws std::runtime_error when none can be made.
  ProbeSandbox(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper);

  /// Starts a process, and hears so many lines of it, or all before the deadline. Then it is ended.
  Heard hear(const BotCommand& command, std::size_t lines_max, TimePoint deadline) const;

  const Sandbox& sandbox() const { return sandbox_; }

 private:
  std::unique_ptr<CgroupParent> cgroups_;
  Sandbox sandbox_;
};

}  // namespace arena
