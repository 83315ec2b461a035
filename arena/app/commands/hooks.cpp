#include "arena/app/commands/hooks.h"

#include <fmt/format.h>
#include <poll.h>
#include <spdlog/logger.h>
#include <sys/eventfd.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/bots/process/open_process.h"
#include "arena/bots/sandbox/descriptors.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// How much of what a call has written is logged.
constexpr std::size_t kOutputShown = 2000;
constexpr std::size_t kCommandShown = 200;
/// How many failures of each hook are logged.
constexpr int kFailuresShown = 10;
/// How many messages wait to be logged.
constexpr std::size_t kMessagesMax = 200;
/// How many bytes of a call are read before other calls are looked at.
constexpr std::size_t kBytesAtOnce = 16 << 10;
/// How long it waits for the end of a call that was killed.
constexpr int kKillMs = 5000;

double seconds(std::chrono::milliseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

/// A shell that is running.
struct Hooks::Call {
  pid_t pid = -1;
  OwnedFd pidfd;
  OwnedFd in;
  OwnedFd out;
  std::string line;      ///< what it reads
  std::size_t sent = 0;  ///< bytes of the line that it has been sent
  std::string output;
  Clock::time_point deadline;
};

/// A hook, and the events that wait for it.
struct Hooks::Slot {
  Hook hook;
  std::deque<std::string> waiting{};  ///< lines; under the mutex
  int dropped = 0;                    ///< under the mutex
  int failures = 0;                   ///< of the thread
  std::optional<Call> call{};         ///< of the thread
};

struct Hooks::Message {
  bool is_warning = false;
  std::string text;
};

Argument add_hook_option(Command& command, std::vector<std::string>& values, const std::vector<std::string>& events) {
  return command
      .pairs("--on", values,
             "call this command when the event happens, with the event as JSON on its stdin (docs/json.md "
             "describes hooks). EVENT is " +
                 hearts::joined(events, " or ") + ". Repeat the option for several commands")
      .value_name("EVENT COMMAND");
}

std::vector<Hook> hooks_of(const std::vector<std::string>& values, const std::vector<std::string>& events) {
  std::vector<Hook> hooks;
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    const Hook hook{values[i], values[i + 1]};
    if (std::ranges::find(events, hook.event) == events.end())
      throw InputError(fmt::format("--on: '{}' is not one of the events {}; the form is: --on {} COMMAND",
                                   printable(hook.event, 40), hearts::joined(events, ", "), events.front()));
    if (hook.command.empty()) throw InputError(fmt::format("--on {}: the command is missing", hook.event));
    hooks.push_back(hook);
  }
  if (hooks.size() > kHooksMax)
    throw InputError(fmt::format("--on is given {} times; the most is {}. A script can call several commands",
                                 hooks.size(), kHooksMax));
  return hooks;
}

Hooks::Hooks(std::vector<Hook> hooks, std::vector<std::string> variables, spdlog::logger& log, HookLimits limits)
    : variables_(std::move(variables)), log_(log), limits_(limits) {
  for (Hook& hook : hooks) slots_.push_back(std::make_unique<Slot>(Slot{std::move(hook)}));
  if (empty()) return;
  if (::sched_getaffinity(0, sizeof processors_, &processors_) != 0) throw_errno("sched_getaffinity");
  wake_ = OwnedFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (wake_.get() < 0) throw_errno("eventfd");
}

Hooks::~Hooks() {
  {
    const std::lock_guard lock(mutex_);
    is_finishing_ = true;
    end_ = Clock::now() + limits_.at_end;
  }
  wake();
  if (thread_.joinable()) thread_.join();
  for (const auto& slot : slots_) {
    if (slot->failures > kFailuresShown)
      add_message(true, slot->hook, fmt::format("it has failed {} times in all", slot->failures));
    const std::size_t lost = static_cast<std::size_t>(slot->dropped) + slot->waiting.size();
    if (lost > 0)
      add_message(true, slot->hook,
                  fmt::format("it was not called for {}, because it was too slow", hearts::counted(lost, "event")));
  }
  report();
}

std::set<std::string> Hooks::events() const {
  std::set<std::string> events;
  for (const auto& slot : slots_) events.insert(slot->hook.event);
  return events;
}

void Hooks::wake() const {
  const std::uint64_t one = 1;
  if (wake_.get() >= 0) std::ignore = ::write(wake_.get(), &one, sizeof one);
}

