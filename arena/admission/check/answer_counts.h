#pragma once

#include <string>

namespace arena {

/// How a bot chose its answers in one game, or in several. A question that offers only as many words as it asks for
/// leaves no choice and counts only for stderr.
struct AnswerCounts {
  int choices = 0;              ///< answers to questions that left a choice
  int first_words = 0;          ///< those that were the first words offered, in their order
  int with_stderr = 0;          ///< questions at which the bot wrote to stderr
  int choices_with_stderr = 0;  ///< as `choices`, of those questions
  int first_words_with_stderr = 0;
  std::string first_stderr;    ///< the line that says most of what it wrote first in a game; printable
  bool reports_error = false;  ///< that text names an error

  /// Adds those of another game. Keeps the stderr of the first game in which it names an error, or else of the first.
  void add(const AnswerCounts& more) {
    choices += more.choices;
    first_words += more.first_words;
    with_stderr += more.with_stderr;
    choices_with_stderr += more.choices_with_stderr;
    first_words_with_stderr += more.first_words_with_stderr;
    if (first_stderr.empty() || (more.reports_error && !reports_error)) first_stderr = more.first_stderr;
    reports_error = reports_error || more.reports_error;
  }
};

}  // namespace arena
