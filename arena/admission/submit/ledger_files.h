#pragma once

#include <filesystem>
#include <vector>

#include "arena/admission/submit/submitted_bot.h"

namespace arena {

// The files of DIR/submissions that the organiser alone can read; FORMAT.md describes them. One that is not there is
// read as an empty list; what is damaged throws InputError that names the file. Files are written whole or not at all,
// and throw std::system_error where that fails.

std::vector<SubmittedBot> read_submitted(const std::filesystem::path& file);
void write_submitted(const std::filesystem::path& file, const std::vector<SubmittedBot>& bots);

std::vector<RefusedBot> read_refused(const std::filesystem::path& file);
void write_refused(const std::filesystem::path& file, const std::vector<RefusedBot>& bots);

}  // namespace arena
