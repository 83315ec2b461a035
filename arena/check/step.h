#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>

namespace arena {

/// What a bot is examined for, in the order of the examination.
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
};

struct Step {
  StepId id;
  std::string_view name;   ///< one word, for command lines and programs
  std::string_view title;  ///< what the bot does that passes
  /// What to do when it fails; empty: that depends on the mistake.
  std::string_view hint = {};
};

/// All of them, in their order; a step's number is its place, from 1.
std::span<const Step> steps();

/// It is judged by the first game. Other steps need that these, if they come before, and `start` have not failed.
constexpr bool is_of_first_game(StepId id) { return id >= StepId::flush && id <= StepId::words; }

enum class StepOutcome { passed, failed, skipped };
constexpr std::string_view outcome_name(StepOutcome outcome) {
  constexpr std::string_view kNames[] = {"passed", "failed", "skipped"};
  return kNames[static_cast<std::size_t>(outcome)];
}

/// What became of a step.
struct StepResult {
  const Step* step = nullptr;
  int number = 0;  ///< from 1
  StepOutcome outcome = StepOutcome::skipped;
  std::string detail;  ///< what was seen, or why it was skipped; printable, one line
  std::string hint;    ///< of a failure
  std::chrono::milliseconds time{};
};

}  // namespace arena
