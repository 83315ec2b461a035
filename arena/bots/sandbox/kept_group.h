#pragma once

#include <chrono>
#include <climits>
#include <filesystem>
#include <optional>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// What the processes of a group may use together.
struct GroupLimits {
  long long memory_bytes = LLONG_MAX;
  long long tasks = LLONG_MAX;  ///< threads and processes
};

/// A control group that one bot process after another may use: its folders, one in each hierarchy of the kernel, and
/// the files in them that stay open.
///
/// This object owns the folders and removes them when it is destroyed. The kernel keeps a folder while a process is
/// left in it. A file that cannot be read counts as one that says 0. One thread at a time may call the functions; they
/// throw nothing.
class KeptGroup {
 public:
  /// Takes over folders that exist. The first one is that of the hierarchy that counts memory. In version 1, the second
  /// one is that of the hierarchy that counts tasks.
  KeptGroup(std::vector<std::filesystem::path> folders, bool version2);
  ~KeptGroup();
  KeptGroup(const KeptGroup&) = delete;
  KeptGroup& operator=(const KeptGroup&) = delete;

  /// Descriptors of the files through which a process with one thread joins the group, close-on-exec: it writes "0" to
  /// each of them.
  [[nodiscard]] const std::vector<int>& procs() const { return procs_; }

  /// Sets the limits, as far as they differ from those that the group has. Returns the file that the kernel refuses,
  /// with the cause in errno, or nothing. After a refusal the limits are unknown.
  [[nodiscard]] std::optional<std::filesystem::path> set_limits(const GroupLimits& limits);

  /// Makes the peak the memory that is in use now. Returns false if the kernel cannot do that.
  [[nodiscard]] bool reset_peak() const;
  /// Returns the most memory that the group has used since the peak was reset.
  [[nodiscard]] long long peak_bytes() const;
  /// Returns the processor time that the group has ever used.
  [[nodiscard]] std::chrono::nanoseconds cpu_time() const;
  /// Whether the kernel has ever killed a process of the group because memory ran out.
  [[nodiscard]] bool killed_for_memory() const;
  /// Whether memory use has reached the group's limit since the peak was reset (version 1), or ever (version 2).
  [[nodiscard]] bool reached_limit() const;

  /// Whether nothing has happened in the group that would last: no process was ever killed for memory, and the peak can
  /// be reset. Resets the peak.
  [[nodiscard]] bool is_unmarked() const;
  /// Whether no process is in the group. The kernel counts one that has ended until its parent has reaped it.
  [[nodiscard]] bool is_empty() const;
  /// Whether so little memory is still charged to the group that another bot can have it. Resets the peak.
  [[nodiscard]] bool has_little_left() const;

 private:
  std::optional<std::filesystem::path> set_memory_limit(long long bytes) const;

  std::vector<std::filesystem::path> folders_;
  std::vector<int> procs_;
  OwnedFd usage_;  ///< the file of its processor time
  OwnedFd peak_;   ///< in version 2, what one descriptor reads is reset only by a write to the same descriptor
  GroupLimits limits_;
  bool version2_;
};

/// The most descriptors that an object of this type has open: version 1 may have four hierarchies.
inline constexpr int kDescriptorsOfGroup = 6;

}  // namespace arena
