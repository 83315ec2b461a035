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
Ending ending_of(const ProcessEnd& end, bool input, const Resources& resources);

/// "; its memory peaked at 1010 of 1024 MB" for one that came near its limit and ended by itself, which may be why;
/// empty for others.
std::string memory_note(const ProcessEnd& end, const Resources& resources);

}  // namespace arena
