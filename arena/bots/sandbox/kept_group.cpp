#include "arena/bots/sandbox/kept_group.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "arena/base/text/words.h"
#include "arena/bots/sandbox/kernel_files.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// The kernel allocates in steps of this size, and gives up if less than that is left.
constexpr long long kChargedAtOnce = 1 << 20;

/// The most memory that may still be charged to a group which another bot gets. The kernel frees some of a process's
/// memory late: a bot in Python leaves 0.2 to 3 MiB, and 0.3 MiB after some milliseconds. More is left by a bot that
/// was the first to read some files: their pages. To remove such a group takes 0.3 ms of processor time. To empty it
/// (memory.force_empty) takes 1 to 30 ms, and drops pages that the next bot has to read again.
constexpr long long kLeftBytesMax = 1 << 20;

/// Reads the start of a file that is open. The text is empty if it cannot be read.
std::string_view read_start(const OwnedFd& file, std::array<char, 64>& bytes) {
  const ssize_t count = file.get() < 0 ? 0 : ::pread(file.get(), bytes.data(), bytes.size(), 0);
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

}  // namespace

KeptGroup::KeptGroup(std::vector<fs::path> folders, bool version2) : folders_(std::move(folders)), version2_(version2) {
  for (const fs::path& folder : folders_) {
    // A thread that joins through "tasks" spares the kernel a lock that waits for all processors. Version 2 has
    // nothing like it.
    procs_.push_back(::open((folder / (version2_ ? "cgroup.procs" : "tasks")).c_str(), O_WRONLY | O_CLOEXEC));
    if (usage_.get() < 0) {
      usage_ = OwnedFd(::open((folder / (version2_ ? "cpu.stat" : "cpuacct.usage")).c_str(), O_RDONLY | O_CLOEXEC));
    }
  }
  const fs::path peak = folders_.front() / (version2_ ? "memory.peak" : "memory.max_usage_in_bytes");
  peak_ = OwnedFd(::open(peak.c_str(), O_RDWR | O_CLOEXEC));
  if (peak_.get() < 0) peak_ = OwnedFd(::open(peak.c_str(), O_RDONLY | O_CLOEXEC));  // Linux before 6.12
}

KeptGroup::~KeptGroup() {
  for (const int file : procs_) ::close(file);
  for (const fs::path& folder : folders_) ::rmdir(folder.c_str());
}

std::optional<fs::path> KeptGroup::set_memory_limit(long long bytes) const {
  const std::string text = std::to_string(bytes);
  const fs::path limit = folders_.front() / (version2_ ? "memory.max" : "memory.limit_in_bytes");
  // Only where the kernel counts swap. Version 1 bounds memory and swap together, and never below memory alone.
  const auto limit_swap = [&] {
    return version2_ ? write_kernel_file(folders_.front() / "memory.swap.max", "0")
                     : write_kernel_file(folders_.front() / "memory.memsw.limit_in_bytes", text);
  };
  const bool raises = bytes > limits_.memory_bytes;
  if (raises) limit_swap();
  if (!write_kernel_file(limit, text)) return limit;
  if (!raises) limit_swap();
  return std::nullopt;
}

std::optional<fs::path> KeptGroup::set_limits(const GroupLimits& limits) {
  if (limits.memory_bytes != limits_.memory_bytes) {
    if (auto refused = set_memory_limit(limits.memory_bytes)) return refused;
  }
  const fs::path tasks = folders_.at(version2_ ? 0 : 1) / "pids.max";
  if (limits.tasks != limits_.tasks && !write_kernel_file(tasks, std::to_string(limits.tasks))) return tasks;
  limits_ = limits;
  return std::nullopt;
}

bool KeptGroup::reset_peak() const { return ::pwrite(peak_.get(), "0", 1, 0) == 1; }

long long KeptGroup::peak_bytes() const {
  std::array<char, 64> bytes;
  return leading_number(read_start(peak_, bytes));
}

/// Version 1: nanoseconds. Version 2: the first line is "usage_usec MICROSECONDS".
std::chrono::nanoseconds KeptGroup::cpu_time() const {
  std::array<char, 64> bytes;
  std::string_view text = read_start(usage_, bytes);
  if (!version2_) return std::chrono::nanoseconds(leading_number(text));
  if (cut_word(text) != "usage_usec") return {};
  return std::chrono::microseconds(leading_number(cut_word(text)));
}

bool KeptGroup::killed_for_memory() const {
  const char* file = version2_ ? "memory.events" : "memory.oom_control";
  return find_number(folders_.front() / file, "oom_kill").value_or(0) > 0;
}

bool KeptGroup::reached_limit() const {
  if (version2_) return find_number(folders_.front() / "memory.events", "oom").value_or(0) > 0;
  // memory.failcnt stays 0 in newer kernels.
  return peak_bytes() + kChargedAtOnce >= read_number(folders_.front() / "memory.limit_in_bytes").value_or(0);
}

bool KeptGroup::is_unmarked() const {
  if (killed_for_memory()) return false;
  if (version2_ && reached_limit()) return false;  // its count of that cannot be reset
  return reset_peak();
}

bool KeptGroup::is_empty() const { return read_number(folders_.at(version2_ ? 0 : 1) / "pids.current") == 0; }

bool KeptGroup::has_little_left() const { return reset_peak() && peak_bytes() <= kLeftBytesMax; }

}  // namespace arena
