#pragma once

#include <filesystem>
#include <string_view>

namespace arena {

/// Returns the path of a program or folder that belongs to the running program, such as arena-launcher. It is beside
/// the running program, where the build puts it, or else in the libexec folder of the same installation. If it is in
/// neither place, the path in the build is returned. Throws std::filesystem_error where /proc is missing.
[[nodiscard]] std::filesystem::path program_file(std::string_view name);

}  // namespace arena
