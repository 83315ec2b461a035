#pragma once

#include <sys/types.h>

#include <filesystem>
#include <set>
#include <string>

namespace zoo {

/// Mounts that this process sees, a line each.
std::string mounts();

/// All control groups that any arena has made.
std::set<std::filesystem::path> cgroups();
/// Those that the arena of this pid has made since `before` was asked for, a line each. Arenas that were killed
/// together with their reapers leave theirs until the next one starts, and a pid may come again.
std::string cgroups_of(pid_t arena, const std::set<std::filesystem::path>& before);

/// What is in a folder, a line each.
std::string entries(const std::filesystem::path& folder);

}  // namespace zoo
