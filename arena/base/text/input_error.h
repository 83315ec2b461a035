#pragma once

#include <stdexcept>

namespace arena {

/// Bad input from a user; the text names the file and the place. Caught at the command's edge.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace arena
