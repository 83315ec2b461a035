#pragma once

#include <string>
#include <string_view>

namespace hearts {

/// Somebody's text as an error shows it: of one longer than 100 bytes the first 97 and "...", so that there is room for
/// what is wrong with it.
std::string short_text(std::string_view text);

}  // namespace hearts
