#include "arena/league/audit/duel_audit.h"

#include <fmt/format.h>

namespace arena {
namespace {

std::string describe(const DuelEnd& end, const SequentialTest& test) {
  const auto& [first, second] = end.sides;
  return fmt::format("{} {}, with {} of {} and {} of {} seats forfeited", verdict_words(end.verdict, test),
                     end.ended_at > 0 ? fmt::format("before block {}", end.ended_at) : "after all blocks",
                     first.forfeits, first.seats, second.forfeits, second.seats);
}

}  // namespace

DuelAudit::DuelAudit(const StageSummary& stage) : stage_(stage), rated_({stage.manifest}) {
  for (const VoidBlock& block : stage.voids) rated_.add_void(run_id(stage.manifest), block.block, "");
}

std::optional<std::string> DuelAudit::problem() const {
  // The first version of the test did not record its verdict.
  const SequentialTest& test = stage_.manifest.duel.value();
  if (!stage_.duel && test.version == 1) return std::nullopt;
  if (!stage_.duel)
    return fmt::format("the last line does not say how the duel ended; by its games it is {}", describe(end(), test));
  if (*stage_.duel == end()) return std::nullopt;
  return fmt::format("the last line says that the duel ended as {}, but by its games it is {}",
                     describe(*stage_.duel, test), describe(end(), test));
}

std::optional<DuelVerdict> DuelAudit::verdict() const {
  return stage_.duel && !problem() ? std::optional(stage_.duel->verdict) : std::nullopt;
}

}  // namespace arena
