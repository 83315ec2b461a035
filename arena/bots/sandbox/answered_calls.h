#pragma once

#include <cstddef>
#include <cstdint>

namespace arena {

/// Lets another process answer some system calls of this one from now on (seccomp_unotify(2)): sysinfo(2), and those
/// waits and wakes of futex(2) that are not marked as private. Returns the descriptor on which the calls arrive. Returns
/// -1 where the kernel cannot do that: the calls then fail. Returns -2 with errno when no filter could be installed.
/// Needs no_new_privs.
int watch_calls();

/// Answers those calls of one bot, in its launcher.
///
/// sysinfo(2) reveals what other bots do, and some runtimes size their heaps by it. The answer here describes an idle
/// machine with one process and as much memory as the bot may use.
///
/// The kernel identifies a futex that is not private by its page. A wake therefore reaches threads of any process that
/// wait on the same page of a file, and bots could communicate that way. libstdc++ uses such futexes within one process,
/// for std::future and for static variables that two threads reach first. So this class keeps the waiting threads of one
/// bot and finds them by the futex's address. A wake wakes all threads at the address, which futex(2) permits.
class AnsweredCalls {
 public:
  /// `listener` is what watch_calls() returned; -1 if no calls arrive.
  AnsweredCalls(int listener, std::uint64_t memory_bytes) : listener_(listener), memory_bytes_(memory_bytes) {}

  int listener() const { return listener_; }
  /// Stops listening, when no process of the bot is left.
  void close() { listener_ = -1; }
  /// Receives one call. Answers it, or keeps it if its thread has to wait.
  void answer_one();
  /// Returns the milliseconds until the first wait times out, or -1 if none does.
  int patience_ms() const;
  /// Ends the waits that have timed out.
  void end_waits();

 private:
  struct Call;
  /// A thread that waits.
  struct Wait {
    std::uint64_t id;       ///< of the call
    std::uint64_t address;  ///< of the futex
    std::int64_t until;     ///< nanoseconds of CLOCK_MONOTONIC; INT64_MAX: for ever
    std::uint32_t thread;
  };
  /// Threads beyond this number are not kept: they poll, as after a value that has changed.
  static constexpr std::size_t kWaitsMax = 1024;

  bool respond(std::uint64_t id, std::int64_t result, int error) const;
  void tell_figures(const Call& call) const;
  void wake(const Call& call);
  void wait(const Call& call);
  void forget_the_dead();

  int listener_;
  std::uint64_t memory_bytes_;
  std::size_t count_ = 0;
  Wait waits_[kWaitsMax];  // the first count_ of them
};

}  // namespace arena
