#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/bots/process/process_meters.h"
#include "arena/bots/protocol/limits.h"

namespace arena {

/// What can go wrong with a bot: one name for each cause. Records and bots get these names; protocol.md explains them.
enum class Fault {
  start_failed,      ///< the program cannot be started, may not be again, or ended before `ready`
  start_timeout,     ///< no `ready` in time
  timeout,           ///< no answer in time
  illegal,           ///< all tries were words that could not be chosen
  garbage,           ///< a line that is not an answer
  flood,             ///< an endless line, or too many lines
  exited,            ///< the process exited in a game
  killed_by_signal,  ///< the process died of a signal
  closed_output,     ///< it closed its stdout and runs on
  closed_input,      ///< it closed its stdin and runs on
  stopped,           ///< it is stopped and cannot answer
  memory,            ///< it used more memory than it may, and was killed
  cpu,               ///< it used the processor while it was not its turn
  sandbox,           ///< the sandbox itself failed
};

std::string_view fault_name(Fault fault);
std::optional<Fault> find_fault(std::string_view name);

/// Who is to blame. Only the bot's own faults count against it.
enum class Blame { bot, arena, machine };

std::string_view blame_name(Blame blame);
constexpr Blame blame_of(Fault fault) { return fault == Fault::sandbox ? Blame::machine : Blame::bot; }

/// A fault that leaves nobody to ask: the seat is forfeited at once.
constexpr bool ends_process(Fault fault) {
  return fault != Fault::timeout && fault != Fault::illegal && fault != Fault::garbage && fault != Fault::cpu;
}

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

/// Which fault it is, and the words for it.
struct FoundFault {
  Fault fault = Fault::timeout;
  std::string detail{};                ///< printable: the line, the exit code, what was waited for
  Evidence evidence = Evidence::none;  ///< how it came about, as far as that shows; not in records
};

/// One fault as it happened, with all that helps to explain it. Which fault, where and why goes into the game's record,
/// the rest into the ledger of faults.
struct FaultEvent : FoundFault {
  int seat = 0;
  int hand = 0;      ///< 0 before the first
  int question = 0;  ///< of this seat in this game, from 1; 0 before the first
  bool forfeits = false;

  struct ClockLeft {
    std::chrono::milliseconds move{};
    std::chrono::milliseconds bank{};
  };

  // For the ledger only; these differ from run to run.
  std::chrono::microseconds elapsed{};  ///< since the question was written
  std::optional<ClockLeft> clock{};     ///< as it happened; empty before the first question
  std::chrono::microseconds cpu{};      ///< of the process, to its end if it is gone; 0: not known
  long peak_kb = 0;                     ///< most memory the process ever had; 0: not known
  std::optional<ProcessEnd> end{};      ///< once the process is gone
  std::vector<std::string> sent{};      ///< the last lines to the bot, printable
  std::vector<std::string> received{};  ///< the last lines from it
  std::vector<StderrChunk> stderr_tail{};
};

// Faults are classified only here.

/// Of a bot that still runs. `text`: the line; what was wrong with it for no_answer, wrong_words and the like, how for
/// bank_spent, the times for busy, starved and starts_spent.
FoundFault fault_of(Evidence evidence, const Limits& limits, std::string_view text = {});

/// No `ready` or no answer in time, and the bot has written these bytes, which no newline ended. `id`: of the open
/// question; 0: there is none.
FoundFault fault_of_unfinished(std::string_view bytes, int id, const Limits& limits);

/// Of a process that cannot be reached any more: gone_before_ready, input_closed or output_closed.
FoundFault fault_of_end(const ProcessEnd& end, Evidence evidence, const Resources& resources);

/// Thrown at the first fault of a strict seat: what happened and every byte that the bot had been sent in this game,
/// its greeting before it. A program fed these bytes is where the bot was.
struct FirstFault : std::runtime_error {
  FirstFault(FaultEvent fault, std::string bytes)
      : std::runtime_error("a bot was at fault"), event(std::move(fault)), input(std::move(bytes)) {}
  FaultEvent event;
  std::string input;
};

}  // namespace arena