void Hooks::fire(const boost::json::object& event) {
  const std::string_view name = event.at("event").as_string();
  std::string line;
  const std::lock_guard lock(mutex_);
  for (const auto& slot : slots_) {
    if (slot->hook.event != name || is_finishing_) continue;
    if (line.empty()) line = boost::json::serialize(event) + "\n";
    if (slot->waiting.size() < limits_.waiting) {
      slot->waiting.push_back(line);
    } else if (++slot->dropped == 1) {
      add_message(true, slot->hook,
                  fmt::format("{} wait for it, so further ones are dropped until it has caught up",
                              hearts::counted(limits_.waiting, "event")));
    }
  }
  if (line.empty()) return;
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] {
        // The thread that fires may be bound to one processor, and hooks should not be.
        ::sched_setaffinity(0, sizeof processors_, &processors_);
        work();
      });
    } catch (const std::system_error& error) {
      for (const auto& slot : slots_) slot->waiting.clear();
      add_message(true, slots_.front()->hook, std::string("no thread can be started for it: ") + error.what());
    }
  }
  wake();
}

/// The mutex must be locked.
void Hooks::add_message(bool is_warning, const Hook& hook, const std::string& text) {
  if (messages_.size() >= kMessagesMax) {
    ++messages_left_out_;
    return;
  }
  messages_.push_back(
      {is_warning, fmt::format("--on {} '{}': {}", hook.event, printable(hook.command, kCommandShown), text)});
}

bool Hooks::has_messages() {
  const std::lock_guard lock(mutex_);
  return !messages_.empty();
}

void Hooks::report() {
  std::deque<Message> messages;
  int left_out = 0;
  {
    const std::lock_guard lock(mutex_);
    messages.swap(messages_);
    left_out = std::exchange(messages_left_out_, 0);
  }
  for (const Message& message : messages)
    log_.log(message.is_warning ? spdlog::level::warn : spdlog::level::info, "{}", message.text);
  if (left_out > 0) log_.warn("{} of hooks are left out", hearts::counted(left_out, "more message"));
}

void Hooks::start(Slot& slot, std::string line) {
  OwnedFd its_in;
  OwnedFd its_out;
  Call call;
  call.line = std::move(line);
  call.deadline = Clock::now() + limits_.time;
  int error = 0;
  try {
    std::tie(its_in, call.in) = make_pipe();
    std::tie(call.out, its_out) = make_pipe();
    set_nonblocking(call.in);
    set_nonblocking(call.out);
    std::vector<std::string> variables = variables_;
    variables.push_back("ARENA_EVENT=" + slot.hook.event);
    error = start_program(call.pid, {"/bin/sh", "-c", slot.hook.command}, its_in.get(), its_out.get(),
                          {.err = its_out.get(), .variables = std::move(variables), .leads_group = true});
    if (error == 0) call.pidfd = OwnedFd(open_pidfd(call.pid));
    if (error == 0 && call.pidfd.get() < 0) {
      error = errno;
      ::kill(-call.pid, SIGKILL);
      ::waitpid(call.pid, nullptr, 0);
    }
  } catch (const std::system_error& failure) {
    error = failure.code().value();
  }
  if (error != 0) {
    const std::lock_guard lock(mutex_);
    add_message(true, slot.hook, "it cannot be started: " + std::generic_category().message(error));
    return;
  }
  slot.call.emplace(std::move(call));
}

void Hooks::write_to(Call& call) const {
  const std::string_view rest = std::string_view(call.line).substr(call.sent);
  const ssize_t count = ::write(call.in.get(), rest.data(), rest.size());
  if (count > 0) call.sent += static_cast<std::size_t>(count);
  const bool is_closed = count < 0 && errno != EAGAIN && errno != EINTR;
  if (is_closed || call.sent == call.line.size()) call.in = OwnedFd();
}

/// Returns false if the call has written too much.
bool Hooks::read_from(Call& call) const {
  std::array<char, kBytesAtOnce> bytes;
  const ssize_t count = ::read(call.out.get(), bytes.data(), bytes.size());
  if (count > 0) call.output.append(bytes.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) call.out = OwnedFd();
  return call.output.size() <= limits_.output_bytes;
}

