#include "arena/admission/check/judgement.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/bots/process/steady_time.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// A bot that has made at least this many choices does not always take the first words by accident.
constexpr int kChoicesMin = 20;

}  // namespace

Finding compare_answers(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  const auto [one, other] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  if (one == first.end() && other == second.end()) return Finding::passed(hearts::counted(first.size(), "answer"));
  const auto words = [](const std::string& answer) { return answer.substr(std::min(answer.find(' '), answer.size())); };
  return Finding::failed(fmt::format("question {}: one process chose{}, the other{}", one - first.begin() + 1,
                                     one == first.end() ? " nothing" : words(*one),
                                     other == second.end() ? " nothing" : words(*other)));
}

Finding may_vary(Finding failure) {
  return Finding::remark(
      std::move(failure.detail),
      "Its answers depend on more than the lines that it reads. That is allowed: a search that uses its time depends "
      "on the clock. But a league may demand equal answers (\"deterministic\": true), and 'arena check "
      "--deterministic' does. To give them, seed random numbers with 'botseed' from the 'game' line, and limit a "
      "search by the number of positions instead of by time. Then any game can be replayed.");
}

Finding judge_choices(const Figures& figures) {
  const AnswerCounts& counts = figures.counts;
  std::string detail = "it wrote nothing to stderr";
  if (counts.with_stderr > 0) {
    detail = fmt::format("it wrote to stderr at {} of {}; first: {}", counts.with_stderr,
                         hearts::counted(figures.questions, "question"), counts.first_stderr);
  }
  const auto are_all_first = [](int choices, int first) { return choices >= kChoicesMin && first == choices; };
  const bool always = are_all_first(counts.choices, counts.first_words);
  const bool then = are_all_first(counts.choices_with_stderr, counts.first_words_with_stderr);
  if (always) {
    detail +=
        fmt::format("; all {} answers to questions that left a choice were the first words offered", counts.choices);
  } else if (then) {
    detail += fmt::format("; all {} answers to those that left a choice were the first words offered",
                          counts.choices_with_stderr);
  }
  if (counts.reports_error) {
    return Finding::remark(std::move(detail),
                           "Its stderr reports an error, and it plays on, perhaps with the first words of the list. "
                           "That is no fault, but it loses games. Correct the error. To see all that it writes, run "
                           "'arena check BOT --step tables --keep-bytes DIR', then ./mybot < DIR/001.to_bot.");
  }
  if (!always && !then) return Finding::passed(std::move(detail));
  return Finding::remark(std::move(detail),
                         "It takes the first words of the list, as a bot does whose own choice fails. That is no "
                         "fault. If you did not mean it, let the bot write to stderr why its choice fails.");
}

Finding judge_limits(const Figures& figures, const Resources& allowed, const std::string& reached) {
  const long peak_mb = figures.peak_kb / 1024;
  const std::chrono::milliseconds idle = to_ms(figures.idle_cpu);
  if (!reached.empty()) return Finding::failed("it reached its limit: " + reached);
  if (peak_mb > allowed.memory_mb)
    return Finding::failed(fmt::format("its memory peaked at {} MB; {} MB are allowed", peak_mb, allowed.memory_mb));
  if (allowed.idle_cpu_ms > 0 && idle.count() > allowed.idle_cpu_ms) {
    return Finding::failed(fmt::format("it used {} ms of processor time out of turn in one game; {} ms are allowed",
                                       idle.count(), allowed.idle_cpu_ms));
  }
  return Finding::passed();
}

}  // namespace arena
