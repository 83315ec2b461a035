#pragma once

#include <filesystem>

#include "arena/game/table/fault.h"

namespace arena::cli {

/// Prints what a strict run stopped at, and writes the bot's whole input to first_fault.input in the folder, so that its
/// author can feed it to the bot again. Throws std::system_error when the file cannot be written.
void show_first_fault(const FirstFault& first, const std::filesystem::path& folder);

}  // namespace arena::cli
