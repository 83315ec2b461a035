#pragma once

#include <filesystem>

#include "arena/records/manifest.h"

namespace arena::cli {

/// A new name: results/2026-11-20-183012, with -2 and so on if that is taken.
std::filesystem::path fresh_record_folder();

/// Refuses a folder whose records would count as files of a bot. What runs leave below a bot's folder is not a part of
/// the bot, but only once records are there. Throws InputError that names the bot.
void check_record_folder(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace arena::cli
