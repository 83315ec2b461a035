#pragma once

#include <string>

#include "arena/bots/bot_channel.h"
#include "arena/table/fault.h"

namespace arena {

/// A fault and the words for it.
struct Ending {
  Fault fault;
  std::string detail;
};

/// What a process that cannot be reached any more has done. `input`: it was noticed when writing to it.
Ending ending_of(const ProcessEnd& end, bool input);

}  // namespace arena
