#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/game/trial/trial_tables.h"

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

struct Step {
  StepId id;
  std::string_view name;   ///< one word, for command lines and programs
  std::string_view title;  ///< what the bot does that passes
  /// What to do when it fails; empty: that depends on the mistake.
  std::string_view hint = {};
};

/// All of them, in their order; a step's number is its place, from 1.
std::span<const Step> steps();

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
  bool is_untried = false;                ///< it was skipped because a step that it needs has failed
  std::string detail;                     ///< what was seen, or why it was skipped; printable, one line
  std::string hint;                       ///< of a failure
  std::string_view cause;                 ///< failures with the same one, unless it is empty, need one hint only
  std::vector<std::string> stderr_lines;  ///< of a failure: the last that the bot wrote there, printable
  std::chrono::milliseconds time{};
};

/// What a bot took in all its games.
struct Figures {
  struct SlowAnswer {
    std::chrono::microseconds time{};
    std::string variant;
    int number = 0;    ///< of the table
    int question = 0;  ///< of the game
  };
  int games = 0;
  int questions = 0;
  std::chrono::microseconds start{};     ///< from the first process's start to its `ready`
  std::chrono::microseconds answers{};   ///< time of all answers, as the clock charged them
  std::vector<SlowAnswer> slowest;       ///< five at most, slowest first
  std::chrono::microseconds cpu{};       ///< processor time of all games
  std::chrono::microseconds idle_cpu{};  ///< the most that it used in one game while it was not its turn
  long peak_kb = 0;                      ///< most memory of a process; 0: not known

  void add(const Trial& trial);
};

/// What came of the examination of a bot.
struct Examination {
  std::vector<StepResult> steps;
  Figures figures;

  int count(StepOutcome outcome) const;
  bool is_good() const { return count(StepOutcome::failed) == 0; }
};

/// Who hears of an examination under way. Either may be empty.
struct Telling {
  std::function<void(const StepResult&)> step;             ///< hears of each step when it is over
  std::function<void(const std::string& so_far)> silence;  ///< hears in a line what a bot does that is silent at first
};

/// Takes the bot through the steps, one after the other, each with fresh processes. `wanted`: only these and those they
/// need; empty: all. Whatever the bot does, this comes to an end, and none of its processes is left. The laws of the table
/// are examined only if the subject or `wanted` says so. Throws InputError when the bot's manifest plays no variant there
/// is, std::runtime_error when the sandbox fails, std::system_error when the machine cannot start a process.
Examination examine(const Subject& subject, const std::set<StepId>& wanted, const Telling& telling);

/// `arena check` for people, safe on a terminal: who is examined and how; a step when it is over, and a silence before
/// that; figures, what failed and what to do.
std::string check_head(const Subject& subject, const std::string& seed);
std::string step_text(const StepResult& result, const Page& page);  // empty: it stands in check_end()
std::string silence_text(const std::string& so_far, const Page& page);
std::string check_end(const Subject& subject, const Examination& examination, const Page& page);

/// The same for programs, all at once. FORMAT.md documents it.
std::string check_json(const Subject& subject, const std::string& seed, const Examination& examination);

/// The steps there are: number, name, what they ask.
std::string step_list(const Page& page);

}  // namespace arena
