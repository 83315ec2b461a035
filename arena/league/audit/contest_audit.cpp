#include "arena/league/audit/contest_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "arena/base/text/printable.h"
#include "arena/records/outcome.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

std::string names_text(const std::vector<std::string>& names) {
  return names.empty() ? "none" : hearts::joined(names, ", ", [](const std::string& name) { return printable(name); });
}

}  // namespace

ContestAudit::ContestAudit(const RunSummary& summary) {
  std::vector<Manifest> stages;
  for (const StageSummary& stage : summary.stages) stages.push_back(stage.manifest);
  if (std::ranges::any_of(stages, [](const Manifest& stage) { return stage.until_first > 0; })) rated_.emplace(stages);
}

void ContestAudit::add(const GameRecord& record, const std::string& place) {
  if (rated_) rated_->add(outcome_of(record), place);
}

void ContestAudit::add_void(const std::string& run, int block) {
  if (rated_) rated_->add_void(run, block, "");
}

std::optional<Withdrawal::Found> ContestAudit::left_out(const Manifest& stage) const {
  return rated_ ? find_left_out(stage, *rated_, 0, stage.end_block()) : std::nullopt;
}

std::optional<std::string> ContestAudit::problem(const StageSummary& stage, const std::optional<Departure>& departure,
                                                 const Manifest& next) {
  std::vector<std::string> expected = stage.manifest.stage.outclassed;
  if (departure && !stage.is_cut)
    expected.insert(expected.end(), departure->outclassed.begin(), departure->outclassed.end());
  if (expected == next.stage.outclassed) return std::nullopt;
  return fmt::format("stage {} says that these bots could no longer be among the first: {}; the games show these: {}",
                     next.stage.number, names_text(next.stage.outclassed), names_text(expected));
}

}  // namespace arena
