#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/resources.h"

namespace arena {

class CgroupParent;
class KeptGroup;
class Reaper;

/// A control group (cgroups(7)): processes whose memory and number the kernel bounds as one. It holds one bot process,
/// all that it starts, the launcher, and the pages of its /tmp.
///
/// CgroupParent::lease() gives it. The bot must have ended when this object is destroyed. The parent then keeps the
/// kernel's group for another bot, or removes it if the next bot would find something of this one in it
/// (KeptGroup::is_unmarked). The kernel refuses to remove a group in which a process is left; the parent or the reaper
/// does so later.
///
/// The questions are about this bot alone, whatever bots had the group before. They read files of the kernel and throw
/// nothing. One thread at a time may ask.
class Cgroup {
 public:
  /// Takes over folders that exist, and removes them in the end. The first one is that of the hierarchy that counts
  /// memory.
  Cgroup(std::vector<std::filesystem::path> folders, bool version2);
  ~Cgroup();
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;

  /// Descriptors through which a process with one thread joins the group, close-on-exec: it writes "0" to each of them.
  /// They belong to this object.
  [[nodiscard]] const std::vector<int>& procs() const;
  /// Whether the kernel has killed a process of the group because memory ran out: the group's own, or that of a group
  /// around it.
  [[nodiscard]] bool killed_for_memory() const;
  /// Whether the group has at any time used all the memory that it may have.
  [[nodiscard]] bool reached_limit() const;
  /// Returns the most memory that the bot ever used, in KiB, or 0 if the kernel does not say. It may be up to 1 MiB too
  /// low: by as much as an earlier bot has left charged to the group.
  [[nodiscard]] long peak_kb() const;
  /// Returns the processor time of all processes that have been in the group, or 0 if the kernel does not say.
  [[nodiscard]] std::chrono::nanoseconds cpu_time() const;

 private:
  friend class CgroupParent;
  Cgroup(std::unique_ptr<KeptGroup> group, CgroupParent* parent);

  std::unique_ptr<KeptGroup> group_;
  CgroupParent* parent_;       ///< to which the group goes back; null if it is removed
  long long peak_before_ = 0;  ///< what was charged to the group at the start, in bytes
  std::chrono::nanoseconds cpu_before_{};
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
/// To make and remove groups is slow where a machine has many processors, so groups are kept: a bot gets one that an
/// earlier bot had, if one is free. There are at most as many as bots were alive at the same time. Version 2 resets the
/// peak of memory use only from Linux 6.12 on; before that it keeps no groups.
///
/// It owns a folder in each hierarchy that is needed (version 1: memory and pids; also cpu and cpuacct where the arena
/// may use them). The folders are locked while this object lives, so that no other arena removes them as
/// leftovers, and they are removed with it. It must outlast the groups that it gives. Any thread may call lease() and
/// destroy what it returned.
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

  /// Gives a group with these bounds to a bot. Throws std::system_error that names the file.
  [[nodiscard]] std::unique_ptr<Cgroup> lease(const Resources& resources);

  const std::vector<std::filesystem::path>& folders() const { return folders_; }
  bool version2() const { return version2_; }
  /// Whether groups share the processors by weight. If not, a bot with more threads gets more of the processors.
  bool has_weights() const { return has_weights_; }

 private:
  friend class Cgroup;
  CgroupParent();
  void add_processors(const Reaper* reaper);
  bool add(const std::filesystem::path& base, const Reaper* reaper);
  bool add_version2(std::string& reason, const Reaper* reaper);
  void remove_all();
  std::unique_ptr<KeptGroup> find_free();
  std::unique_ptr<KeptGroup> make_group();
  void give_back(std::unique_ptr<KeptGroup> group);

  std::vector<std::filesystem::path> folders_;
  std::vector<OwnedFd> locks_;
  bool version2_ = false;
  bool has_weights_ = false;
  std::mutex mutex_;  ///< of free_; it is not held while the kernel works on a group
  std::vector<std::unique_ptr<KeptGroup>> free_;
};

}  // namespace arena
