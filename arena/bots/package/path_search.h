#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace arena {

/// Whether this process may run the file.
bool is_executable_file(const std::filesystem::path& path);

/// Where a program of that name lies, in the first folder of `path` that has it, as in PATH; nothing: in none.
std::optional<std::filesystem::path> find_in_path(std::string_view path, std::string_view program);

/// Whether a path is that of the folder or of something below it, by their names alone: no link is followed.
bool is_within(const std::filesystem::path& folder, const std::filesystem::path& path);

/// The PATH of this process; empty where it has none. That of bots is kBotPath.
std::string_view own_path();

}  // namespace arena
