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

/// A group of processes that the kernel bounds as one: one bot process, all that it starts, and its /tmp. The folders
/// are removed with the object; no process may be left in them then.
class Cgroup {
 public:
  Cgroup(std::vector<std::filesystem::path> folders, bool version2);
  ~Cgroup();
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;

  /// Descriptors of its files cgroup.procs, close-on-exec: a process that writes "0" to each of them joins.
  const std::vector<int>& procs() const { return procs_; }
  /// The kernel has killed one of its processes since memory ran out: its own, or that of a group around it.
  bool killed_for_memory() const;
  /// It has had all the memory that it may have.
  bool reached_limit() const;
  /// Most memory that it ever had, in KiB; 0: not known.
  long peak_kb() const;
  /// Processor time of all that has ever been in it; 0: not known.
  std::chrono::nanoseconds cpu_time() const;

 private:
  std::vector<std::filesystem::path> folders_;  ///< the one that counts memory first
  std::vector<int> procs_;
  OwnedFd usage_;  ///< the file of its processor time
  bool version2_;
};

/// How many processes of the machine, in groups or not, the kernel has killed since memory ran out; nothing where it does
/// not say. proc(5): /proc/vmstat.
std::optional<long long> processes_killed_for_memory();

/// Least memory in MB that any group around this process may have, its own too; nothing where none is bounded.
std::optional<long> memory_mb_of_own_group();

/// How much memory in MB the groups around this process may have beyond what they use, cached files aside; nothing where
/// none is bounded.
std::optional<long> free_memory_mb_of_own_group();

/// Memory in MB that the machine can still give without swap; nothing where it does not say. proc(5): /proc/meminfo.
std::optional<long> free_memory_mb_of_machine();

/// How many threads and processes the groups around this process may have beyond those that are there; nothing where
/// none is bounded.
std::optional<long long> free_tasks_of_own_group();

/// Where this process may make groups: a folder of its own in each hierarchy that is needed (version 1: memory and
/// pids; cpu and cpuacct where they can be had), locked while this object lives and removed with it. Groups have equal
/// weights: bots that want a processor get as much of it each, whatever threads and processes they have. All of them
/// together weigh as much as a busy process on each processor, and as eight at least. Any thread may call make().
class CgroupParent {
 public:
  /// Null where no group can be made; `reason` then says why. The reaper, if any, removes the groups when this process
  /// is killed. Empty groups that nobody holds go first: their arena and its reaper were killed both.
  static std::unique_ptr<CgroupParent> open(std::string& reason, const Reaper* reaper = nullptr);
  ~CgroupParent();
  CgroupParent(const CgroupParent&) = delete;
  CgroupParent& operator=(const CgroupParent&) = delete;

  /// A new group with these bounds. Throws std::system_error that names the file.
  std::unique_ptr<Cgroup> make(const Resources& resources);

  const std::vector<std::filesystem::path>& folders() const { return folders_; }
  bool version2() const { return version2_; }
  /// Groups share the processors by weight. Else the kernel shares them by thread.
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
