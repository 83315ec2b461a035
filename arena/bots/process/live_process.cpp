#include "arena/bots/process/live_process.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <string_view>

#include "arena/base/text/words.h"
#include "arena/bots/sandbox/descriptors.h"

namespace arena {
namespace {

/// Reads up to 4 KiB of a file of /proc. Returns an empty text if there is none.
std::string read_proc(const std::string& path) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> bytes;
  const ssize_t count = file.get() < 0 ? 0 : ::read(file.get(), bytes.data(), bytes.size());
  return count <= 0 ? std::string() : std::string(bytes.data(), static_cast<std::size_t>(count));
}

/// Returns the number in the line "KEY: NUMBER", or 0 if there is none.
long number_in(std::string_view text, std::string_view key) {
  const std::size_t line = text.find(key);
  if (line == std::string_view::npos) return 0;
  const std::size_t digits = text.find_first_of("0123456789-\n", line + key.size());
  if (digits == std::string_view::npos) return 0;
  return static_cast<long>(leading_number(text.substr(digits)));
}

/// Returns the fields of a stat file (proc(5)) from the third one on, after the name, which may contain anything.
/// Returns an empty text if there are none.
std::string_view fields_of(std::string_view stat) {
  const std::size_t name_end = stat.rfind(") ");
  return name_end == std::string_view::npos ? std::string_view() : stat.substr(name_end + 2);
}

/// A system call that waits for descriptors, for ever if its time-out is null or negative.
struct Poll {
  long call;
  std::size_t time_out;  ///< which argument the time-out is
  bool by_pointer;
};
constexpr Poll kPolls[] = {
    {SYS_ppoll, 2, true}, {SYS_pselect6, 4, true}, {SYS_epoll_pwait, 3, false},
#ifdef SYS_poll
    {SYS_poll, 2, false}, {SYS_select, 4, true},   {SYS_epoll_wait, 3, false},
#endif
};

/// Returns what a thread waits for, judging by its system call. `call` is from /proc/PID/syscall (proc(5)): the number
/// of the call and its arguments, or "running". A call with a time-out, or one that is not known here, may end on its
/// own. `polls_input` says that the process can poll nothing but its input.
WaitsFor waits_in(std::string_view call, bool polls_input) {
  const bool is_call = !call.empty() && call.front() >= '0' && call.front() <= '9';
  const long number = is_call ? static_cast<long>(leading_number(cut_word(call))) : -1;
  std::array<std::uint64_t, 6> arguments = {};
  for (std::uint64_t& argument : arguments) {
    std::string_view word = cut_word(call);
    word.remove_prefix(std::min<std::size_t>(word.size(), 2));  // 0x
    std::from_chars(word.data(), word.data() + word.size(), argument, 16);
  }
  const auto input_if = [](bool waits) { return waits ? WaitsFor::input : WaitsFor::unknown; };
  if (number == SYS_read || number == SYS_readv) return input_if(arguments[0] == STDIN_FILENO);
  for (const Poll& poll : kPolls) {
    if (number != poll.call) continue;
    const std::uint64_t time_out = arguments[poll.time_out];
    return input_if(polls_input && (poll.by_pointer ? time_out == 0 : static_cast<std::int32_t>(time_out) < 0));
  }
  if (number != SYS_futex) return WaitsFor::unknown;
  const int operation = static_cast<int>(arguments[1]) & FUTEX_CMD_MASK;
  const bool waits = operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET || operation == FUTEX_LOCK_PI;
  return waits && arguments[3] == 0 ? WaitsFor::itself : WaitsFor::unknown;
}

/// Opens the scheduler's figures of a process or a thread. `folder` is its folder in /proc.
OwnedFd open_schedstat(const std::string& folder) {
  return OwnedFd(::open((folder + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC));
}

std::chrono::nanoseconds run_delay_in(const std::string& folder) {
  return read_run_delay(open_schedstat(folder).get());
}

}  // namespace

std::chrono::nanoseconds read_run_delay(int schedstat) {
  std::array<char, 96> bytes;  // time on the processor, delay, number of runs
  const ssize_t count = schedstat < 0 ? 0 : ::pread(schedstat, bytes.data(), bytes.size(), 0);
  std::string_view text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  cut_word(text);
  return std::chrono::nanoseconds(leading_number(cut_word(text)));
}

LiveProcess::LiveProcess(OwnedFd pidfd) : pidfd_(std::move(pidfd)) {
  pid_ = static_cast<pid_t>(number_in(read_proc("/proc/self/fdinfo/" + std::to_string(pidfd_.get())), "Pid:"));
  if (pid_ <= 0 || ::clock_getcpuclockid(pid_, &clock_) != 0) {  // it has ended already
    pid_ = 0;
    return;
  }
  const std::string folder = "/proc/" + std::to_string(pid_);
  schedstat_ = open_schedstat(folder);
  tasks_ = OwnedFd(::open((folder + "/task").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!has_ended()) return;
  schedstat_ = OwnedFd();
  tasks_ = OwnedFd();
}

bool LiveProcess::has_ended() const { return pid_ <= 0 || wait_pidfd(pidfd_.get(), 0); }

std::chrono::nanoseconds LiveProcess::cpu_time() {
  timespec time = {};
  if (pid_ <= 0 || ::clock_gettime(clock_, &time) != 0 || has_ended()) return cpu_time_;
  const auto now = std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  return cpu_time_ = std::max(cpu_time_, now);
}

std::chrono::nanoseconds LiveProcess::run_delay() {
  return run_delay_ = std::max(run_delay_, read_run_delay(schedstat_.get()));
}

std::chrono::nanoseconds LiveProcess::threads_delay() {
  delays_now_.clear();
  if (has_one_thread()) {
    delays_now_.emplace_back(pid_, read_run_delay(schedstat_.get()));
  } else {
    for (const pid_t thread : threads()) {
      delays_now_.emplace_back(thread, run_delay_in(file_of(thread)));
    }
  }
  std::chrono::nanoseconds longest{};
  std::chrono::nanoseconds sum{};
  for (const auto& [thread, delay] : delays_now_) {
    const auto before = std::ranges::find(delays_, thread, &std::pair<pid_t, std::chrono::nanoseconds>::first);
    const auto since = before == delays_.end() ? delay : delay - before->second;
    longest = std::max(longest, since);
    sum += since;
  }
  if (!has_ended()) {
    delays_.swap(delays_now_);
    threads_delay_ += std::min(sum, 2 * longest);
  }
  return threads_delay_;
}

std::chrono::nanoseconds LiveProcess::parent_delay() {
  if (parent_ == 0 && pid_ > 0) {
    parent_ = static_cast<pid_t>(number_in(read_proc("/proc/" + std::to_string(pid_) + "/status"), "PPid:"));
  }
  if (has_ended()) return parent_delay_;
  return parent_delay_ = std::max(parent_delay_, run_delay_in("/proc/" + std::to_string(parent_)));
}

/// Counts the links of the folder: it has one for each folder in it and two of its own (proc(5)). That is quicker than
/// reading the folder.
bool LiveProcess::has_one_thread() const {
  struct stat tasks = {};
  return tasks_.get() >= 0 && ::fstat(tasks_.get(), &tasks) == 0 && tasks.st_nlink == 3;
}

long LiveProcess::peak_kb() const {
  if (pid_ <= 0) return 0;
  const long peak = number_in(read_proc("/proc/" + std::to_string(pid_) + "/status"), "VmHWM:");
  return has_ended() ? 0 : peak;
}

bool LiveProcess::stopped() const { return !frozen_ && state(pid_) == 'T'; }

bool LiveProcess::wants_processor() const {
  return std::ranges::any_of(threads(), [this](pid_t thread) { return state(thread) == 'R'; });
}

WaitsFor LiveProcess::waits_for() const {
  if (wants_processor()) return WaitsFor::processor;
  if (may_have_children()) return WaitsFor::unknown;
  const bool polls_input = !may_poll_others();
  WaitsFor all = WaitsFor::unknown;
  for (const pid_t thread : threads()) {
    if (state(thread) != 'S') return WaitsFor::unknown;
    const WaitsFor one = waits_in(read_proc(file_of(thread) + "/syscall"), polls_input);
    if (one == WaitsFor::unknown) return one;
    if (all != WaitsFor::input) all = one;
  }
  return has_ended() ? WaitsFor::unknown : all;
}

/// Also true if the kernel does not say.
bool LiveProcess::may_have_children() const {
  return std::ranges::any_of(threads(), [this](pid_t thread) {
    const std::string path = file_of(thread) + "/children";
    return ::access(path.c_str(), R_OK) != 0 || !read_proc(path).empty();
  });
}

/// Whether it has descriptors beside its input from which something may come on its own.
bool LiveProcess::may_poll_others() const {
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc/" + std::to_string(pid_) + "/fd", error), end; !error && at != end;
       at.increment(error)) {
    std::error_code gone_meanwhile;
    const std::string target = std::filesystem::read_symlink(at->path(), gone_meanwhile);
    const bool is_other = target.starts_with("socket:") || target.find("timerfd") != std::string::npos ||
                          target.find("signalfd") != std::string::npos || target.find("inotify") != std::string::npos;
    if (is_other) return true;
  }
  return static_cast<bool>(error);
}

/// Fields 10 and 12 of stat are page faults, and /proc/PID/io has bytes (proc(5)).
std::uint64_t LiveProcess::progress() const {
  if (pid_ <= 0 || may_have_children()) return 0;
  const std::string folder = "/proc/" + std::to_string(pid_);
  const std::string io = read_proc(folder + "/io");
  if (io.empty()) return 0;
  const std::string stat = read_proc(folder + "/stat");
  const std::vector<std::string_view> fields = words_of(fields_of(stat));  // from the third one on
  const long long faults = fields.size() < 10 ? 0 : leading_number(fields[7]) + leading_number(fields[9]);
  // One page fault may bring many pages.
  std::uint64_t sum = static_cast<std::uint64_t>(peak_kb()) * 1024;
  sum += static_cast<std::uint64_t>(faults * ::sysconf(_SC_PAGESIZE));
  for (const char* key : {"rchar:", "wchar:"}) sum += static_cast<std::uint64_t>(number_in(io, key));
  return has_ended() ? 0 : sum;
}

std::vector<pid_t> LiveProcess::threads() const {
  std::vector<pid_t> threads;
  std::error_code error;
  if (pid_ <= 0) return threads;
  for (std::filesystem::directory_iterator at("/proc/" + std::to_string(pid_) + "/task", error), end;
       !error && at != end; at.increment(error)) {
    threads.push_back(static_cast<pid_t>(leading_number(at->path().filename().native())));
  }
  return threads;
}

std::string LiveProcess::file_of(pid_t thread) const {
  return "/proc/" + std::to_string(pid_) + "/task/" + std::to_string(thread);
}

/// Returns the third field of a thread's stat (proc(5)), or '?' if the thread has ended.
char LiveProcess::state(pid_t thread) const {
  if (pid_ <= 0) return '?';
  const std::string stat = read_proc(file_of(thread) + "/stat");
  const std::string_view fields = fields_of(stat);
  return fields.empty() || has_ended() ? '?' : fields.front();
}

void LiveProcess::run_where_this_thread_does() const {
  cpu_set_t here;
  if (::sched_getaffinity(0, sizeof here, &here) != 0 || has_ended()) return;
  for (const pid_t thread : threads()) ::sched_setaffinity(thread, sizeof here, &here);
}

void LiveProcess::kill() const { signal_pidfd(pidfd_.get(), SIGKILL); }

void LiveProcess::set_frozen(bool frozen) {
  if (note_frozen(frozen)) signal_group(pidfd_.get(), frozen ? SIGSTOP : SIGCONT);
}

bool LiveProcess::note_frozen(bool frozen) {
  if (pid_ <= 0 || frozen_ == frozen) return false;
  frozen_ = frozen;
  return true;
}

}  // namespace arena
