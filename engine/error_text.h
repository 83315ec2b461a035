#pragma once

#include <span>
#include <string>
#include <string_view>

// How an error speaks of what somebody typed.

namespace hearts {

/// Somebody's text as an error shows it: of one longer than 100 bytes the first 97 and "...", so that there is room for
/// what is wrong with it.
std::string short_text(std::string_view text);

/// The name that takes the fewest letters inserted, removed or replaced to make of `typed`; of several the first.
/// Of `typed` the first 100 letters count. `names` must not be empty.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

}  // namespace hearts