/// Ends a call that has exited, or kills it. Its process is reaped last, so its group cannot be another one.
void Hooks::end(Slot& slot, const std::string& why_killed) {
  Call& call = *slot.call;
  std::size_t read = 0;
  while (call.out.get() >= 0 && read <= limits_.output_bytes) {
    const std::size_t before = call.output.size();
    if (!read_from(call) || call.output.size() == before) break;
    read += call.output.size() - before;
  }
  ::kill(-call.pid, SIGKILL);
  // A process that waits for a broken disk cannot be killed. It is left alone.
  siginfo_t info = {};
  wait_pidfd(call.pidfd.get(), kKillMs);
  ::waitid(P_PIDFD, static_cast<id_t>(call.pidfd.get()), &info, WEXITED | WNOHANG);
  std::string output = printable_lines(call.output, kOutputShown);
  while (output.ends_with('\n')) output.pop_back();
  for (std::size_t at = 0; (at = output.find('\n', at)) != std::string::npos; at += 3) output.replace(at, 1, "\n  ");
  if (!output.empty()) output.insert(0, output.find('\n') == std::string::npos ? "" : "\n  ");
  const bool is_killed = info.si_code != CLD_EXITED;
  const bool has_failed = !why_killed.empty() || is_killed || info.si_status != 0;
  const std::string what = !why_killed.empty() ? why_killed
                           : is_killed         ? fmt::format("it was killed by signal {}", info.si_status)
                                               : fmt::format("it exited with status {}", info.si_status);
  if (has_failed) ++slot.failures;
  if (has_failed ? slot.failures <= kFailuresShown : !output.empty()) {
    std::string text = !has_failed ? output : what + (output.empty() ? "" : ", and it wrote: " + output);
    if (slot.failures == kFailuresShown && has_failed) text += "; further failures of it are not shown";
    const std::lock_guard lock(mutex_);
    add_message(has_failed, slot.hook, text);
  }
  slot.call.reset();
}

/// Starts calls for which events wait. Returns whether any call is running.
bool Hooks::has_work() {
  bool is_running = false;
  for (const auto& slot : slots_) {
    while (!slot->call) {
      std::string line;
      {
        const std::lock_guard lock(mutex_);
        if (slot->waiting.empty()) break;
        line = std::move(slot->waiting.front());
        slot->waiting.pop_front();
      }
      start(*slot, std::move(line));
    }
    is_running = is_running || slot->call.has_value();
  }
  return is_running;
}

void Hooks::work() {
  // A call may close its stdin.
  sigset_t pipe;
  ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  while (true) {
    const bool is_running = has_work();
    Clock::time_point next = Clock::time_point::max();
    {
      const std::lock_guard lock(mutex_);
      if (is_finishing_) next = end_;
      // Between has_work() and here an event may have come; the eventfd then ends the poll immediately.
      const bool is_idle =
          !is_running && std::ranges::all_of(slots_, [](const auto& slot) { return slot->waiting.empty(); });
      if (is_finishing_ && is_idle) return;
    }
    const bool is_over = Clock::now() >= next;
    std::vector<pollfd> watched = {{wake_.get(), POLLIN, 0}};
    std::vector<Slot*> running;
    for (const auto& slot : slots_) {
      if (!slot->call) continue;
      if (is_over) {
        end(*slot, fmt::format("it was killed, because it still ran {:g} s after the end", seconds(limits_.at_end)));
        continue;
      }
      running.push_back(slot.get());
      const Call& call = *slot->call;
      next = std::min(next, call.deadline);
      watched.push_back({call.pidfd.get(), POLLIN, 0});
      watched.push_back({call.in.get(), POLLOUT, 0});
      watched.push_back({call.out.get(), POLLIN, 0});
    }
    if (is_over) return;
    int wait = -1;
    if (next != Clock::time_point::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now()).count();
      wait = static_cast<int>(std::clamp<long long>(left, 0, 3'600'000));
    }
    ::poll(watched.data(), watched.size(), wait);
    std::uint64_t count = 0;
    std::ignore = ::read(wake_.get(), &count, sizeof count);
    for (std::size_t i = 0; i < running.size(); ++i) {
      Call& call = *running[i]->call;
      const pollfd* of_call = &watched[1 + 3 * i];
      if (call.in.get() >= 0 && of_call[1].revents != 0) write_to(call);
      const bool is_bounded = call.out.get() < 0 || of_call[2].revents == 0 || read_from(call);
      if (!is_bounded) {
        end(*running[i], fmt::format("it was killed, because it wrote more than {} KiB", limits_.output_bytes >> 10));
      } else if (of_call[0].revents != 0) {
        end(*running[i], "");
      } else if (Clock::now() >= call.deadline) {
        end(*running[i], fmt::format("it was killed, because it took more than {:g} s", seconds(limits_.time)));
      }
    }
  }
}

}  // namespace arena::cli
