#pragma once

#include <cstddef>
#include <cstdint>

namespace arena {

/// Has somebody else answer some system calls of this process from now on (seccomp_unotify(2)): sysinfo(2), and the
/// waits and wakes of futex(2) that are not marked as private. Returns the descriptor on which the calls come. -1 where
/// this kernel has no such thing: then they fail. -2 with errno when neither could be had. Needs no_new_privs.
int watch_calls();

/// Answers those calls of a bot, in the launcher.
///
/// The true answer of sysinfo tells what other bots do, and some runtimes size their heaps by it: it gets an idle machine
/// with the bot's own memory, and one process.
///
/// The kernel finds a futex that is not private by its page, and so wakes whoever waits on the same page of a file, in
/// any process: bots could talk by that. But C++ waits so in one process (std::future, static variables that two threads
/// use first). Here waiters are found by their address among the threads of one bot. A wake wakes all who wait at the
/// address, which futex(2) allows. Where the kernel itself wakes, as at the end of a thread, the kernel also waits.
class AnsweredCalls {
 public:
  /// A listener below 0: there are no such calls.
  AnsweredCalls(int listener, std::uint64_t memory_bytes) : listener_(listener), memory_bytes_(memory_bytes) {}

  int listener() const { return listener_; }
  /// Nobody is left to call.
  void close() { listener_ = -1; }
  /// Takes one call, and answers it unless it waits.
  void answer_one();
  /// Milliseconds until end_waits() has something to do; -1: as long as nobody calls.
  int patience_ms() const;
  /// Ends the waits whose time is over.
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
  /// More threads than this look again and again instead of waiting.
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
