#pragma once

#include <memory>

namespace arena {

class Terminal;

/// Standard input and output, whatever they are. Lines are edited by the terminal itself, whose settings stay as they
/// are, as do the flags of the descriptors: there is nothing to put right when the program ends, however it does.
/// Throws std::system_error when the kernel has no descriptors left.
std::shared_ptr<Terminal> standard_terminal(bool color);

}  // namespace arena
