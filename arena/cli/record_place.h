#pragma once

#include <filesystem>

#include "arena/records/manifest.h"

namespace arena::cli {

/// results/2026-11-20-183012, with -2 and so on if that is taken.
std::filesystem::path fresh_folder();

/// Records must not be taken for files of a bot: what runs leave below its folder is no part of it, but only once records
/// are there. Throws InputError that names the bot.
void check_place(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace arena::cli
