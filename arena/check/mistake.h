#pragma once

#include <string>
#include <string_view>

#include "arena/check/altered_channel.h"
#include "arena/table/fault.h"

namespace arena {

/// What an author has done wrong, as far as bytes and ends tell. Faults of one name may come of different mistakes.
enum class Mistake {
  cannot_start,   ///< the program is not run
  leaves_early,   ///< it ends while it is needed
  crashes,        ///< a signal ends it
  never_ready,    ///< no `ready`
  ready_late,     ///< `ready` after the time to start
  never_answers,  ///< no answer
  answers_late,   ///< an answer after its time
  no_flush,       ///< `ready` or the answer comes when the input is closed
  chatter,        ///< text that is not an answer on stdout
  wrong_number,   ///< an answer to a question that is not open
  illegal,        ///< not as many different words of the list as asked for
  flood,          ///< more lines or longer ones than may be
  closes_stream,  ///< stdin or stdout
  stops_itself,
  memory,
  processor,  ///< used out of turn
};

/// The mistake that a fault comes from.
Mistake mistake_of(const FaultEvent& event, const Overheard& overheard);

/// What to do about it: sentences for the bot's author.
std::string_view hint_of(Mistake mistake);

/// What happened, in one line that is safe on a terminal: the question, the fault, what the bot said last.
std::string story_of(const FaultEvent& event, const Overheard& overheard);

}  // namespace arena
