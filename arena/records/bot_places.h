#pragma once

#include <filesystem>
#include <string_view>

#include "arena/records/manifest.h"

namespace arena {

/// The file of a run's folder that says where its bots lie on this machine and how they are started there. It is not
/// published, and no figure follows from it.
inline constexpr std::string_view kLocalFile = "local.json";

/// Writes where the bots of the manifest lie into the folder. Throws std::system_error with the path.
void keep_places(const std::filesystem::path& folder, const Manifest& manifest);

/// Gives the bots of a manifest the places that the folder has; older records have them themselves. Throws InputError
/// for a file that is not one of keep_places().
void take_places(Manifest& manifest, const std::filesystem::path& folder);

}  // namespace arena
