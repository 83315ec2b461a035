#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/sandbox/descriptors.h"
#include "arena/sandbox/resources.h"

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

 private:
  std::vector<std::filesystem::path> folders_;  ///< the one that counts memory first
  std::vector<int> procs_;
  bool version2_;
};

/// How many processes of the machine, in groups or not, the kernel has killed since memory ran out; nothing where it does
/// not say. proc(5): /proc/vmstat.
std::optional<long long> processes_killed_for_memory();

/// Where this process may make groups: a folder of its own in each hierarchy that is needed (version 1: memory and
/// pids), locked while this object lives and removed with it. Any thread may call make().
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

 private:
  CgroupParent() = default;
  bool add(const std::filesystem::path& base, const Reaper* reaper);
  bool add_version2(const Reaper* reaper);
  void remove_all();

  std::vector<std::filesystem::path> folders_;
  std::vector<OwnedFd> locks_;
  bool version2_ = false;
};

}  // namespace arena
