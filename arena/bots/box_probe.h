#pragma once

#include <string>

#include "arena/sandbox/box.h"

namespace arena {

/// What a try of the box showed.
struct BoxProbe {
  Isolation isolation = Isolation::none;
  std::string reason;  ///< why the box is not to be had; empty when it is
};

/// Starts a program in the box through the real command line and sees whether it runs.
BoxProbe probe_box(const BoxPrograms& programs);

}  // namespace arena
