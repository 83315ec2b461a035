#include "arena/league/run/epoch_games.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// The games that are compared. With more, an epoch needs hardly fewer starts, and a choice takes longer.
constexpr std::size_t kCompared = 256;

/// The cost of a start, in games by which a bot is behind.
constexpr std::int64_t kStartCost = 5;

/// Divisible by every number of seats, so that averages over the seats of a table are integers.
constexpr std::int64_t kSeatsMultiple = 60;

/// Returns the place of a seat's bot among the seats of the same bot, from 0.
std::ptrdiff_t copies_before(const Circle& circle, std::size_t seat) {
  return std::count(circle.begin(), circle.begin() + static_cast<std::ptrdiff_t>(seat), circle[seat]);
}

}  // namespace

EpochGames::EpochGames(std::vector<QueuedGame> games) : games_(std::move(games)), order_(games_.size()) {
  std::iota(order_.rbegin(), order_.rend(), std::size_t{0});
  for (const QueuedGame& game : games_) {
    for (const int bot : game.block.circle) {
      if (at(bot) >= shares_.size()) shares_.resize(at(bot) + 1);
      ++shares_[at(bot)].all;
      ++shares_[at(bot)].left;
    }
  }
}

std::optional<QueuedGame> EpochGames::next(std::span<const int> idle) {
  if (order_.empty()) return std::nullopt;
  auto best = order_.rend();
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  const auto compared = static_cast<std::ptrdiff_t>(std::min(kCompared, order_.size()));
  for (auto one = order_.rbegin(); one != order_.rbegin() + compared; ++one) {
    const std::int64_t costs = cost(games_[*one].block.circle, idle);
    if (costs >= least) continue;
    least = costs;
    best = one;
  }
  QueuedGame game = std::move(games_[*best]);
  order_.erase(std::next(best).base());
  for (const int bot : game.block.circle) --shares_[at(bot)].left;
  return game;
}

std::vector<QueuedGame> EpochGames::left() const {
  std::vector<QueuedGame> games;
  for (auto one = order_.rbegin(); one != order_.rend(); ++one) games.push_back(games_[*one]);
  return games;
}

/// Returns the average cost of a seat, times kSeatsMultiple and the number of games of the epoch. The pace of a bot is
/// its share of the games that are left.
std::int64_t EpochGames::cost(const Circle& circle, std::span<const int> idle) const {
  const auto all = std::ssize(games_);
  const auto left = std::ssize(order_);
  std::int64_t costs = 0;
  for (std::size_t seat = 0; seat < circle.size(); ++seat) {
    const std::size_t bot = at(circle[seat]);
    const Share& share = shares_[bot];
    const bool has_process = bot < idle.size() && copies_before(circle, seat) < idle[bot];
    costs += (has_process ? 0 : kStartCost * all) - (share.left * all - share.all * left);
  }
  return costs * (kSeatsMultiple / std::ssize(circle));
}

int least_starts(std::span<const QueuedGame> games, int tables, int bots_started,
                 const std::vector<bool>& for_one_game) {
  std::vector<int> seats;                                 // of each game
  std::vector<std::ptrdiff_t> most(at(bots_started), 1);  // of each bot, the most seats in one game
  std::vector<std::ptrdiff_t> all(for_one_game.size());   // of each bot that is for one game, the seats in all games
  for (const QueuedGame& game : games) {
    const Circle& circle = game.block.circle;
    seats.push_back(static_cast<int>(circle.size()));
    for (std::size_t seat = 0; seat < circle.size(); ++seat) {
      const std::size_t bot = at(circle[seat]);
      if (bot >= most.size()) most.resize(bot + 1, 0);
      if (bot < all.size() && for_one_game[bot]) {
        most[bot] = std::max(most[bot], ++all[bot]);
      } else {
        most[bot] = std::max(most[bot], copies_before(circle, seat) + 1);
      }
    }
  }
  std::ranges::sort(seats);
  const std::ptrdiff_t in_use = std::min<std::ptrdiff_t>(tables, std::ssize(seats));
  const int of_tables = std::accumulate(seats.begin(), seats.begin() + in_use, 0);
  return std::max(of_tables, static_cast<int>(std::accumulate(most.begin(), most.end(), std::ptrdiff_t{0})));
}

}  // namespace arena
