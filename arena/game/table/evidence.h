#pragma once

#include <string>
#include <string_view>

namespace arena {

/// What was seen of a bot that is at fault. It decides which fault that is, see fault_of(), and says more than the
/// fault's name: what its author is told to do follows from it. Not in records.
enum class Evidence {
  none,                ///< the fault itself is all that is known
  hello_unread,        ///< it does not read its greeting
  not_ready,           ///< it says no `ready` in time
  line_before_ready,   ///< its first line is something else
  lines_before_ready,  ///< too many remarks come first
  long_line,           ///< a line does not end
  many_lines,          ///< too many remarks and no answer
  line_unasked,        ///< a line came while no question was open
  no_answer,           ///< a line is none, or none to the open question
  byte_order_mark,     ///< a line that is none begins with it
  utf16,               ///< every other byte of such a line is 0
  zero_bytes,          ///< some are
  not_ascii,           ///< `ready` or the right number, and then bytes of more than 7 bits
  changed_number,      ///< the number of the question, written in another way
  wrong_words,         ///< an answer cannot be taken
  commas,              ///< its words are offered ones, with commas between them
  unread,              ///< it does not read a question
  silence,             ///< no answer in time
  first_silence,       ///< the same, and it has never answered in this game
  bank_spent,          ///< the same, and its time was short because the bank was used up
  no_newline,          ///< the same or no `ready`, and it has written the line, but for the newline
  unfinished,          ///< the same with other bytes
  stopped,             ///< no answer in time, since a signal has stopped it
  busy,                ///< it used the processor while it was not its turn
  starved,             ///< nothing of its own: no answer in time, since it got no processor
  starts_spent,        ///< it has to be started again, and its starts took too long for that
  gone_before_ready,   ///< it went away before `ready`
  input_closed,        ///< it went away, which was noticed when writing to it
  output_closed,       ///< it went away, which was noticed when reading from it
};

/// Returns what a line shows that is not taken for `ready` or an answer: its bytes, its number, or only no_answer. `id`: of
/// the open question; 0: there is none.
Evidence evidence_in(std::string_view line, int id);

/// The bytes are an answer to question `id`, or `ready` where there is none, but for the newline.
bool lacks_newline_only(std::string_view bytes, int id);

/// A clause that says what evidence_in() has found in the line, printable; empty for no_answer.
std::string describe(Evidence evidence, std::string_view line, int id);

}  // namespace arena
