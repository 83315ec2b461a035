#include "arena/game/table/respawn.h"

#include "engine/typed_text.h"

namespace arena {
namespace {

/// This part of the startup limit is added to the budget for starts with each game.
constexpr int kBudgetParts = 10;

}  // namespace

std::string Respawn::tell_spent() const {
  const Duration allowed = startup_ + games_due_ * startup_ / kBudgetParts;
  if (next_start_by_ != Blame::bot || used_ <= allowed) return {};
  return "not started again: its starts after the first took " + std::to_string(to_ms(used_).count()) + " ms in " +
         hearts::counted(games_due_, "game") + "; " + std::to_string(to_ms(allowed).count()) + " ms are allowed";
}

}  // namespace arena
