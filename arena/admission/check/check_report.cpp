#include "arena/admission/check/check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <span>
#include <utility>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/resource_policy.h"
#include "arena/bots/protocol/limit_keys.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;

constexpr std::size_t kIndent = 14;  // the column where the titles of steps begin

std::string indented(std::string_view text, const Page& page) { return labelled("", kIndent, text, page.columns); }

/// Formats a text about the step of that number.
std::string numbered(int number, std::string_view outcome, std::string_view text, std::size_t columns) {
  return labelled(fmt::format("{:>2}  {}", number, outcome), kIndent, text, columns);
}

std::string milliseconds_text(std::chrono::microseconds time) {
  return fmt::format("{:.2f} ms", static_cast<double>(time.count()) / 1000);
}

std::string limit_text(std::chrono::milliseconds time) { return fmt::format("{} ms", time.count()); }

std::string figures_text(const Subject& subject, const Figures& figures, const Page& page) {
  const Resources& may = subject.command.resources;
  const std::string move = limit_text(subject.limits.move);
  CellTable table;
  table.heads = {{"figure", true}, {"measured"}, {"allowed", false, 1}, {"", true, 0, Narrowing::wraps}};
  table.rows.push_back({"start to ready", milliseconds_text(figures.start), limit_text(subject.limits.startup), ""});
  for (const Figures::SlowAnswer& slow : figures.slowest) {
    const bool first = &slow == &figures.slowest.front();
    table.rows.push_back({first ? "slowest answers" : "", milliseconds_text(slow.time), move,
                          fmt::format("{}, question {}", slow.variant, slow.question)});
  }
  if (figures.questions > 0)
    table.rows.push_back({"mean answer", milliseconds_text(figures.answers / figures.questions), move, ""});
  table.rows.push_back({"processor, all games", milliseconds_text(figures.cpu), "", ""});
  table.rows.push_back({"processor out of turn", milliseconds_text(figures.idle_cpu),
                        may.idle_cpu_ms > 0 ? fmt::format("{} ms", may.idle_cpu_ms) : "any", "most in one game"});
  table.rows.push_back({"memory",
                        figures.peak_kb > 0 ? fmt::format("{} MB", (figures.peak_kb + 1023) / 1024) : "unknown",
                        fmt::format("{} MB", may.memory_mb), "most in one process"});
  return fitted(std::move(table), page.table_columns, "--json has them");
}

/// Lists the steps that were not tried, one line for each reason.
std::string untried_text(const Examination& examination) {
  std::vector<std::pair<std::string, std::string>> lines;  // reason, numbers
  int last = -1;
  for (const StepResult& result : examination.steps) {
    if (!result.is_untried) continue;
    const bool continues = !lines.empty() && lines.back().first == result.detail && last == result.number - 1;
    if (continues) {
      std::string& numbers = lines.back().second;
      numbers = fmt::format("{} to {}", numbers.substr(0, numbers.find(' ')), result.number);
    } else {
      lines.emplace_back(result.detail, std::to_string(result.number));
    }
    last = result.number;
  }
  std::string text;
  for (const auto& [reason, numbers] : lines) text += fmt::format("{}  skipped: {}\n", numbers, reason);
  return text;
}

/// Formats the hint of a step. A hint that an earlier step has given is not repeated: the text then names that step.
/// `before` are the steps before this one.
std::string hint_text(const StepResult& result, std::span<const StepResult> before, const Page& page) {
  if (result.hint.empty()) return {};
  const auto same = std::ranges::find_if(before, [&](const StepResult& one) {
    return one.hint == result.hint || (result.row != nullptr && one.row == result.row);
  });
  if (same == before.end()) return indented("hint: " + result.hint, page);
  return indented(fmt::format("hint: see step {}", same->number), page);
}

/// Formats a failure or a remark with all that is known about it.
std::string explained(const StepResult& result, std::span<const StepResult> before, const Page& page) {
  std::string text = numbered(result.number, outcome_name(result.outcome), result.step->title, page.columns) +
                     indented(result.detail, page);
  const auto quote = [&](std::string_view title, const std::vector<std::string>& lines) {
    text += indented(title, page);
    for (const std::string& line : lines) text += fmt::format("{:{}}{}\n", "", kIndent + 2, line);
  };
  if (result.stderr_lines.size() > 1) quote("the end of its stderr:", result.stderr_lines);
  if (!result.stdout_lines.empty()) quote("its stdout, without answers:", result.stdout_lines);
  return text + hint_text(result, before, page);
}

