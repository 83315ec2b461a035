#pragma once

#include <filesystem>
#include <string>

namespace arena {

struct Manifest;

/// The folder `asked`; if that is empty a new one: results/2026-11-20-183012, with -2 and so on if that is taken.
/// Refuses one whose records would count as files of a bot. What runs leave below a bot's folder is not a part of the
/// bot, but only once records are there. Throws InputError that names the bot.
std::filesystem::path record_folder(const std::string& asked, const Manifest& manifest);

}  // namespace arena
