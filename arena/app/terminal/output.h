#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <streambuf>

#include "arena/base/text/screen.h"

namespace arena::cli {

/// Has the lines of a log on standard error broken at words and coloured as the screen wants them.
void show_log_on(spdlog::logger& log, const Screen& screen);

/// Returns what stands between std::cout and a terminal, until it is destroyed, while a command writes text for people. It
/// breaks lines at words and, with `pages`, keeps all text until it is longer than the terminal, which it then hands to a
/// pager. Its destructor waits for the pager. A pager that ends early is no error; text that cannot be written is
/// std::cout's failure.
std::unique_ptr<std::streambuf> text_output(const Screen& screen, bool pages);

}  // namespace arena::cli
