#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace arena {

// All files that users name, or that are in folders which strangers may have filled, are opened by these functions.
// They open a file once and accept only a regular file, whatever its name is a link to: to read a pipe could block
// forever, and a device may have no end.

/// Opens a regular file to read its bytes. Throws std::system_error with the path if it does not exist or cannot be
/// read, and InputError "PATH: not a regular file" for anything else.
std::ifstream open_regular(const std::filesystem::path& path);

/// Opens a file that a user named. Throws InputError "PATH: ..." if it does not exist, cannot be read or is not a
/// regular file.
std::ifstream open_input(const std::filesystem::path& path);

/// Returns the first bytes of a file that a user named, `bytes_max` or all there are. Throws as open_input() does.
std::string read_input(const std::filesystem::path& path, std::size_t bytes_max);

/// Does the same for a file that may be missing; then it returns nothing.
std::optional<std::string> read_if_there(const std::filesystem::path& path, std::size_t bytes_max);

}  // namespace arena
