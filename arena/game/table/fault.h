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
  start_failed,      ///< the program cannot be started, may not be started again, or ended before `ready`
  start_timeout,     ///< no `ready` in time
  timeout,           ///< no answer in time
  illegal,           ///< all tries were words that could not be chosen
  garbage,           ///< a line that is not an answer
  flood,             ///< an endless line, or too many lines
  exited,            ///< the process exited in a game
  killed_by_signal,  ///< the process died of a signal
  closed_output,     ///< it closed its stdout and keeps running
  closed_input,      ///< it closed its stdin and keeps running
  stopped,           ///< it is stopped and cannot answer
  memory,            ///< it exceeded its memory limit and was killed
  cpu,               ///< it used too much of the processor while it was not its turn
  sandbox,           ///< the sandbox itself failed
};

std::string_view fault_name(Fault fault);
std::optional<Fault> find_fault(std::string_view name);

/// Who is to blame. Only the bot's own faults count against it.
enum class Blame { bot, arena, machine };

std::string_view blame_name(Blame blame);
constexpr Blame blame_of(Fault fault) { return fault == Fault::sandbox ? Blame::machine : Blame::bot; }

/// Whether the fault leaves no process that could be asked. The seat is then forfeited immediately.
constexpr bool ends_process(Fault fault) {
  return fault != Fault::timeout && fault != Fault::illegal && fault != Fault::garbage && fault != Fault::cpu;
}

/// What was seen of a bot that is at fault. fault_of() derives the fault from it. It says more than the fault's name,
/// so the hints for authors follow from it. Records do not contain it.
enum class Evidence {
  none,                ///< only the fault itself is known
  hello_unread,        ///< it does not read its greeting
  not_ready,           ///< it does not say `ready` in time
  line_before_ready,   ///< its first line is something else
  lines_before_ready,  ///< it writes too many remarks before `ready`
  long_line,           ///< a line does not end
  many_lines,          ///< it writes too many remarks and no answer
  line_unasked,        ///< a line came while no question was open
  no_answer,           ///< a line is not an answer, or not one to the open question
  byte_order_mark,     ///< such a line begins with a byte-order mark
  utf16,               ///< every other byte of such a line is 0
  zero_bytes,          ///< some bytes of such a line are 0
  not_ascii,           ///< `ready` or the right number is followed by bytes that are not ASCII
  changed_number,      ///< the number of the question is written in another way
  wrong_words,         ///< the words of an answer are not accepted
  commas,              ///< the words of an answer are offered ones, but separated by commas
  unread,              ///< it does not read a question
  silence,             ///< no answer came in time
  first_silence,       ///< silence, and it has never answered in this game
  first_thought,       ///< first_silence, and it has computed for most of the time
  answer_in_remark,    ///< silence, but an `info` line or a comment ends with a word that was offered
  bank_spent,          ///< silence, and its time was short because the bank was used up
  no_newline,          ///< the answer or `ready` did not come in time, but was written without a newline
  unfinished,          ///< the same with other bytes
  stopped,             ///< silence, because a signal has stopped it
  busy,                ///< it used the processor while it was not its turn
  starved,             ///< silence, because it got no processor: not its fault
  restarts_used_up,    ///< it must be started again, but its starts have used up their time
  gone_before_ready,   ///< it ended before `ready`
  input_closed,        ///< it has ended or closed its stdin, which was noticed when writing to it
  output_closed,       ///< it has ended or closed its stdout, which was noticed when reading from it
};

/// Returns what is wrong with a line that is not accepted as `ready` or as an answer: its bytes, its number, or
/// no_answer if nothing else shows. `id` is the number of the open question, or 0 if there is none.
Evidence evidence_in(std::string_view line, int id);

/// Whether the bytes lack only a newline to be an answer to question `id`, or `ready` if `id` is 0.
bool lacks_newline_only(std::string_view bytes, int id);

/// Returns a printable clause that says what evidence_in() has found in the line. Returns an empty text for no_answer.
std::string describe(Evidence evidence, std::string_view line, int id);

/// A fault and its description.
struct FoundFault {
  Fault fault = Fault::timeout;
  std::string detail{};                ///< printable: the line, the exit code, what was waited for
  Evidence evidence = Evidence::none;  ///< the cause as far as it is known; not in records
};

/// One fault as it happened, with all that helps to explain it. The fault, its place and its detail go into the game's
/// record, the rest into the ledger of faults.
struct FaultEvent : FoundFault {
  int seat = 0;
  int hand = 0;      ///< 0 before the first
  int question = 0;  ///< the question of this seat in this game, from 1; 0 before the first
  bool forfeits = false;

  struct ClockLeft {
    std::chrono::milliseconds move{};
    std::chrono::milliseconds bank{};
  };

  // For the ledger only; these differ from run to run.
  std::chrono::microseconds elapsed{};  ///< time since the question was written
  std::optional<ClockLeft> clock{};     ///< the clock when it happened; empty before the first question
  std::chrono::microseconds cpu{};      ///< processor time of the process so far, or in all; 0 if unknown
  long peak_kb = 0;                     ///< most memory the process ever had; 0 if unknown
  std::optional<ProcessEnd> end{};      ///< the exit status, once the process has ended
  std::vector<std::string> sent{};      ///< the last lines to the bot, printable
  std::vector<std::string> received{};  ///< lines from it, see LastLines
  std::vector<StderrChunk> stderr_tail{};
};

/// Returns when the fault happened: "in hand 2, question 7", or "before the first hand".
std::string describe_moment(const FaultEvent& event);

// Faults are classified only here.

/// Returns the fault of a bot that still runs. `text` is the end of the description: the line; what is wrong with it,
/// for no_answer, wrong_words and the like; how it happened, for bank_spent; the times, for busy, starved and
/// restarts_used_up.
FoundFault fault_of(Evidence evidence, const Limits& limits, std::string_view text = {});

/// Returns the fault of a bot whose `ready` or answer did not come in time, and that has written these bytes without a
/// newline. `id` is the number of the open question, or 0 if there is none.
FoundFault fault_of_unfinished(std::string_view bytes, int id, const Limits& limits);

/// Returns the fault of a bot whose answer to question `id` did not come in time, but whose `remark` (an `info` line or
/// a comment) ends with a word that was offered.
FoundFault fault_of_remark(std::string_view remark, int id, const Limits& limits);

/// Returns the fault of a bot that can no longer be reached. The evidence is gone_before_ready, input_closed or
/// output_closed.
FoundFault fault_of_end(const ProcessEnd& end, Evidence evidence, const Resources& resources);

/// Thrown at the first fault of a strict seat. It holds what happened and every byte that the bot was sent in this
/// game, with the greeting before it. A program that is fed these bytes is in the same state as the bot.
struct FirstFault : std::runtime_error {
  FirstFault(FaultEvent fault, std::string bytes)
      : std::runtime_error("a bot was at fault"), event(std::move(fault)), input(std::move(bytes)) {}
  FaultEvent event;
  std::string input;
};

}  // namespace arena
