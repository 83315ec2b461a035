#pragma once

#include <span>
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
std::span<const Step> steps();

/// What came of a step for one bot.
enum class StepOutcome { passed, failed, skipped };
constexpr std::string_view outcome_name(StepOutcome outcome) {
  constexpr std::string_view kNames[] = {"passed", "failed", "skipped"};
  return kNames[static_cast<std::size_t>(outcome)];
}

}  // namespace arena
