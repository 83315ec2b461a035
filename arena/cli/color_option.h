#pragma once

#include <CLI/App.hpp>

#include "arena/text/color_choice.h"

namespace arena::cli {

/// Adds --color auto|always|never to a command; `choice` must live as long as it.
void add_color_option(CLI::App* command, ColorChoice& choice);

}  // namespace arena::cli
