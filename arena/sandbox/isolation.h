#pragma once

#include <optional>
#include <string_view>

namespace arena {

/// How strongly bots are isolated, weakest first. Announced, and recorded with every run. SECURITY.md says what each
/// promises.
enum class Isolation {
  none,      ///< a bot sees what its user sees. Its children are still ended with it
  confined,  ///< Landlock and system-call filter, for machines that refuse namespaces
  user,      ///< namespaces and mounts of its own, Landlock, system-call filter; limits a process
  full,      ///< the same, and a cgroup that bounds memory and processes of a bot as a whole
};

std::string_view isolation_name(Isolation isolation);
std::optional<Isolation> find_isolation(std::string_view name);

}  // namespace arena
