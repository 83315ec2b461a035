#include "arena/bots/sandbox/answered_calls.h"

#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <linux/sysinfo.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>

namespace arena {

struct AnsweredCalls::Call {
  std::uint64_t id;
  std::uint32_t thread;
  const __u64* arguments;
};

namespace {

/// Room for the kernel's messages, which grow from version to version.
constexpr std::size_t kMessageBytesMax = 512;

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kForEver = INT64_MAX;

/// More than the number of any thread: the kernel's PID_MAX_LIMIT.
constexpr std::uint32_t kThreadsMax = 1U << 22;
/// The futex value of a static variable that another thread is initialising: libstdc++'s pending_bit and waiting_bit.
constexpr std::uint32_t kGuardTaken = 0x10100;

/// Masks the futex operation without the flag that selects its clock.
constexpr std::uint32_t kCommand = ~std::uint32_t{FUTEX_CLOCK_REALTIME};

constexpr std::uint32_t low_word_of(std::size_t argument) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + argument * sizeof(__u64));
}

/// Installs a filter that takes these actions for sysinfo and futex, on every architecture. The bot's other filter
/// decides on all other calls.
///
/// The kernel itself serves a thread that waits for the end of another, because it also wakes that thread. glibc waits
/// by FUTEX_WAIT_BITSET and musl by FUTEX_WAIT, and the value is the number of the thread. The filter tells such waits
/// from others by the value: locks made for several processes have 0 or 2, and std::future more than any thread number.
int filter_calls(std::uint32_t of_sysinfo, std::uint32_t of_futex, unsigned flags) {
  sock_filter instructions[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sysinfo, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, of_sysinfo),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 0, 12),
      // The operation.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low_word_of(1)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, kCommand),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAKE, 10, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAKE_BITSET, 9, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAIT_BITSET, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAIT, 0, 6),
      // The value of FUTEX_WAIT.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low_word_of(2)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kGuardTaken, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 2, 2, 4),
      // The value of FUTEX_WAIT_BITSET.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low_word_of(2)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kThreadsMax, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, of_futex),
  };
  const sock_fprog program = {sizeof instructions / sizeof *instructions, instructions};
  return static_cast<int>(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program));
}

struct sysinfo figures(std::uint64_t memory_bytes) {
  struct sysinfo made_up = {};
  timespec since_boot = {};
  ::clock_gettime(CLOCK_BOOTTIME, &since_boot);
  made_up.uptime = static_cast<decltype(made_up.uptime)>(since_boot.tv_sec);
  made_up.totalram = memory_bytes;
  made_up.freeram = memory_bytes;
  made_up.procs = 1;
  made_up.mem_unit = 1;
  return made_up;
}

std::int64_t now(clockid_t clock) {
  timespec time = {};
  ::clock_gettime(clock, &time);
  return time.tv_sec * kNanoseconds + time.tv_nsec;
}

/// Copies a value to or from the memory of a bot's thread, by process_vm_readv(2) or process_vm_writev(2). The kernel
/// checks the address as it does in the call itself. Returns 0 or an errno.
template <class T>
int copy(decltype(&::process_vm_readv) direction, std::uint32_t thread, std::uint64_t address, T& value) {
  const iovec here = {&value, sizeof value};
  const iovec there = {reinterpret_cast<void*>(address), sizeof value};
  const ssize_t count = direction(static_cast<pid_t>(thread), &here, 1, &there, 1, 0);
  if (count < 0) return errno;
  return count == sizeof value ? 0 : EFAULT;
}

/// Sets `until` to the time when a wait ends, in nanoseconds of CLOCK_MONOTONIC. Returns 0 or an errno.
int read_end_of_wait(std::uint32_t thread, const __u64* arguments, std::int64_t& until) {
  until = kForEver;
  const std::uint64_t address = arguments[3];
  if (address == 0) return 0;
  struct {
    std::int64_t seconds, nanoseconds;
  } given = {};
  if (const int error = copy(::process_vm_readv, thread, address, given)) return error;
  if (given.seconds < 0 || given.nanoseconds < 0 || given.nanoseconds >= kNanoseconds) return EINVAL;
  if (given.seconds >= kForEver / kNanoseconds / 2) return 0;
  const auto operation = static_cast<std::uint32_t>(arguments[1]);
  const std::int64_t time = given.seconds * kNanoseconds + given.nanoseconds;
  const bool is_length = (operation & kCommand) == FUTEX_WAIT;
  const clockid_t clock = (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  until = now(CLOCK_MONOTONIC) + (is_length ? time : time - now(clock));
  return 0;
}

}  // namespace

