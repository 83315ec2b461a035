#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace arena {

// All files that users name, or that are in folders which strangers may have filled, are opened by these functions.
// They open a file once and accept only a regular file, whatever its name is a link to: to read a pipe could block
// forever, a device may have no end, and opening one may already do something.

/// A regular file, open to read its bytes. A reader that stops at `size` always comes to an end: a file may grow as
/// fast as it is read, and to read some of the kernel's files (/proc/kmsg), whose size is 0, could block forever.
struct RegularFile {
  std::ifstream stream;
  std::uint64_t size = 0;  ///< in bytes, when it was opened
};

/// Opens a regular file. Throws std::system_error with the path if it does not exist or cannot be read, and InputError
/// "PATH: ..." for anything else, and for a link that leads back to itself.
RegularFile open_regular(const std::filesystem::path& path);

/// Opens a file that a user named. Throws InputError "PATH: ..." if it does not exist, cannot be read or is not a
/// regular file.
RegularFile open_input(const std::filesystem::path& path);

/// Returns false if there is no file of this name, or only a link that leads nowhere. Returns true also if the system
/// cannot find out, as with a link to itself: whoever reads it then throws the reason.
bool is_present(const std::filesystem::path& path);

/// Returns the first bytes of a file that a user named, `bytes_max` or all there are. Throws as open_input() does.
std::string read_input(const std::filesystem::path& path, std::size_t bytes_max);

/// Does the same for a file that need not be present; if it is not, returns nothing.
std::optional<std::string> read_if_there(const std::filesystem::path& path, std::size_t bytes_max);

}  // namespace arena
