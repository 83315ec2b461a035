#include "arena/bots/sandbox/user_ids.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <sstream>

#include "arena/base/text/input_error.h"
#include "arena/bots/sandbox/isolation.h"

namespace arena {
namespace {

/// The ids that two arenas are unlikely to share: each begins its search at a multiple of this.
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
  // Two arenas on a machine should not give the same ids.
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
    in_use_[at] = true;
    return std::make_unique<Lease>(*this, range_.first + static_cast<unsigned>(at));
  }
  throw MachineFault(
      fmt::format("all {} user ids for bots are in use ({}); --user-ids gives more", in_use_.size(), text_of(range_)));
}

void UserIds::release(unsigned id) {
  const std::lock_guard lock(mutex_);
  in_use_[id - range_.first] = false;
}

}  // namespace arena
