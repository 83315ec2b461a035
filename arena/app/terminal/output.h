#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <streambuf>

#include "arena/base/text/screen.h"

namespace arena::cli {

/// Has the lines of a log on standard error broken at words and coloured as the screen wants them.
void show_log_on(spdlog::logger& log, const Screen& screen);

/// Stands, until it is destroyed, between std::cout and a terminal while a command writes text for people: breaks lines at words, and hands text
/// that is longer than the terminal to a pager. A pager that ends early is no error. Nothing passes std::cout by.
/// `pages`: all text is kept until it is longer than the terminal, or until the end. Then it waits for the pager; what
/// cannot be written is std::cout's failure.
std::unique_ptr<std::streambuf> text_output(const Screen& screen, bool pages);

}  // namespace arena::cli
