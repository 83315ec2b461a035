#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Text that somebody typed: how it is read, and how an error speaks of it.

namespace hearts {

/// The parts between the separators; one more than there are separators.
std::vector<std::string_view> split(std::string_view text, std::string_view by);

/// The number that is all of the text, from `low` to `high`.
std::optional<int> whole_number(std::string_view text, int low, int high);

/// Somebody's text as an error shows it: of one longer than 100 bytes the first 97 and "...", so that there is room for
/// what is wrong with it.
std::string short_text(std::string_view text);

/// The name that takes the fewest letters inserted, removed or replaced to make of `typed`; of several the first.
/// Of `typed` the first 100 letters count. `names` must not be empty.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

}  // namespace hearts
