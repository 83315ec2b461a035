#include "arena/league/plan/start_counts.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "arena/game/schedule/balance.h"
#include "engine/seat.h"

namespace arena {

using hearts::at;

StartCounts::StartCounts(std::vector<bool> for_one_game, int workers, int processes_max)
    : for_one_game_(std::move(for_one_game)),
      workers_(at(workers)),
      processes_max_(processes_max),
      idle_(for_one_game_.size()) {
  for (int bot = 0; bot < std::ssize(for_one_game_); ++bot) {
    acquire({bot});
    give_back(bot);
  }
}

void StartCounts::clear_table() {
  if (tables_.size() < workers_) return;
  const auto first = tables_.begin();
  done_ = first->first;
  release(first->second);
  tables_.erase(first);
}

std::vector<int> StartCounts::idle() const {
  std::vector<int> counts;
  for (const Uses& uses : idle_) counts.push_back(static_cast<int>(uses.size()));
  return counts;
}

void StartCounts::play(const QueuedGame& queued, Seconds mean) {
  std::vector<int> bots = seating(queued.block.circle, queued.game);
  const double before = starts_;
  acquire(bots);
  const Seconds all = mean + (starts_ - before) * kStartTime;
  tables_.emplace(done_ + all * (50 + random_.below(101)) / 100, std::move(bots));
  most_ = std::max(most_, alive_);
}

void StartCounts::end_epoch() {
  tables_.clear();
  for (auto& uses : idle_) uses.clear();
  alive_ = 0;
}

void StartCounts::acquire(const std::vector<int>& bots) {
  int missing = 0;
  for (const int bot : bots) {
    Uses& idle = idle_[at(bot)];
    if (idle.empty()) {
      ++missing;
    } else {
      idle.pop_back();
    }
  }
  starts_ += missing;
  for (alive_ += missing; alive_ > processes_max_; --alive_) {
    const auto use = [](const Uses& one) { return one.empty() ? std::numeric_limits<std::uint64_t>::max() : one[0]; };
    const auto oldest = std::ranges::min_element(idle_, {}, use);
    if (oldest->empty()) break;
    oldest->erase(oldest->begin());
  }
}

void StartCounts::give_back(int bot) { idle_[at(bot)].push_back(++uses_); }

void StartCounts::release(const std::vector<int>& bots) {
  for (const int bot : bots) {
    if (for_one_game_[at(bot)]) {
      --alive_;
    } else {
      give_back(bot);
    }
  }
}

}  // namespace arena
