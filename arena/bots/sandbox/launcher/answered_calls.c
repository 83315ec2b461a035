#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/answered_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <linux/sysinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct Call {
  uint64_t id;
  uint32_t thread;
  const __u64* arguments;
};

/// Room for the kernel's messages, which grow from version to version.
enum { kMessageBytesMax = 512 };

static const int64_t kNanoseconds = 1000000000;
static const int64_t kForEver = INT64_MAX;

/// More than the number of any thread: the kernel's PID_MAX_LIMIT.
enum { kThreadsMax = 1U << 22 };
/// The futex value of a static variable that another thread is initialising: libstdc++'s pending_bit and waiting_bit.
enum { kGuardTaken = 0x10100 };

/// Masks the futex operation without the flag that selects its clock.
static const uint32_t kCommand = ~(uint32_t)FUTEX_CLOCK_REALTIME;

/// Where a filter finds the low half of an argument.
#define LOW_WORD_OF(argument) (uint32_t)(offsetof(struct seccomp_data, args) + (argument) * sizeof(__u64))

/// Installs a filter that takes these actions for sysinfo and futex, on every architecture. The bot's other filter
/// decides on all other calls.
///
/// The kernel itself serves a thread that waits for the end of another, because it also wakes that thread. glibc waits
/// by FUTEX_WAIT_BITSET and musl by FUTEX_WAIT, and the value is the number of the thread. The filter tells such waits
/// from others by the value: locks made for several processes have 0 or 2, and std::future more than any thread number.
static int filter_calls(uint32_t of_sysinfo, uint32_t of_futex, unsigned flags) {
  struct sock_filter instructions[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sysinfo, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, of_sysinfo),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 0, 12),
      // The operation.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW_WORD_OF(1)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, kCommand),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAKE, 10, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAKE_BITSET, 9, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAIT_BITSET, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAIT, 0, 6),
      // The value of FUTEX_WAIT.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW_WORD_OF(2)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kGuardTaken, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 2, 2, 4),
      // The value of FUTEX_WAIT_BITSET.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW_WORD_OF(2)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kThreadsMax, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, of_futex),
  };
  const struct sock_fprog program = {sizeof instructions / sizeof *instructions, instructions};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

static int64_t now(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return time.tv_sec * kNanoseconds + time.tv_nsec;
}

/// Reads a value from the memory of the thread that makes the call. The kernel checks the address as it does in the
/// call itself. Returns 0 or an errno.
///
/// If the thread has just ended, another process may have its number by now, and the value may be from there. Then
/// nobody receives the answer that depends on it.
static int read_memory(const struct Call* call, uint64_t address, void* value, size_t size) {
  const struct iovec here = {value, size};
  const struct iovec there = {(void*)(uintptr_t)address, size};
  const ssize_t count = process_vm_readv((pid_t)call->thread, &here, 1, &there, 1, 0);
  if (count < 0) return errno;
  return (size_t)count == size ? 0 : EFAULT;
}

