#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/resources.h"

namespace arena {

class Reaper;

/// A control group (cgroups(7)): processes whose memory and number the kernel bounds as one. It holds one bot process,
/// all that it starts, the launcher, and the pages of its /tmp.
///
/// CgroupParent::make() makes it. This object owns the group's folders, one in each hierarchy, and removes them when it
/// is destroyed. The kernel keeps a folder while a process is left in it, so the bot must have ended by then; the
/// arena's CgroupParent and its reaper remove what was kept. The questions read files of the kernel; they throw
/// nothing.
class Cgroup {
 public:
  /// Takes over folders that exist; the first one is that of the hierarchy that counts memory.
  Cgroup(std::vector<std::filesystem::path> folders, bool version2);
  ~Cgroup();

  /// Descriptors of the files cgroup.procs, close-on-exec. A process joins the group by writing "0" to each of them.
  /// They belong to this object.
  [[nodiscard]] const std::vector<int>& procs() const { return procs_; }
  /// Whether the kernel has killed a process of the group because memory ran out: the group's own, or that of a group
  /// around it.
  [[nodiscard]] bool killed_for_memory() const;
  /// Whether the group has at any time used all the memory that it may have.
  [[nodiscard]] bool reached_limit() const;
  /// Returns the most memory that the group ever used, in KiB, or 0 if the kernel does not say.
  [[nodiscard]] long peak_kb() const;
  /// Returns the processor time of all processes that have ever been in the group, or 0 if the kernel does not say.
  [[nodiscard]] std::chrono::nanoseconds cpu_time() const;

 private:
  std::vector<std::filesystem::path> folders_;  ///< the one that counts memory first
  std::vector<int> procs_;
  OwnedFd usage_;  ///< the file of its processor time
  bool version2_;
};

// The functions below ask the kernel about this process's own groups and the machine. They return nothing (nullopt)
// where there is no limit or the kernel does not say. Any thread may call them.

/// Returns how many processes of the whole machine the kernel has killed because memory ran out. proc(5): /proc/vmstat.
[[nodiscard]] std::optional<long long> processes_killed_for_memory();

/// Returns the smallest memory limit in MB of this process's group and the groups around it.
[[nodiscard]] std::optional<long> memory_mb_of_own_group();

/// Returns how much more memory in MB these groups may use. Cached files do not count as used.
[[nodiscard]] std::optional<long> free_memory_mb_of_own_group();

/// Returns the memory in MB that the machine can still give without swap. proc(5): /proc/meminfo.
[[nodiscard]] std::optional<long> free_memory_mb_of_machine();

/// Returns how many more threads and processes these groups may have.
[[nodiscard]] std::optional<long long> free_tasks_of_own_group();

/// The place where a run makes the groups of its bots, with version 1 of control groups or version 2.
///
/// It owns a folder in each hierarchy that is needed (version 1: memory and pids; also cpu and cpuacct where the arena
/// may use them). The folders are locked while this object lives, so that no other arena removes them as
/// leftovers, and they are removed with it. It must outlast the groups that it makes. Any thread may call make().
///
/// Groups share the processors by weight, and their weights are equal: each bot that wants a processor gets as much of
/// it as any other, whatever its number of threads and processes. All groups together weigh as much as one busy process
/// on each processor, and at least as much as eight.
class CgroupParent {
 public:
  /// Returns null where no group can be made, and sets `reason` to the cause; otherwise `reason` becomes empty. The
  /// reaper, if any, removes the groups when this process is killed. If an arena was killed together with its reaper,
  /// the groups that it left are removed first. In version 2 this process may be moved into a group within its own.
  [[nodiscard]] static std::unique_ptr<CgroupParent> open(std::string& reason, const Reaper* reaper = nullptr);
  ~CgroupParent();
  CgroupParent(const CgroupParent&) = delete;
  CgroupParent& operator=(const CgroupParent&) = delete;

  /// Makes a group with these bounds. Throws std::system_error that names the file.
  [[nodiscard]] std::unique_ptr<Cgroup> make(const Resources& resources);

  const std::vector<std::filesystem::path>& folders() const { return folders_; }
  bool version2() const { return version2_; }
  /// Whether groups share the processors by weight. If not, a bot with more threads gets more of the processors.
  bool has_weights() const { return has_weights_; }

 private:
  CgroupParent() = default;
  void add_processors(const Reaper* reaper);
  bool add(const std::filesystem::path& base, const Reaper* reaper);
  bool add_version2(std::string& reason, const Reaper* reaper);
  void remove_all();

  std::vector<std::filesystem::path> folders_;
  std::vector<OwnedFd> locks_;
  bool version2_ = false;
  bool has_weights_ = false;
};

}  // namespace arena
