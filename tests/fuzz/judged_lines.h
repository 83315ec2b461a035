#pragma once

#include <string>
#include <string_view>

namespace fuzz {

/// The answers of `arena adjudicate --legal` to this input.
std::string judged_lines(std::string_view input);

}  // namespace fuzz
