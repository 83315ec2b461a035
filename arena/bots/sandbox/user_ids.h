#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// User ids from `first` to `last`, each of them also the id of a group.
struct UserIdRange {
  unsigned first = 0;
  unsigned last = 0;
  bool operator==(const UserIdRange&) const = default;
};

/// The ranges that are tried, in this order. The first one is beyond all ids that systemd assigns to containers. The
/// second one exists also in containers that have only 65,536 ids. Both are unused on systemd's machines:
/// https://systemd.io/UIDS-GIDS/
inline constexpr UserIdRange kUserIdRanges[] = {{1'900'000'000, 1'900'065'535}, {60'578, 61'183}};

/// Returns a text such as "1900000000-1900065535".
std::string text_of(const UserIdRange& range);

/// Returns why bots cannot have the ids of this range here, or nothing if they can. The ids must exist in the user
/// namespace of this process (user_namespaces(7)), and no user or group of /etc/passwd and /etc/group may have one.
std::optional<std::string> why_unusable(const UserIdRange& range);

/// The user ids of bots when root starts the arena. Each bot process has an id of its own while it lives.
///
/// The kernel counts some resources by user: pipes, pending signals, descriptors on their way, watches, keys,
/// processes. Bots that share an id can exhaust what another needs, and can communicate by how much is left. Bots with
/// ids of their own share none of these. SECURITY.md lists them.
///
/// Several arenas of a machine may have the same range. Each claims the ids that it uses by sockets whose names say
/// which ids they are, so no two arenas of a network namespace give the same id at the same time. The kernel removes
/// the sockets with the arena.
///
/// This object must outlast the ids that it gives. Any thread may call the functions.
class UserIds {
 public:
  /// An id in use. It is free again when this object is destroyed; no process of the bot may be left by then.
  class Lease {
   public:
    Lease(UserIds& ids, unsigned id, OwnedFd claim) : ids_(ids), id_(id), claim_(std::move(claim)) {}
    ~Lease() { ids_.release(id_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    unsigned id() const { return id_; }

   private:
    UserIds& ids_;
    unsigned id_;
    OwnedFd claim_;
  };

  /// `range` must be usable.
  explicit UserIds(UserIdRange range);

  /// Returns the ids for the bots of this process, or null if bots share one id: if this process is not root, or if no
  /// range can be used. In the second case `reason` says why; otherwise it is empty. Without a range that is asked for,
  /// the first usable one of `ranges` is taken. Throws InputError if `asked` cannot be used.
  static std::unique_ptr<UserIds> open(std::string& reason, const std::optional<UserIdRange>& asked = {},
                                       std::span<const UserIdRange> ranges = kUserIdRanges);

  /// Takes a free id. Throws MachineFault if all are in use, also if by other arenas.
  [[nodiscard]] std::unique_ptr<Lease> lease();

  const UserIdRange& range() const { return range_; }
  int count() const { return static_cast<int>(in_use_.size()); }

 private:
  void release(unsigned id);

  UserIdRange range_;
  std::mutex mutex_;
  std::vector<bool> in_use_;  // by position in the range
  std::size_t start_ = 0;     // where the search for a free id begins
};

/// The fewest ids that a range must have: a table has at most six bots.
inline constexpr unsigned kUserIdsMin = 8;
/// The most ids that a range may have.
inline constexpr unsigned kUserIdsMax = 1 << 20;

}  // namespace arena
