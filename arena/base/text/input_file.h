#pragma once

#include <filesystem>
#include <fstream>
#include <optional>

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

/// Opens a file that may be missing; then it returns nothing. Otherwise it throws as open_input() does.
std::optional<std::ifstream> open_if_there(const std::filesystem::path& path);

}  // namespace arena
