#include "arena/check/examination.h"

#include <fmt/format.h>

#include "arena/text/printable.h"
#include "arena/text/text_layout.h"
#include "arena/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::string_view kIndent = "              ";

std::string indented(const std::string& text) {
  const std::string lines = wrapped(text, kWidth);
  std::string shown;
  for (std::string_view rest = lines; !rest.empty();) shown += fmt::format("{}{}\n", kIndent, cut_line(rest));
  return shown;
}

std::string seen(std::chrono::microseconds time) {
  return fmt::format("{:.2f} ms", static_cast<double>(time.count()) / 1000);
}

std::string allowed(std::chrono::milliseconds time) { return fmt::format("{} ms", time.count()); }

std::string figures_text(const Subject& subject, const Figures& figures) {
  const Resources& may = subject.command.resources;
  const std::string move = allowed(subject.limits.move);
  CellTable table;
  table.heads = {{"figure", true}, {"seen"}, {"allowed"}, {"", true}};
  table.rows.push_back({"start to ready", seen(figures.start), allowed(subject.limits.startup), ""});
  for (const Figures::SlowAnswer& slow : figures.slowest) {
    const bool first = &slow == &figures.slowest.front();
    table.rows.push_back({first ? "slowest answers" : "", seen(slow.time), move,
                          fmt::format("{}, question {}", slow.variant, slow.question)});
  }
  if (figures.questions > 0) table.rows.push_back({"mean answer", seen(figures.answers / figures.questions), move, ""});
  table.rows.push_back({"processor, all games", seen(figures.cpu), "", ""});
  table.rows.push_back({"processor out of turn", seen(figures.idle_cpu),
                        may.idle_cpu_ms > 0 ? fmt::format("{} ms", may.idle_cpu_ms) : "any", "most in one game"});
  table.rows.push_back({"memory",
                        figures.peak_kb > 0 ? fmt::format("{} MB", (figures.peak_kb + 1023) / 1024) : "unknown",
                        fmt::format("{} MB", may.memory_mb), "most of one process"});
  return aligned(table);
}

}  // namespace

std::string check_head(const Subject& subject, const std::string& seed) {
  const auto shown = [](const std::string& word) { return printable(word); };
  return fmt::format("{} ({}), isolation {}, seed {}\n\n", subject.bot.name,
                     hearts::joined(subject.command.words, " ", shown), isolation_name(subject.sandbox.isolation),
                     printable(seed));
}

std::string step_text(const StepResult& result) {
  std::string text = fmt::format("{:>2}  {:<8}  {}", result.number, outcome_name(result.outcome), result.step->title);
  if (result.outcome != StepOutcome::failed) return text + (result.detail.empty() ? "" : ": " + result.detail) + "\n";
  return text + "\n" + indented(result.detail) + (result.hint.empty() ? "" : indented("hint: " + result.hint));
}

std::string check_end(const Subject& subject, const Examination& examination) {
  std::string text = "\n";
  if (examination.figures.games > 0) text += figures_text(subject, examination.figures) + "\n";
  text += fmt::format("{} passed, {} failed, {} skipped", examination.count(StepOutcome::passed),
                      examination.count(StepOutcome::failed), examination.count(StepOutcome::skipped));
  if (examination.figures.games > 0)
    text += fmt::format("; {} games, {} questions", examination.figures.games, examination.figures.questions);
  return text + "\n";
}

std::string step_list() {
  CellTable table;
  table.heads = {{"#"}, {"step", true}, {"a bot that passes it", true}};
  int number = 0;
  for (const Step& step : steps()) {
    table.rows.push_back({std::to_string(++number), std::string(step.name), std::string(step.title)});
  }
  return aligned(table);
}

}  // namespace arena
