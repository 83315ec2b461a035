#pragma once

#include <stdexcept>

namespace arena {

/// Input from a user that cannot be used. The text names the file and the place. Each command catches it and prints the
/// text.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace arena
