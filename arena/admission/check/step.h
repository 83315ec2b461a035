#pragma once

#include <array>
#include <string_view>

namespace arena {

/// The steps of the conformance check, in the order in which they are taken.
enum class StepId {
  start,
  flush,
  time,
  stdout_only,
  number,
  words,
  unknown_lines,
  unknown_fields,
  unknown_kinds,
  empty_lines,
  crlf,
  pieces,
  late,
  choices,
  tables,
  repeats,
  forgets,
  rests,
  quit,
  end_of_input,
  leftovers,
  limits,
  answers,
  laws,
};

/// One step of the conformance check.
struct Step {
  StepId id;
  std::string_view name;   ///< one word, for command lines and programs
  std::string_view title;  ///< what a bot does that passes, as in "exits at 'quit'"
  /// Advice if the step fails. Empty if the advice depends on the mistake, see hints.h.
  std::string_view hint = {};
};

/// All steps in order. A step's number is its place, from 1.
inline constexpr auto kSteps = std::to_array<Step>({
    {StepId::start, "start", "starts, and says 'ready' in time"},
    {StepId::flush, "flush", "answers a first game while its input stays open"},
    {StepId::time, "time", "answers in time"},
    {StepId::stdout_only, "stdout", "writes nothing but answers to stdout"},
    {StepId::number, "number", "begins each answer with the number of its question"},
    {StepId::words, "words", "chooses as many words from the list as it is asked for"},
    {StepId::unknown_lines, "unknown_lines", "ignores lines and rules that it does not know",
     "Skip every line whose first word you do not know, and every rule whose key you do not know, however long it is. "
     "Later versions of the protocol may add such lines."},
    {StepId::unknown_fields, "unknown_fields", "ignores fields that it does not know",
     "Look fields up by name, search an 'ask' for the word ':', and accept more words at the end of a line. Later "
     "versions of the protocol may add such fields."},
    {StepId::unknown_kinds, "unknown_kinds", "answers questions of kinds that it does not know",
     "If you do not know the KIND of an 'ask', answer with the first N words of its list."},
    {StepId::empty_lines, "empty_lines", "ignores empty lines",
     "Skip lines that hold no word. The arena sends none, but people who test a bot by hand do. Python: 'if not word: "
     "continue'."},
    {StepId::crlf, "crlf", "reads lines that end in CR LF",
     "Cut the CR off the end of each line. The arena sends none, but files that are fed to a bot by hand may have "
     "them."},
    {StepId::pieces, "pieces", "reads lines that arrive in pieces",
     "One read of stdin may end in the middle of a line, or return several lines. Keep what follows the last newline "
     "until the rest arrives. Or read by lines: for line in sys.stdin, getline, fgets, BufferedReader."},
    {StepId::late, "late", "keeps playing after a late answer",
     "A late answer is followed by 'auto ID timeout WORD': the arena has played WORD, whatever you answered. Update "
     "your state from the 'play' lines, not from your answers, and ignore 'late ID'."},
    {StepId::choices, "choices", "makes the choice after a moon, and between two hands"},
    {StepId::tables, "tables", "plays legally at tables of every variant"},
    {StepId::repeats, "repeats", "gives the same answers in two fresh processes",
     "Seed your random numbers with 'botseed' from the 'game' line, and use nothing that differs between runs, such as "
     "the clock, the process id or the order of a hash table. Then any game can be replayed."},
    {StepId::forgets, "forgets", "gives the same answers after another game as in a fresh process",
     "At 'game', forget all earlier games, and seed your random numbers again with 'botseed'."},
    {StepId::rests, "rests", "waits without using the processor",
     "Wait by reading from stdin, which costs nothing. Do not poll in a loop."},
    {StepId::quit, "quit", "exits at 'quit'", "Exit when the line 'quit' arrives, even if your threads still run."},
    {StepId::end_of_input, "end_of_input", "exits at the end of its input",
     "Exit when stdin reports its end, as if 'quit' had arrived."},
    {StepId::leftovers, "leftovers", "leaves no process behind",
     "Before you exit, end every process that you started, and wait for it."},
    {StepId::limits, "limits", "stays within its limits",
     "Ask for what you need in \"resources\" of bot.json, or use less. protocol.md lists what a league gives."},
    {StepId::answers, "answers", "chooses its answers, and reports no error on stderr meanwhile"},
    {StepId::laws, "laws", "plays under the laws of the table, with partners who make mistakes (--laws)"},
});

/// The result of a step for one bot. A remark is about something that its author should know and may do.
enum class StepOutcome { passed, remark, failed, skipped };
constexpr std::string_view outcome_name(StepOutcome outcome) {
  constexpr std::string_view kNames[] = {"passed", "remark", "failed", "skipped"};
  return kNames[static_cast<std::size_t>(outcome)];
}

}  // namespace arena
