#pragma once

#include <stdexcept>

namespace arena {

/// This machine cannot start bots, or cannot go on with them: the sandbox or the launcher failed again and again, or a
/// limit of this process is too low. No bot is to blame, and trying again does not help.
class MachineFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace arena
