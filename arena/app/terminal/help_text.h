#pragma once

#include <cstddef>
#include <string>

#include "arena/app/terminal/command_table.h"

namespace arena::cli {

/// Returns the help of the program: its usage, its options and its commands, in lines of at most `width` columns.
std::string program_help(const CommandTable& table, std::size_t width);

/// Returns the help of one command of the program: its usage, its arguments and its options.
std::string command_help(const CommandTable& table, const CommandEntry& command, std::size_t width);

}  // namespace arena::cli