/// Sets `until` to the time when a wait ends, in nanoseconds of CLOCK_MONOTONIC. Returns 0 or an errno.
static int read_end_of_wait(const struct Call* call, int64_t* until) {
  *until = kForEver;
  const uint64_t address = call->arguments[3];
  if (address == 0) return 0;
  struct {
    int64_t seconds, nanoseconds;
  } given;
  const int error = read_memory(call, address, &given, sizeof given);
  if (error != 0) return error;
  if (given.seconds < 0 || given.nanoseconds < 0 || given.nanoseconds >= kNanoseconds) return EINVAL;
  if (given.seconds >= kForEver / kNanoseconds / 2) return 0;
  const uint32_t operation = (uint32_t)call->arguments[1];
  const int64_t time = given.seconds * kNanoseconds + given.nanoseconds;
  const bool is_length = (operation & kCommand) == FUTEX_WAIT;
  const clockid_t clock = (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  *until = now(CLOCK_MONOTONIC) + (is_length ? time : time - now(clock));
  return 0;
}

int watch_calls(void) {
  const int listener = filter_calls(SECCOMP_RET_USER_NOTIF, SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
  if (listener >= 0) return listener;
  return filter_calls(SECCOMP_RET_ERRNO | ENOSYS, SECCOMP_RET_ERRNO | EPERM, 0) == 0 ? -1 : -2;
}

/// Whether the thread that made the call still waits for its answer.
static bool is_waiting(const struct AnsweredCalls* calls, uint64_t id) {
  return ioctl(calls->listener, (int)SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

/// Writes a value to the memory of the thread that makes the call. Returns 0 or an errno.
static int write_memory(const struct AnsweredCalls* calls, const struct Call* call, const void* value, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%u/mem", call->thread);
  const int memory = open(path, O_WRONLY | O_CLOEXEC);
  if (memory < 0) return ENOSYS;  // no /proc here: the call is missing, as it is where it cannot be answered at all
  // The thread may have ended before the file was opened, and its number may be that of a process of another bot. If it
  // still waits now, this is its memory, and it stays that whoever gets the number later (seccomp_unotify(2)).
  int error = is_waiting(calls, call->id) ? 0 : ESRCH;
  if (error == 0 && pwrite(memory, value, size, (off_t)call->arguments[0]) != (ssize_t)size) error = EFAULT;
  close(memory);
  return error;
}

/// Returns whether the caller still waited for the answer.
static bool respond(const struct AnsweredCalls* calls, uint64_t id, int64_t result, int error) {
  _Alignas(8) char sent[kMessageBytesMax] = {0};
  const struct seccomp_notif_resp answer = {.id = id, .val = result, .error = -error};
  memcpy(sent, &answer, sizeof answer);
  return ioctl(calls->listener, (int)SECCOMP_IOCTL_NOTIF_SEND, sent) == 0;
}

static void answer_sysinfo(const struct AnsweredCalls* calls, const struct Call* call) {
  struct timespec since_boot = {0};
  clock_gettime(CLOCK_BOOTTIME, &since_boot);
  const uint64_t memory = calls->memory_bytes;
  struct sysinfo shown = {
      .uptime = since_boot.tv_sec, .totalram = memory, .freeram = memory, .procs = 1, .mem_unit = 1};
  respond(calls, call->id, 0, write_memory(calls, call, &shown, sizeof shown));
}

static void wake(struct AnsweredCalls* calls, const struct Call* call) {
  int64_t woken = 0;
  size_t kept = 0;
  for (size_t i = 0; i < calls->count; ++i) {
    if (calls->waits[i].address != call->arguments[0]) {
      calls->waits[kept++] = calls->waits[i];
    } else if (respond(calls, calls->waits[i].id, 0, 0)) {
      ++woken;
    }
  }
  calls->count = kept;
  const int32_t number = (int32_t)call->arguments[2];
  const int64_t wanted = number > 1 ? number : 1;
  respond(calls, call->id, woken < wanted ? woken : wanted, 0);
}

/// Those whose call has ended, by a signal or with its thread.
static void forget_the_dead(struct AnsweredCalls* calls) {
  size_t kept = 0;
  for (size_t i = 0; i < calls->count; ++i) {
    if (is_waiting(calls, calls->waits[i].id)) calls->waits[kept++] = calls->waits[i];
  }
  calls->count = kept;
}

static void keep_waiting(struct AnsweredCalls* calls, const struct Call* call) {
  struct FutexWait wait = {call->id, call->arguments[0], kForEver, call->thread};
  uint32_t value = 0;
  int error = read_end_of_wait(call, &wait.until);
  if (error == 0) error = read_memory(call, wait.address, &value, sizeof value);
  // A thread that changes the value later also wakes later, so its wake finds this wait.
  if (error == 0 && value != (uint32_t)call->arguments[2]) error = EAGAIN;
  if (error == 0 && wait.until <= now(CLOCK_MONOTONIC)) error = ETIMEDOUT;
  if (error == 0 && calls->count == kFutexWaitsMax) forget_the_dead(calls);
  if (error == 0 && calls->count == kFutexWaitsMax) error = EAGAIN;
  if (error != 0) {
    respond(calls, call->id, 0, error);
    return;
  }
  // An earlier wait of the same thread has ended by a signal, such as the one that stops bots between games.
  size_t place = 0;
  while (place < calls->count && calls->waits[place].thread != wait.thread) ++place;
  calls->waits[place] = wait;
  if (place == calls->count) ++calls->count;
}

int patience_ms(const struct AnsweredCalls* calls) {
  int64_t first = kForEver;
  for (size_t i = 0; i < calls->count; ++i) {
    if (calls->waits[i].until < first) first = calls->waits[i].until;
  }
  if (first == kForEver) return -1;
  const int64_t left = first - now(CLOCK_MONOTONIC);
  if (left <= 0) return 0;
  const int64_t milliseconds = (left + 999999) / 1000000;
  return milliseconds < INT_MAX ? (int)milliseconds : INT_MAX;
}

void end_waits(struct AnsweredCalls* calls) {
  if (calls->count == 0) return;
  const int64_t time = now(CLOCK_MONOTONIC);
  size_t kept = 0;
  for (size_t i = 0; i < calls->count; ++i) {
    if (calls->waits[i].until > time) {
      calls->waits[kept++] = calls->waits[i];
    } else {
      respond(calls, calls->waits[i].id, 0, ETIMEDOUT);
    }
  }
  calls->count = kept;
}

void answer_call(struct AnsweredCalls* calls) {
  static struct seccomp_notif_sizes sizes;
  if (sizes.seccomp_notif == 0 && syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) return;
  if (sizes.seccomp_notif > kMessageBytesMax || sizes.seccomp_notif_resp > kMessageBytesMax) return;
  _Alignas(8) char received[kMessageBytesMax] = {0};
  if (ioctl(calls->listener, (int)SECCOMP_IOCTL_NOTIF_RECV, received) != 0) return;  // the caller is gone
  struct seccomp_notif message;
  memcpy(&message, received, sizeof message);
  const struct Call call = {message.id, message.pid, message.data.args};
  if (message.data.nr == SYS_sysinfo) {
    answer_sysinfo(calls, &call);
    return;
  }
  const uint32_t command = (uint32_t)call.arguments[1] & kCommand;
  if (command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET) {
    wake(calls, &call);
  } else {
    keep_waiting(calls, &call);
  }
}
