#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/random.h"

namespace simulation {

/// What befalls a call.
enum class DiskFault {
  interrupted,  ///< EINTR, where a regular file may give it: nobody notices
  partial,      ///< half of the bytes are read or written: nobody notices
  fails,        ///< EIO, nothing was done
  full,         ///< half of the bytes are written; from then on ENOSPC for each write that makes a file longer
  killed,       ///< half of the bytes are written, and nothing that comes after reaches the disk: the arena is dead
  // Lies of the disk, which no arena can bear: the checks must find them.
  lost,     ///< a write says that it was done
  doubled,  ///< a write is done twice
  altered,  ///< a write changes a digit
};

/// The calls of this program for files below one folder, while it lives: counted, and one of them struck. Everything
/// else goes to the kernel. What was not synced when the power was cut may be lost. From any thread; one at a time.
class Disk {
 public:
  /// The kinds of calls, for the report.
  enum class Call { open, read, write, sync, cut, rename, remove };

  explicit Disk(std::filesystem::path folder);
  ~Disk();
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  /// Lets this befall that call, counted from now on and from 0, or the first after it which it can befall.
  void strike(long call, DiskFault fault);
  /// Calls since the last strike().
  long calls() const { return calls_; }
  /// What was struck since the last strike(), if it has come so far.
  std::optional<Call> struck() const;
  bool killed() const { return killed_; }
  /// The next arena finds a disk that works.
  void heal();
  /// After `killed`: files lose what was not synced, or some of it, or have zeros in its place; renames that were not
  /// synced may be undone.
  void cut_power(hearts::Random& random);

 private:
  friend class DiskCall;

  /// What is safe from a power cut: by path.
  struct Synced {
    bool exists = false;
    std::string bytes;
  };

  bool owns(const std::string& path) const { return path.starts_with(folder_); }
  void note_synced(const std::string& path);

  const std::string folder_;
  mutable std::mutex mutex_;
  long calls_ = 0;
  long strike_at_ = -1;
  DiskFault fault_{};
  std::optional<Call> struck_;
  bool full_ = false;
  std::atomic<bool> killed_ = false;
  std::map<std::string, Synced> synced_;
  /// Renames and removals whose folder was not synced: by path, what is there if they are undone.
  std::map<std::string, Synced> unsure_;
};

}  // namespace simulation
