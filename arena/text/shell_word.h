#pragma once

#include <string>
#include <string_view>

namespace arena::cli {

/// A word as a shell takes it: quoted where it must be.
std::string in_shell(std::string_view word);

}  // namespace arena::cli
