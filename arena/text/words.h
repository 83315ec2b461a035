#pragma once

#include <string_view>

namespace arena {

/// Cuts the next word off the front of `text`; empty when there is none. Words are separated by spaces.
std::string_view cut_word(std::string_view& text);

/// Cuts the next line off the front of `text`, without its LF, which the last line need not have.
std::string_view cut_line(std::string_view& text);

}  // namespace arena
