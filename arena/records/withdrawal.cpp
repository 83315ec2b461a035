#include "arena/records/withdrawal.h"

#include <algorithm>

#include "arena/game/schedule/schedule.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"

namespace arena {

Withdrawal::Withdrawal(const Manifest& manifest)
    : after_(manifest.withdraw_after),
      first_block_(manifest.stage.first_block),
      chunk_ends_(chunk_ends(manifest.blocks)) {}

void Withdrawal::add(const GameRecord& record) {
  const int block = record.block - first_block_;
  if (after_ == 0 || block < 0 || block >= chunk_ends_.back()) return;
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    const bool forfeited = record.result.forfeit_of(static_cast<hearts::Seat>(seat)) != nullptr;
    // A bot in several seats has forfeited the game if it has in any.
    played_[record.bots[seat]][{block, record.game}] |= forfeited;
  }
}

std::optional<Withdrawal::Found> Withdrawal::find(int end_block) const {
  if (after_ == 0) return std::nullopt;
  std::optional<Found> found;
  for (const auto& [bot, games] : played_) {
    int in_a_row = 0;
    for (const auto& [game, forfeited] : games) {
      if (first_block_ + game.first >= end_block) break;
      in_a_row = forfeited ? in_a_row + 1 : 0;
      if (in_a_row < after_) continue;
      const int end = first_block_ + *std::ranges::upper_bound(chunk_ends_, game.first);
      if (!found || end < found->end_block) found = Found{end, {}};
      if (end == found->end_block) found->bots.push_back(bot);
      break;
    }
  }
  return found;
}

}  // namespace arena
