#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <streambuf>

#include "arena/base/text/screen.h"

namespace arena::cli {

/// Makes a log on standard error break its lines at words and colour them as the screen needs.
void show_log_on(spdlog::logger& log, const Screen& screen);

/// Whether standard output is a pipe whose reader has gone.
bool reader_is_gone();

/// Puts a buffer between std::cout and the terminal until the returned object is destroyed. A command that writes text
/// for people uses it. The buffer breaks lines at words. With `pages` it also keeps the text until it is longer than
/// the terminal, and then hands it to a pager; the destructor waits for the pager. If the pager ends early, that is not
/// an error. If text cannot be written, std::cout fails.
std::unique_ptr<std::streambuf> text_output(const Screen& screen, bool pages);

}  // namespace arena::cli
