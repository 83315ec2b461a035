#pragma once

#include <filesystem>
#include <fstream>

namespace arena {

/// Opens a file that a user named, to read its bytes. Throws InputError "PATH: ..." if it does not exist, cannot be
/// read or is not a regular file (a pipe would block for ever).
std::ifstream open_input(const std::filesystem::path& path);

}  // namespace arena
