#include "arena/admission/check/check_json.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>

#include "arena/bots/package/resource_policy.h"
#include "arena/bots/protocol/limit_keys.h"

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
  return {{"number", result.number},
          {"step", result.step->name},
          {"title", result.step->title},
          {"outcome", outcome_name(result.outcome)},
          {"detail", result.detail},
          {"hint", result.hint},
          {"stderr", json::value_from(result.stderr_lines)},
          {"ms", result.time.count()}};
}

}  // namespace

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
                               {"passed", examination.count(StepOutcome::passed)},
                               {"failed", examination.count(StepOutcome::failed)},
                               {"skipped", examination.count(StepOutcome::skipped)},
                               {"steps", std::move(list)},
                               {"figures", figures_json(examination.figures)},
                               {"limits", std::move(limits)},
                               {"resources", resources_json(subject.command.resources)}};
  return json::serialize(object);
}

}  // namespace arena
