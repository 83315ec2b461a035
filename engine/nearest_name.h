#pragma once

#include <span>
#include <string_view>

namespace hearts {

/// The name that takes the fewest letters inserted, removed or replaced to make of `typed`; of several the first.
/// Of `typed` the first 100 letters count. `names` must not be empty.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

}  // namespace hearts
