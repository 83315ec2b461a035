#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace arena {

/// Whether this process may run the file.
bool is_executable_file(const std::filesystem::path& path);

/// Looks for a program of that name in the folders of `path`, which has the form of PATH. Returns the path in the first
/// folder that has it, or nothing.
std::optional<std::filesystem::path> find_in_path(std::string_view path, std::string_view program);

/// Whether a path is that of the folder or of something below it. Only the names count: no link is followed.
bool is_within(const std::filesystem::path& folder, const std::filesystem::path& path);

/// Returns the PATH of this process, or an empty text if it has none. The PATH of bots is kBotPath.
std::string_view own_path();

}  // namespace arena
