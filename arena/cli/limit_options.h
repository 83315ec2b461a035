#pragma once

#include <CLI/App.hpp>
#include <vector>

#include "arena/protocol/limits.h"
#include "arena/sandbox/resources.h"

namespace arena::cli {

/// The options that say what time, memory and processes a bot gets; their defaults are what the two hold.
std::vector<CLI::Option*> add_limit_options(CLI::App* command, Limits& limits, Resources& resources);

}  // namespace arena::cli
