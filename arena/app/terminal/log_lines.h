#pragma once

#include <spdlog/fwd.h>

#include <memory>

#include "arena/base/text/screen.h"

namespace arena::cli {

/// Makes the log on standard error. It begins with what the environment says of colours.
std::shared_ptr<spdlog::logger> make_log();

/// Has its lines broken at words and coloured as standard error wants them.
void show_log_on(spdlog::logger& log, const Screen& screen);

}  // namespace arena::cli
