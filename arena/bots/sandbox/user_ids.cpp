#include "arena/bots/sandbox/user_ids.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/system_failure.h"
#include "arena/bots/sandbox/isolation.h"

namespace arena {
namespace {

/// Each arena begins its search at a multiple of this, and so seldom meets ids that another one uses.
constexpr std::size_t kIdsOfArena = 64;

/// Whether a file such as /proc/self/uid_map covers the range with one of its lines.
bool is_mapped(const char* path, const UserIdRange& range) {
  std::ifstream file(path);
  std::uint64_t first = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  while (file >> first >> outside >> count) {
    if (first <= range.first && range.last < first + count) return true;
  }
  return false;
}

/// Returns the first id of the range that has a name in a file such as /etc/passwd, or nothing if none has.
std::optional<unsigned> named_id(const char* path, const UserIdRange& range) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string name;
    std::string password;
    unsigned id = 0;
    if (std::getline(fields, name, ':') && std::getline(fields, password, ':') && fields >> id && id >= range.first &&
        id <= range.last)
      return id;
  }
  return std::nullopt;
}

/// Returns a socket that claims the id as long as it is open, or none if another arena has claimed it.
OwnedFd claim_id(unsigned id) {
  const std::string name = fmt::format("hearts-arena-user-id-{}", id);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  name.copy(address.sun_path + 1, sizeof address.sun_path - 1);  // a name that begins with 0 is no file (unix(7))
  OwnedFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) throw_errno("socket");
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), length) == 0) return socket;
  if (errno != EADDRINUSE) throw_errno("bind " + name);
  return {};
}

}  // namespace

std::string text_of(const UserIdRange& range) { return fmt::format("{}-{}", range.first, range.last); }

std::optional<std::string> why_unusable(const UserIdRange& range) {
  const std::string ids = text_of(range);
  if (!is_mapped("/proc/self/uid_map", range)) return "this container does not have the user ids " + ids;
  if (!is_mapped("/proc/self/gid_map", range)) return "this container does not have the group ids " + ids;
  if (const auto id = named_id("/etc/passwd", range)) return fmt::format("the id {} of {} is that of a user", *id, ids);
  if (const auto id = named_id("/etc/group", range)) return fmt::format("the id {} of {} is that of a group", *id, ids);
  return std::nullopt;
}

UserIds::UserIds(UserIdRange range) : range_(range), in_use_(range.last - range.first + 1) {
  start_ = static_cast<std::size_t>(::getpid()) * kIdsOfArena % in_use_.size();
}

std::unique_ptr<UserIds> UserIds::open(std::string& reason, const std::optional<UserIdRange>& asked,
                                       std::span<const UserIdRange> ranges) {
  reason.clear();
  if (::geteuid() != 0) {
    if (asked) throw InputError("--user-ids: only root can give bots user ids of their own");
    return nullptr;
  }
  if (asked) {
    if (const auto why = why_unusable(*asked)) throw InputError("--user-ids: " + *why);
    return std::make_unique<UserIds>(*asked);
  }
  std::string reasons;
  for (const UserIdRange& range : ranges) {
    const std::optional<std::string> why = why_unusable(range);
    if (!why) return std::make_unique<UserIds>(range);
    reasons += (reasons.empty() ? "" : "; ") + *why;
  }
  reason = reasons;
  return nullptr;
}

std::unique_ptr<UserIds::Lease> UserIds::lease() {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < in_use_.size(); ++i) {
    const std::size_t at = (start_ + i) % in_use_.size();
    if (in_use_[at]) continue;
    const unsigned id = range_.first + static_cast<unsigned>(at);
    OwnedFd claim = claim_id(id);
    if (claim.get() < 0) continue;
    in_use_[at] = true;
    return std::make_unique<Lease>(*this, id, std::move(claim));
  }
  throw MachineFault(fmt::format(
      "all {} user ids for bots ({}) are in use by bots of this arena and of others that run now; give each arena "
      "a range of its own, for example --user-ids {}",
      in_use_.size(), text_of(range_), text_of(kUserIdRanges[0])));
}

void UserIds::release(unsigned id) {
  const std::lock_guard lock(mutex_);
  in_use_[id - range_.first] = false;
}

}  // namespace arena
