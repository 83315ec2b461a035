#pragma once

#include <stddef.h>
#include <stdint.h>

/// Lets another process answer some system calls of this one from now on (seccomp_unotify(2)): sysinfo(2), and those
/// waits and wakes of futex(2) that are not marked as private. Returns the descriptor on which the calls arrive.
/// Returns -1 where the kernel cannot do that: the calls then fail. Returns -2 with errno when no filter could be
/// installed. Needs no_new_privs.
int watch_calls(void);

/// A thread of the bot that waits for a futex.
struct FutexWait {
  uint64_t id;       ///< of the call
  uint64_t address;  ///< of the futex
  int64_t until;     ///< nanoseconds of CLOCK_MONOTONIC; INT64_MAX: for ever
  uint32_t thread;
};

/// Threads beyond this number are not kept: they poll, as after a value that has changed.
enum { kFutexWaitsMax = 1024 };

/// Those calls of one bot, which its launcher answers.
///
/// sysinfo(2) reveals what other bots do, and some runtimes size their heaps by it. The answer here describes an idle
/// machine with one process and as much memory as the bot may use.
///
/// The kernel identifies a futex that is not private by its page. A wake therefore reaches threads of any process that
/// wait on the same page of a file, and bots could communicate that way. libstdc++ uses such futexes within one
/// process, for std::future and for static variables that two threads reach first. So the waiting threads of one bot
/// are kept here and found by the futex's address. A wake wakes all threads at the address, which futex(2) permits.
struct AnsweredCalls {
  int listener;           ///< what watch_calls() returned; -1 if no calls arrive, or no more
  uint64_t memory_bytes;  ///< the memory that the machine seems to have
  size_t count;           ///< of `waits` that are in use
  struct FutexWait waits[kFutexWaitsMax];
};

/// Receives one call. Answers it, or keeps it if its thread has to wait.
void answer_call(struct AnsweredCalls* calls);

/// Returns the milliseconds until the first wait times out, or -1 if none does.
int patience_ms(const struct AnsweredCalls* calls);

/// Ends the waits that have timed out.
void end_waits(struct AnsweredCalls* calls);
