#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace zoo {

/// Mounts that this process sees, a line each.
std::string mounts();

/// Control groups that the arena of this pid has made, a line each.
std::string cgroups_of(pid_t arena);

/// What is in a folder, a line each.
std::string entries(const std::filesystem::path& folder);

}  // namespace zoo