json::object figures_json(const Figures& figures) {
  json::array slowest;
  for (const Figures::SlowAnswer& slow : figures.slowest) {
    slowest.push_back(json::object{
        {"us", slow.time.count()}, {"variant", slow.variant}, {"table", slow.number}, {"question", slow.question}});
  }
  return {{"games", figures.games},
          {"questions", figures.questions},
          {"start_us", figures.start.count()},
          {"answers_us", figures.answers.count()},
          {"slowest", std::move(slowest)},
          {"cpu_us", figures.cpu.count()},
          {"idle_cpu_us", figures.idle_cpu.count()},
          {"peak_kb", figures.peak_kb},
          {"stderr_questions", figures.counts.with_stderr},
          {"choices", figures.counts.choices},
          {"first_words", figures.counts.first_words}};
}

json::object step_json(const StepResult& result) {
  return {{"number", result.number},
          {"step", result.step->name},
          {"title", result.step->title},
          {"outcome", outcome_name(result.outcome)},
          {"detail", result.detail},
          {"hint", result.hint},
          {"stderr", json::value_from(result.stderr_lines)},
          {"stdout", json::value_from(result.stdout_lines)},
          {"ms", result.time.count()}};
}

}  // namespace

std::string judgement(bool deterministic) {
  return fmt::format("Different answers in equal games count as a {}.", deterministic ? "failure" : "remark");
}

std::string check_head(const Subject& subject, const std::string& seed) {
  const auto shown = [](const std::string& word) { return printable(word); };
  return fmt::format("{} ({}), isolation {}, seed {}\n{}\n\n", subject.bot.name,
                     hearts::joined(subject.command.words, " ", shown), isolation_name(subject.sandbox.isolation),
                     printable(seed), judgement(subject.deterministic));
}

std::string step_text(const StepResult& result, const Page& page) {
  if (result.is_untried) return {};
  const bool tells = result.hint.empty() && !result.detail.empty();
  return numbered(result.number, outcome_name(result.outcome),
                  std::string(result.step->title) + (tells ? ": " + result.detail : ""), page.table_columns);
}

std::string silence_text(const std::string& so_far, const Page& page) {
  return numbered(1, "waiting", so_far, page.table_columns);
}

std::string check_end(const Subject& subject, const Examination& examination, const Page& page) {
  std::string text = untried_text(examination) + "\n";
  if (examination.figures.games > 0) text += figures_text(subject, examination.figures, page) + "\n";
  for (std::size_t i = 0; i < examination.steps.size(); ++i) {
    const StepResult& result = examination.steps[i];
    if (!result.hint.empty()) text += explained(result, std::span(examination.steps).first(i), page) + "\n";
  }
  text += fmt::format("{} passed, {} failed, {} skipped", examination.count(StepOutcome::passed),
                      examination.count(StepOutcome::failed), examination.count(StepOutcome::skipped));
  if (const int remarks = examination.count(StepOutcome::remark); remarks > 0)
    text += ", " + hearts::counted(remarks, "remark");
  if (examination.figures.games > 0)
    text += fmt::format("; {}, {}", hearts::counted(examination.figures.games, "game"),
                        hearts::counted(examination.figures.questions, "question"));
  return text + "\n";
}

std::string step_list(const Page& page) {
  CellTable table;
  table.heads = {{"#"}, {"step", true}, {"a bot that passes it", true, 0, Narrowing::wraps}};
  int number = 0;
  for (const Step& step : kSteps) {
    table.rows.push_back({std::to_string(++number), std::string(step.name), std::string(step.title)});
  }
  return fitted(std::move(table), page.table_columns);
}

std::string check_json(const Subject& subject, const std::string& seed, const Examination& examination) {
  json::array list;
  for (const StepResult& result : examination.steps) list.push_back(step_json(result));
  json::object limits;
  for (const LimitKey& key : limit_keys()) {
    if (key.time()) limits[key.name] = key.of(subject.limits);
  }
  const json::object object = {{"check", 1},
                               {"bot", json::object{{"name", subject.bot.name},
                                                    {"command", json::value_from(subject.command.words)},
                                                    {"hash", subject.bot.hash}}},
                               {"isolation", isolation_name(subject.sandbox.isolation)},
                               {"seed", seed},
                               {"good", examination.is_good()},
                               {"deterministic", subject.deterministic},
                               {"passed", examination.count(StepOutcome::passed)},
                               {"remarks", examination.count(StepOutcome::remark)},
                               {"failed", examination.count(StepOutcome::failed)},
                               {"skipped", examination.count(StepOutcome::skipped)},
                               {"steps", std::move(list)},
                               {"figures", figures_json(examination.figures)},
                               {"limits", std::move(limits)},
                               {"resources", resources_json(subject.command.resources)}};
  return json::serialize(object);
}

}  // namespace arena
