#include "arena/game/schedule/spread.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

constexpr int kNever = std::numeric_limits<int>::min() / 2;

/// A game that is yet to have its place.
struct Waiting {
  int last = 0;  ///< the last place before it of any of its bots, as of the last look; it only rises
  int rank = 0;  ///< its place in the order as it was
  auto operator<=>(const Waiting&) const = default;
};

template <class Value>
using LeastFirst = std::priority_queue<Value, std::vector<Value>, std::greater<>>;

template <class Value>
Value pop(LeastFirst<Value>& queue) {
  const Value value = queue.top();
  queue.pop();
  return value;
}

}  // namespace

std::vector<int> spread_out(const std::vector<int>& order, const std::vector<Circle>& circles, int tables) {
  std::vector<int> last_places;  // that games have so far, by their bots
  for (const Circle& circle : circles) {
    for (const int bot : circle) last_places.resize(std::max(last_places.size(), at(bot) + 1), kNever);
  }
  LeastFirst<Waiting> waiting;
  LeastFirst<int> rested;  // ranks of games that had rested at the last look
  for (int rank = 0; rank < static_cast<int>(order.size()); ++rank) rested.push(rank);
  std::vector<int> spread;
  while (spread.size() < order.size()) {
    const int place = static_cast<int>(spread.size());
    while (!waiting.empty() && waiting.top().last <= place - tables) rested.push(pop(waiting).rank);
    const bool has_rested = !rested.empty();
    const Waiting next = has_rested ? Waiting{place - tables, pop(rested)} : pop(waiting);
    const int game = order[at(next.rank)];
    int last = kNever;
    for (const int bot : circles[at(game)]) last = std::max(last, last_places[at(bot)]);
    if (last > next.last) {
      waiting.push({last, next.rank});
      continue;
    }
    for (const int bot : circles[at(game)]) last_places[at(bot)] = place;
    spread.push_back(game);
  }
  return spread;
}

}  // namespace arena
