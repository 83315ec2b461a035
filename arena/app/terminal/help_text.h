#pragma once

#include <cstddef>
#include <string>

#include "arena/app/terminal/command_table.h"

namespace arena::cli {

/// Returns the help of the program: its usage, its options and its commands, in lines of at most `width` columns.
std::string program_help(const CommandTable& table, std::size_t width);

/// Returns the help of one command of the program: its usage, its arguments and its options.
std::string command_help(const CommandTable& table, const CommandEntry& command, std::size_t width);

/// What the foot of every page says.
struct ManualEdition {
  std::string version;  ///< "0.1.0"
  std::string date;     ///< "2031-05-17"
};

/// arena.1, in the language of man.
std::string program_page(const CommandTable& table, const ManualEdition& edition);
/// arena-COMMAND.1.
std::string command_page(const CommandTable& table, const CommandEntry& command, const ManualEdition& edition);

}  // namespace arena::cli
