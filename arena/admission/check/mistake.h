#pragma once

#include <string>
#include <string_view>

#include "arena/admission/check/altered_channel.h"
#include "arena/game/table/fault.h"

namespace arena {

/// What an author has done wrong, as far as bytes and ends tell. Faults of one name may come of different mistakes.
enum class Mistake {
  cannot_start,             ///< the program is not run
  fails_at_start,           ///< it runs, and ends before `ready`
  fails_at_start_silently,  ///< the same, with nothing on stderr
  leaves_early,             ///< it ends by itself while it is needed
  leaves_while_waiting,     ///< the same, without a line that would ask for it
  leaves_others,            ///< its first process ends, others that it has started do not
  fails,                    ///< an error of its own ends it
  fails_silently,           ///< the same, with nothing on stderr
  crashes,                  ///< a signal ends it
  never_ready,              ///< no `ready`
  ready_late,               ///< `ready` after the time to start
  never_answers,            ///< no answer
  leaves_out_one,           ///< no answer where as many words are offered as are asked for
  leaves_out_kind,          ///< no answer to a kind of question, and it has answered all others
  loses_input,              ///< no answer in a game, and it has answered in the one before
  drops_error,              ///< no answer, and it has answered before, and reads on
  computes,                 ///< no answer, and it uses the processor all the time
  stands_still,             ///< no answer, and its stderr tells of an error
  stuck,                    ///< no answer, and it neither computes nor reads on
  answers_late,             ///< an answer after its time
  spends_bank,              ///< the same or none, for which the bank had left too little
  waits_on_others,          ///< the same, and its first process waited meanwhile for others that it may have
  no_flush,                 ///< `ready` or the answer comes when the input is closed, for it lay in a buffer
  reads_all,                ///< the same, for it reads its input to the end first
  holds_back,               ///< the same, by one or the other
  waits_for_next,           ///< `ready` or the answer comes with the next line
  buffers,                  ///< `ready` comes when much more has been sent
  still_starts,             ///< no `ready`, and it has not read its greeting
  computes_at_start,        ///< no `ready`, and it uses the processor meanwhile
  stuck_at_start,           ///< no `ready`, and it neither computes nor reads on
  no_newline,               ///< `ready` or an answer without the end of its line
  byte_order_mark,          ///< before its first line
  utf16,                    ///< its output
  zero_bytes,               ///< on stdout
  not_ascii,                ///< `ready` or an answer
  changed_number,           ///< an answer whose number is written in another way
  commas,                   ///< between the words of an answer
  chatter,                  ///< text that is not an answer on stdout
  misspells_ready,          ///< the word `ready`, in other letters or with more to it
  wrong_number,             ///< an answer to a question that is not open
  illegal,                  ///< not as many different words of the list as asked for
  positions,                ///< numbers in place of words
  cuts_lines,               ///< a piece of a word that lies where a buffer is likely to end
  flood,                    ///< more lines or longer ones than may be
  closes_stream,            ///< stdin or stdout
  stops_itself,
  memory,
  processor,  ///< used out of turn
};

/// The mistake that a fault comes from. `game`: of the process, from 1.
Mistake mistake_of(const FaultEvent& event, const Overheard& overheard, int game = 1);

/// What happened, in one line that is safe on a terminal: the question, the fault, what the bot said last.
std::string story_of(const FaultEvent& event, const Overheard& overheard);
/// The same of a bot that was not listened to further.
std::string story_of(const FaultEvent& event);
/// The last words of a bot that ended, to stand behind its fault; empty where there are none.
std::string told_last(const FaultEvent& event);

}  // namespace arena
