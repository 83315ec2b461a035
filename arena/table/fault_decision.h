#pragma once

#include <string>
#include <string_view>

#include "arena/process/process_end.h"
#include "arena/protocol/limits.h"
#include "arena/sandbox/resources.h"
#include "arena/table/fault.h"

// Here and nowhere else is decided which fault it is that a bot has committed.

namespace arena {

/// A fault and the words for it.
struct FoundFault {
  Fault fault;
  std::string detail;
};

/// What a bot that still runs does or leaves undone.
enum class Violation {
  hello_unread,        ///< it does not read its greeting
  not_ready,           ///< it says no `ready` in time
  line_before_ready,   ///< its first line is something else
  lines_before_ready,  ///< too many remarks come first
  long_line,           ///< a line does not end
  many_lines,          ///< too many remarks and no answer
  line_unasked,        ///< a line came while no question was open
  no_answer,           ///< a line is none, or none to the open question
  wrong_words,         ///< an answer cannot be taken
  unread,              ///< it does not read a question
  first_silence,       ///< no answer in time, and it has never answered in this game
  silence,             ///< no answer in time
  stopped,             ///< no answer in time, since a signal has stopped it
  busy,                ///< it used the processor while it was not its turn
};

/// `text`: the line; what was wrong with it for no_answer and wrong_words, the time used for busy.
FoundFault fault_of(Violation violation, const Limits& limits, std::string_view text = {});

/// What a process that cannot be reached any more has done.
enum class Reached {
  start,   ///< it went away before `ready`
  input,   ///< that was noticed when writing to it
  output,  ///< that was noticed when reading from it
};
FoundFault fault_of_end(const ProcessEnd& end, Reached reached, const Resources& resources);

}  // namespace arena
