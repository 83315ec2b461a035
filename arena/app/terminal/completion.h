#pragma once

#include <string>

#include "arena/app/terminal/command_table.h"

namespace arena::cli {

// Scripts that complete the words of the command line: sourced by the shell, or laid where it looks for them.

std::string bash_completion(const CommandTable& table);
std::string zsh_completion(const CommandTable& table);
std::string fish_completion(const CommandTable& table);

}  // namespace arena::cli
