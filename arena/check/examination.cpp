#include "arena/check/examination.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <exception>

#include "arena/check/examiner.h"

namespace arena {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kSlowestKept = 5;

/// Why the step cannot be taken; empty: it can.
std::string obstacle(const Step& step, const std::vector<StepResult>& before) {
  if (step.needs == StepNeeds::nothing) return {};
  for (const StepResult& result : before) {
    const bool needed = result.step->id == StepId::start ||
                        (step.needs == StepNeeds::first_game && is_of_first_game(result.step->id)) ||
                        (step.id == StepId::forgets && result.step->id == StepId::repeats);
    if (needed && result.outcome == StepOutcome::failed) return "step " + std::to_string(result.number) + " failed";
  }
  return {};
}

asio::awaitable<void> take_all(Examiner& examiner, const std::set<StepId>& wanted, Examination& examination,
                               const std::function<void(const StepResult&)>& tell) {
  int number = 0;
  for (const Step& step : steps()) {
    ++number;
    const bool needed = step.id == StepId::start || is_of_first_game(step.id) ||
                        (step.id == StepId::repeats && wanted.contains(StepId::forgets));
    if (!wanted.empty() && !needed && !wanted.contains(step.id)) continue;
    StepResult result{&step, number, StepOutcome::skipped, obstacle(step, examination.steps), {}, {}};
    const TimePoint began = std::chrono::steady_clock::now();
    if (result.detail.empty()) {
      Finding finding = co_await examiner.take(step.id);
      result.outcome = finding.outcome;
      result.detail = std::move(finding.detail);
      if (finding.outcome == StepOutcome::failed)
        result.hint = finding.hint.empty() ? std::string(step.hint) : finding.hint;
    }
    result.time = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    if (tell) tell(result);
    examination.steps.push_back(std::move(result));
  }
}

}  // namespace

void Figures::add(const Trial& trial) {
  const SeatTiming& timing = trial.result.timing[static_cast<std::size_t>(trial.table.seat)];
  ++games;
  questions += timing.questions;
  answers += timing.total;
  cpu += timing.cpu;
  idle_cpu = std::max(idle_cpu, timing.idle_cpu);
  for (const SeatTiming::Slow& slow : timing.slowest)
    slowest.push_back({slow.time, trial.table.variant, trial.table.number, slow.question});
  std::stable_sort(slowest.begin(), slowest.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
  slowest.resize(std::min(slowest.size(), kSlowestKept));
}

int Examination::count(StepOutcome outcome) const {
  return static_cast<int>(
      std::count_if(steps.begin(), steps.end(), [&](const StepResult& result) { return result.outcome == outcome; }));
}

Examination examine(const Subject& subject, const std::set<StepId>& wanted,
                    const std::function<void(const StepResult&)>& tell) {
  asio::io_context context(1);
  Examiner examiner(context, subject);
  Examination examination;
  std::exception_ptr failure;
  asio::co_spawn(context, take_all(examiner, wanted, examination, tell), [&](std::exception_ptr error) {
    failure = error;
    context.stop();
  });
  context.run();
  if (failure) std::rethrow_exception(failure);
  examination.figures = examiner.figures();
  return examination;
}

}  // namespace arena
