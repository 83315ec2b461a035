#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace arena {

/// How strongly bots are isolated, weakest first, so that levels compare by `<`. Every run records its level.
/// SECURITY.md says what each level promises.
enum class Isolation {
  none,      ///< a bot sees what its user sees; its children are still ended with it
  confined,  ///< Landlock and system-call filter, for machines that refuse namespaces
  user,      ///< namespaces and mounts of its own, Landlock, system-call filter; limits for each process
  full,      ///< the same, and a control group that limits memory and processes of a bot as a whole
};

inline constexpr std::array<std::string_view, 4> kIsolationNames = {"none", "confined", "user", "full"};

/// The level's name in options, records and reports.
constexpr std::string_view isolation_name(Isolation isolation) {
  return kIsolationNames[static_cast<std::size_t>(isolation)];
}
/// Returns the level of that name, if there is one.
constexpr std::optional<Isolation> find_isolation(std::string_view name) {
  const auto found = std::find(kIsolationNames.begin(), kIsolationNames.end(), name);
  if (found == kIsolationNames.end()) return std::nullopt;
  return static_cast<Isolation>(found - kIsolationNames.begin());
}

/// The id that bots have in a sandbox with namespaces, and everywhere when the arena runs as root: nobody's, on every
/// system.
inline constexpr unsigned kUnprivilegedId = 65534;

/// This machine cannot start bots, or cannot continue with them: the sandbox or the launcher failed again and again, or
/// a limit of this process is too low. No bot is to blame, and trying again does not help.
class MachineFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace arena
