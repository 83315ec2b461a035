#include "arena/report/check_json.h"

#include <boost/json/array.hpp>
#include <boost/json/value_from.hpp>

#include "arena/bots/resource_policy.h"

namespace arena {
namespace {

namespace json = boost::json;

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
          {"peak_kb", figures.peak_kb}};
}

json::object step_json(const StepResult& result) {
  return {{"number", result.number},     {"step", result.step->name},
          {"title", result.step->title}, {"outcome", outcome_name(result.outcome)},
          {"detail", result.detail},     {"hint", result.hint},
          {"ms", result.time.count()}};
}

}  // namespace

json::object check_json(const Subject& subject, const std::string& seed, const Examination& examination) {
  json::array list;
  for (const StepResult& result : examination.steps) list.push_back(step_json(result));
  const Limits& limits = subject.limits;
  return {{"check", 1},
          {"bot", json::object{{"name", subject.bot.name},
                               {"command", json::value_from(subject.command.words)},
                               {"hash", subject.bot.hash}}},
          {"isolation", isolation_name(subject.box.isolation)},
          {"seed", seed},
          {"good", examination.is_good()},
          {"passed", examination.count(Outcome::passed)},
          {"failed", examination.count(Outcome::failed)},
          {"skipped", examination.count(Outcome::skipped)},
          {"steps", std::move(list)},
          {"figures", figures_json(examination.figures)},
          {"limits", json::object{{"startup_ms", limits.startup.count()},
                                  {"move_ms", limits.move.count()},
                                  {"bank_ms", limits.bank.count()},
                                  {"increment_ms", limits.increment.count()},
                                  {"grace_ms", limits.grace.count()},
                                  {"quit_ms", limits.quit.count()}}},
          {"resources", resources_json(subject.command.resources)}};
}

}  // namespace arena