int watch_calls() {
  const int listener = filter_calls(SECCOMP_RET_USER_NOTIF, SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
  if (listener >= 0) return listener;
  return filter_calls(SECCOMP_RET_ERRNO | ENOSYS, SECCOMP_RET_ERRNO | EPERM, 0) == 0 ? -1 : -2;
}

/// Returns whether the caller still waited for the answer.
bool AnsweredCalls::respond(std::uint64_t id, std::int64_t result, int error) const {
  alignas(8) char sent[kMessageBytesMax] = {};
  seccomp_notif_resp answer = {};
  answer.id = id;
  answer.val = result;
  answer.error = -error;
  std::memcpy(sent, &answer, sizeof answer);
  return ::ioctl(listener_, static_cast<int>(SECCOMP_IOCTL_NOTIF_SEND), sent) == 0;
}

void AnsweredCalls::tell_figures(const Call& call) const {
  struct sysinfo made_up = figures(memory_bytes_);
  respond(call.id, 0, copy(::process_vm_writev, call.thread, call.arguments[0], made_up));
}

void AnsweredCalls::wake(const Call& call) {
  std::int64_t woken = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (waits_[i].address != call.arguments[0]) {
      waits_[kept++] = waits_[i];
    } else if (respond(waits_[i].id, 0, 0)) {
      ++woken;
    }
  }
  count_ = kept;
  const auto wanted = static_cast<std::int32_t>(call.arguments[2]);
  respond(call.id, std::min<std::int64_t>(woken, std::max(wanted, 1)), 0);
}

void AnsweredCalls::wait(const Call& call) {
  Wait wait = {call.id, call.arguments[0], kForEver, call.thread};
  std::uint32_t value = 0;
  int error = read_end_of_wait(call.thread, call.arguments, wait.until);
  if (error == 0) error = copy(::process_vm_readv, call.thread, wait.address, value);
  // A thread that changes the value later also wakes later, so its wake finds this wait.
  if (error == 0 && value != static_cast<std::uint32_t>(call.arguments[2])) error = EAGAIN;
  if (error == 0 && wait.until <= now(CLOCK_MONOTONIC)) error = ETIMEDOUT;
  if (error == 0 && count_ == kWaitsMax) forget_the_dead();
  if (error == 0 && count_ == kWaitsMax) error = EAGAIN;
  if (error != 0) {
    respond(call.id, 0, error);
    return;
  }
  // An earlier wait of the same thread has ended by a signal, such as the one that stops bots between games.
  Wait* const end = waits_ + count_;
  Wait* const place = std::find_if(waits_, end, [&](const Wait& old) { return old.thread == wait.thread; });
  *place = wait;
  if (place == end) ++count_;
}

void AnsweredCalls::forget_the_dead() {
  const auto is_dead = [&](Wait& wait) {
    return ::ioctl(listener_, static_cast<int>(SECCOMP_IOCTL_NOTIF_ID_VALID), &wait.id) != 0;
  };
  count_ = static_cast<std::size_t>(std::remove_if(waits_, waits_ + count_, is_dead) - waits_);
}

int AnsweredCalls::patience_ms() const {
  std::int64_t first = kForEver;
  for (std::size_t i = 0; i < count_; ++i) first = std::min(first, waits_[i].until);
  if (first == kForEver) return -1;
  const std::int64_t left = std::max<std::int64_t>(first - now(CLOCK_MONOTONIC), 0);
  return static_cast<int>(std::min<std::int64_t>((left + 999'999) / 1'000'000, INT_MAX));
}

void AnsweredCalls::end_waits() {
  if (count_ == 0) return;
  const std::int64_t time = now(CLOCK_MONOTONIC);
  const auto is_over = [&](const Wait& wait) {
    if (wait.until > time) return false;
    respond(wait.id, 0, ETIMEDOUT);
    return true;
  };
  count_ = static_cast<std::size_t>(std::remove_if(waits_, waits_ + count_, is_over) - waits_);
}

void AnsweredCalls::answer_one() {
  static seccomp_notif_sizes sizes = {};
  if (sizes.seccomp_notif == 0 && ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) return;
  if (sizes.seccomp_notif > kMessageBytesMax || sizes.seccomp_notif_resp > kMessageBytesMax) return;
  alignas(8) char received[kMessageBytesMax] = {};
  if (::ioctl(listener_, static_cast<int>(SECCOMP_IOCTL_NOTIF_RECV), received) != 0) return;  // the caller is gone
  seccomp_notif message;
  std::memcpy(&message, received, sizeof message);
  const Call call = {message.id, message.pid, message.data.args};
  if (message.data.nr == SYS_sysinfo) {
    tell_figures(call);
    return;
  }
  const std::uint32_t command = static_cast<std::uint32_t>(call.arguments[1]) & kCommand;
  const bool wakes = command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET;
  wakes ? wake(call) : wait(call);
}

}  // namespace arena
