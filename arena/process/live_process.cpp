#include "arena/process/live_process.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "arena/sandbox/descriptors.h"
#include "arena/text/words.h"

namespace arena {
namespace {

/// A file of /proc, up to 4 KiB of it; empty when there is none.
std::string read_proc(const std::string& path) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> bytes;
  const ssize_t count = file.get() < 0 ? 0 : ::read(file.get(), bytes.data(), bytes.size());
  return count <= 0 ? std::string() : std::string(bytes.data(), static_cast<std::size_t>(count));
}

/// The number in the line "KEY: NUMBER"; 0 if there is none.
long number_in(std::string_view text, std::string_view key) {
  const std::size_t line = text.find(key);
  if (line == std::string_view::npos) return 0;
  const std::size_t digits = text.find_first_of("0123456789-\n", line + key.size());
  if (digits == std::string_view::npos) return 0;
  return static_cast<long>(leading_number(text.substr(digits)));
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
  if (pid_ <= 0 || ::clock_getcpuclockid(pid_, &clock_) != 0) {  // it has gone already
    pid_ = 0;
    return;
  }
  const std::string folder = "/proc/" + std::to_string(pid_);
  schedstat_ = OwnedFd(::open((folder + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC));
  tasks_ = OwnedFd(::open((folder + "/task").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!gone()) return;
  schedstat_ = OwnedFd();
  tasks_ = OwnedFd();
}

bool LiveProcess::gone() const { return pid_ <= 0 || wait_pidfd(pidfd_.get(), 0); }

std::chrono::nanoseconds LiveProcess::cpu_time() {
  timespec time = {};
  if (pid_ <= 0 || ::clock_gettime(clock_, &time) != 0 || gone()) return cpu_time_;
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
      const OwnedFd schedstat(::open((file_of(thread) + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC));
      delays_now_.emplace_back(thread, read_run_delay(schedstat.get()));
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
  if (!gone()) {
    delays_.swap(delays_now_);
    threads_delay_ += std::min(sum, 2 * longest);
  }
  return threads_delay_;
}

/// proc(5): a folder has a link for each folder in it and two of its own. That is quicker than reading the folder.
bool LiveProcess::has_one_thread() const {
  struct stat tasks = {};
  return tasks_.get() >= 0 && ::fstat(tasks_.get(), &tasks) == 0 && tasks.st_nlink == 3;
}

long LiveProcess::peak_kb() const {
  if (pid_ <= 0) return 0;
  const long peak = number_in(read_proc("/proc/" + std::to_string(pid_) + "/status"), "VmHWM:");
  return gone() ? 0 : peak;
}

bool LiveProcess::stopped() const { return !frozen_ && state(pid_) == 'T'; }

bool LiveProcess::wants_processor() const {
  return std::ranges::any_of(threads(), [this](pid_t thread) { return state(thread) == 'R'; });
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

/// proc(5): the third field of a thread's stat; '?' when it has gone.
char LiveProcess::state(pid_t thread) const {
  if (pid_ <= 0) return '?';
  const std::string stat = read_proc(file_of(thread) + "/stat");
  const std::size_t name_end = stat.rfind(") ");
  return name_end == std::string::npos || name_end + 2 >= stat.size() || gone() ? '?' : stat[name_end + 2];
}

void LiveProcess::run_where_this_thread_does() const {
  cpu_set_t here;
  if (::sched_getaffinity(0, sizeof here, &here) != 0 || gone()) return;
  for (const pid_t thread : threads()) ::sched_setaffinity(thread, sizeof here, &here);
}

void LiveProcess::freeze() {
  if (note_frozen(true)) signal_pidfd(pidfd_.get(), SIGSTOP);
}

void LiveProcess::thaw() {
  if (note_frozen(false)) signal_pidfd(pidfd_.get(), SIGCONT);
}

bool LiveProcess::note_frozen(bool frozen) {
  if (pid_ <= 0 || frozen_ == frozen) return false;
  frozen_ = frozen;
  return true;
}

}  // namespace arena
