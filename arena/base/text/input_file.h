#pragma once

#include <filesystem>
#include <fstream>

namespace arena {

/// Opens a file that a user named, to read its bytes. Throws InputError "PATH: ..." when it is not there, is no regular
/// file (a pipe would wait for ever) or may not be read.
std::ifstream open_input(const std::filesystem::path& path);

}  // namespace arena
