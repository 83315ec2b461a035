#pragma once

#include <filesystem>
#include <string_view>

namespace arena {

/// Writes all of the text to a descriptor that blocks; false when that fails, and errno says why.
bool write_all(int fd, std::string_view text);

/// Writes a file whole or not at all: synced beside its place, then moved. Throws std::system_error with the path.
void write_whole(const std::filesystem::path& path, std::string_view text, unsigned mode = 0644);

}  // namespace arena
