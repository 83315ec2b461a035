#pragma once

#include <array>
#include <string_view>

namespace arena {

/// The steps of the conformance check, in their order.
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
  laws,
};

/// One step of the conformance check.
struct Step {
  StepId id;
  std::string_view name;   ///< one word, for command lines and programs
  std::string_view title;  ///< what the bot does that passes
  /// Advice when the step fails; empty: the advice depends on the mistake.
  std::string_view hint = {};
};

/// All of them, in their order; a step's number is its place, from 1.
inline constexpr auto kSteps = std::to_array<Step>({
    {StepId::start, "start", "starts, and says ready in time"},
    {StepId::flush, "flush", "answers a first game while its input stays open"},
    {StepId::time, "time", "answers in time"},
    {StepId::stdout_only, "stdout", "writes nothing but answers to stdout"},
    {StepId::number, "number", "begins each answer with the number it was asked with"},
    {StepId::words, "words", "chooses as many words of the list as it is asked for"},
    {StepId::unknown_lines, "unknown_lines", "ignores lines and rules that it does not know",
     "Skip each line whose first word you do not know, and each rule whose key you do not know, whatever its length: "
     "the protocol grows that way."},
    {StepId::unknown_fields, "unknown_fields", "ignores fields that it does not know",
     "Look for fields by their names, look for the word ':' in an 'ask', and let more words follow at the end of a "
     "line: the protocol grows that way."},
    {StepId::unknown_kinds, "unknown_kinds", "answers questions of kinds that it does not know",
     "Answer any 'ask' with the first N words of its list when you do not know its KIND."},
    {StepId::empty_lines, "empty_lines", "ignores empty lines",
     "Skip lines without a word: the arena sends none, but files and hands do that feed a bot. Python: 'if not word: "
     "continue'."},
    {StepId::crlf, "crlf", "reads lines that end in CR LF",
     "Cut CR off the end of each line: the arena sends none, but files and hands do that feed a bot."},
    {StepId::pieces, "pieces", "reads lines that come in pieces",
     "What one read of stdin gives may end within a line, or hold several: keep what follows the last newline until "
     "the rest of it has come. Or read by lines: for line in sys.stdin, getline, fgets, BufferedReader."},
    {StepId::late, "late", "goes on after an answer that came too late",
     "After a late answer comes 'auto ID timeout WORD': the arena has played WORD, whatever you answered. Keep your "
     "state by the 'play' lines, not by your answers, and ignore 'late ID'."},
    {StepId::choices, "choices", "makes the choice after a moon, and between two hands"},
    {StepId::tables, "tables", "plays legally at tables of every variant"},
    {StepId::repeats, "repeats", "answers the same in two fresh processes",
     "Seed your random numbers with 'botseed' of the 'game' line, and take nothing from the clock, the process or the "
     "order of a hash table: then any game can be replayed."},
    {StepId::forgets, "forgets", "answers the same after another game as in a fresh process",
     "At 'game' forget all that was before, and seed your random numbers anew with 'botseed'."},
    {StepId::rests, "rests", "waits without using the processor",
     "Wait by reading from stdin, which costs nothing; do not look again and again."},
    {StepId::quit, "quit", "leaves at 'quit'",
     "End the program when the line 'quit' comes, also while threads of yours still run."},
    {StepId::end_of_input, "end_of_input", "leaves at the end of its input",
     "End the program when reading stdin says that it has ended, as if 'quit' had come."},
    {StepId::leftovers, "leftovers", "leaves no process behind",
     "End and wait for every process that you start before you leave."},
    {StepId::limits, "limits", "stays within its limits",
     "Ask for what you need in \"resources\" of bot.json, or use less; protocol.md says what a league gives."},
    {StepId::laws, "laws", "plays under the laws of the table among bots that err (--laws)"},
});

/// What came of a step for one bot.
enum class StepOutcome { passed, failed, skipped };
constexpr std::string_view outcome_name(StepOutcome outcome) {
  constexpr std::string_view kNames[] = {"passed", "failed", "skipped"};
  return kNames[static_cast<std::size_t>(outcome)];
}

}  // namespace arena
