#include "arena/bots/sandbox/user_ids.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/bots/sandbox/isolation.h"

namespace arena {
namespace {

constexpr std::uint64_t kIdsMax = std::uint64_t{1} << 20;  // for each there is a bit

/// The ids that two arenas are unlikely to share: each begins its search at a multiple of this.
constexpr std::size_t kIdsOfArena = 64;

std::optional<unsigned> parse_id(std::string_view text) {
  unsigned id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return id;
}

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

/// Returns the first name in a file such as /etc/passwd whose id is in the range, or an empty text.
std::string name_in(const char* path, const UserIdRange& range) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string name;
    std::string password;
    std::string number;
    std::getline(fields, name, ':');
    std::getline(fields, password, ':');
    std::getline(fields, number, ':');
    const std::optional<unsigned> id = parse_id(number);
    if (id && *id >= range.first && *id <= range.last) return printable(name, 60);
  }
  return {};
}

}  // namespace

std::string text_of(const UserIdRange& range) { return fmt::format("{}-{}", range.first, range.last); }

UserIdRange parse_user_ids(std::string_view text) {
  const std::size_t dash = text.find('-');
  const std::optional<unsigned> first = parse_id(text.substr(0, dash));
  const std::optional<unsigned> last = dash == std::string_view::npos ? std::nullopt : parse_id(text.substr(dash + 1));
  if (!first || !last || *first == 0 || *last == std::numeric_limits<unsigned>::max())
    throw InputError(fmt::format("--user-ids: '{}' is not a range of user ids, such as {}", printable(text, 60),
                                 text_of(kUserIdRanges[0])));
  if (*last < *first || *last - *first < kUserIdsMin - 1)
    throw InputError(
        fmt::format("--user-ids: {} has too few ids; a range must have at least {}", printable(text, 60), kUserIdsMin));
  if (*last - *first >= kIdsMax)
    throw InputError(
        fmt::format("--user-ids: {} has too many ids; a range may have at most {}", printable(text, 60), kIdsMax));
  return {*first, *last};
}

std::optional<std::string> why_unusable(const UserIdRange& range) {
  const std::string ids = text_of(range);
  if (!is_mapped("/proc/self/uid_map", range)) return "this container does not have the user ids " + ids;
  if (!is_mapped("/proc/self/gid_map", range)) return "this container does not have the group ids " + ids;
  if (const std::string name = name_in("/etc/passwd", range); !name.empty())
    return fmt::format("the user {} has one of the ids {}", name, ids);
  if (const std::string name = name_in("/etc/group", range); !name.empty())
    return fmt::format("the group {} has one of the ids {}", name, ids);
  return std::nullopt;
}

UserIds::UserIds(UserIdRange range) : range_(range), in_use_(range.last - range.first + 1) {
  // Two arenas on a machine should not give the same ids.
  start_ = static_cast<std::size_t>(::getpid()) * kIdsOfArena % in_use_.size();
}

std::unique_ptr<UserIds> UserIds::open(std::string& reason, const std::optional<UserIdRange>& asked) {
  reason.clear();
  if (::geteuid() != 0) {
    if (asked) throw InputError("--user-ids: only root can give bots user ids of their own");
    return nullptr;
  }
  if (asked) {
    if (const auto why = why_unusable(*asked)) throw InputError("--user-ids: " + *why);
    return std::make_unique<UserIds>(*asked);
  }
  for (const UserIdRange& range : kUserIdRanges) {
    const std::optional<std::string> why = why_unusable(range);
    if (!why) return std::make_unique<UserIds>(range);
    reason += (reason.empty() ? "" : "; ") + *why;
  }
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
