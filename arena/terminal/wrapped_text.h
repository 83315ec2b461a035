#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arena {

/// Lines of ASCII text broken at spaces so that none is wider than `columns`. What follows of a line is two columns
/// further to the right than its beginning. Escape sequences of colours (ESC [ ... m) take no room; they must not reach
/// over a space. A longer word has a line to itself.
std::string wrapped_text(std::string_view text, std::size_t columns);

}  // namespace arena
