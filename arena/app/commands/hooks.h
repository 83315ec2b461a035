#pragma once

#include <sched.h>

#include <boost/json/fwd.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/app/terminal/command_line.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace spdlog {
class logger;
}

namespace arena::cli {

/// A command of the organiser that is called when an event happens.
struct Hook {
  std::string event;    ///< the name of the event
  std::string command;  ///< a line for /bin/sh
};

/// The events of a run that may have hooks.
inline const std::vector<std::string> kRunEvents = {"finished", "fault", "leader"};

/// Adds --on EVENT COMMAND, which may be given several times. `values` gets pairs of both. `events` are those that the
/// command has.
Argument add_hook_option(Command& command, std::vector<std::string>& values, const std::vector<std::string>& events);
/// Returns the hooks that these values mean. Throws InputError for an event that is not one of `events`, for a missing
/// command, and for more than kHooksMax hooks.
std::vector<Hook> hooks_of(const std::vector<std::string>& values, const std::vector<std::string>& events);

/// The most hooks that a command may have, and so the most calls that run at the same time.
inline constexpr std::size_t kHooksMax = 16;

/// Bounds for hooks, so that none can hold up a run or the arena.
struct HookLimits {
  std::chrono::milliseconds time{30'000};    ///< of one call, which is then killed
  std::chrono::milliseconds at_end{30'000};  ///< how long the destructor waits
  std::size_t waiting = 100;                 ///< events that wait for one hook; further ones are dropped
  std::size_t output_bytes = 64 << 10;       ///< a call that writes more is killed
};

/// Calls hooks. Each call is a shell in a process group of its own, without a sandbox, with the event as one line of
/// JSON on its stdin. The calls of one hook come one after another, in the order of the events; several hooks run at
/// the same time. When a call ends, what is left of its process group is killed.
///
/// Calls run on a thread of this object. It starts with the first event, because a BotSandbox must be made before. No
/// call can fail or hold up the caller: what goes wrong becomes a message. Any thread may call these functions.
class Hooks {
 public:
  /// `variables`: added to the environment of each call, as "NAME=value". `log` must outlive this object.
  Hooks(std::vector<Hook> hooks, std::vector<std::string> variables, spdlog::logger& log, HookLimits limits = {});
  /// Waits until all calls have ended, but no longer than HookLimits::at_end, kills those that have not, and reports.
  ~Hooks();
  Hooks(const Hooks&) = delete;
  Hooks& operator=(const Hooks&) = delete;

  bool empty() const { return slots_.empty(); }
  /// Returns the names of the events that have hooks.
  std::set<std::string> events() const;
  /// Calls the hooks of the event, which is named by its "event". Returns immediately.
  void fire(const boost::json::object& event);
  /// Whether there is something to report.
  bool has_messages();
  /// Logs what calls have written and how they failed, since the last call of this function. The thread that calls the
  /// hooks never logs, because it would write into the progress line of a run.
  void report();

 private:
  struct Call;
  struct Slot;
  struct Message;

  void wake() const;
  void work();
  void start(Slot& slot, std::string line);
  void write_to(Call& call) const;
  bool read_from(Call& call) const;
  void end(Slot& slot, const std::string& why_killed);
  void add_message(bool is_warning, const Hook& hook, const std::string& text);
  bool has_work();

  const std::vector<std::string> variables_;
  spdlog::logger& log_;
  const HookLimits limits_;
  cpu_set_t processors_{};  ///< of the thread that makes this object: no bot shares them
  std::vector<std::unique_ptr<Slot>> slots_;
  OwnedFd wake_;  ///< an eventfd
  std::mutex mutex_;
  std::deque<Message> messages_;
  int messages_left_out_ = 0;
  bool is_finishing_ = false;
  std::chrono::steady_clock::time_point end_{};  ///< once it is finishing
  std::thread thread_;
};

}  // namespace arena::cli
