#pragma once

#include <filesystem>
#include <string_view>

namespace arena {

/// A program or folder that belongs to this one: beside it, where the build lays it, else where it is installed, seen
/// from this program. If it is in neither place, where the build would have laid it.
std::filesystem::path program_file(std::string_view name);

}  // namespace arena
