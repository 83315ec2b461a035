#include "arena/game/schedule/schedule.h"

#include <algorithm>
#include <numeric>

#include "engine/seat.h"
#include "tests/catch.h"

namespace spread_test {

using namespace arena;
using hearts::at;

namespace {

/// Two hundred games of a hundred bots, each of which sits once in any 25 of them, more or less.
std::vector<Circle> circles() {
  ScheduleRules rules;
  ScheduledVariant& variant = rules.variants.emplace_back();
  variant.bots.resize(100);
  std::iota(variant.bots.begin(), variant.bots.end(), 0);
  rules.seed = "spread";
  std::vector<Circle> circles;
  for (const Block& block : schedule(rules, 200)) circles.push_back(block.circle);
  return circles;
}

/// In an order that has nothing to do with the bots.
std::vector<int> mixed_order(std::size_t games) {
  std::vector<int> order(games);
  for (std::size_t game = 0; game < games; ++game) order[game] = static_cast<int>(game * 77 % games);
  return order;
}

/// How often a bot sits in a game and in one of the `tables - 1` before it, too.
int meetings(const std::vector<int>& order, const std::vector<Circle>& circles, int tables) {
  int meetings = 0;
  for (int place = 0; place < static_cast<int>(order.size()); ++place) {
    for (int before = std::max(0, place - tables + 1); before < place; ++before) {
      const Circle& earlier = circles[at(order[at(before)])];
      for (const int bot : circles[at(order[at(place)])])
        meetings += static_cast<int>(std::ranges::count(earlier, bot));
    }
  }
  return meetings;
}

}  // namespace

TEST_CASE("games that are spread out are the same games") {
  const std::vector<Circle> games = circles();
  const std::vector<int> order = mixed_order(games.size());
  for (const int tables : {1, 2, 12, 25, 100, 1000}) {
    const std::vector<int> spread = spread_out(order, games, tables);
    CHECK(spread == spread_out(order, games, tables));
    CHECK(std::ranges::is_permutation(spread, order));
  }
}

TEST_CASE("bots sit far from their last game where games are spread out") {
  const std::vector<Circle> games = circles();
  const std::vector<int> order = mixed_order(games.size());
  CHECK(spread_out(order, games, 1) == order);
  const auto part_left = [&](int tables) {
    const int before = meetings(order, games, tables);
    CHECK(before > 20);
    return static_cast<double>(meetings(spread_out(order, games, tables), games, tables)) / before;
  };
  CHECK(part_left(2) == 0);
  CHECK(part_left(6) < 0.1);
  CHECK(part_left(12) < 1. / 3);
  CHECK(part_left(25) < 3. / 4);  // where all bots sit at tables all the time
}

TEST_CASE("games are spread out although all have the same bots, or one bot in all seats") {
  const std::vector<Circle> same(5, Circle{0, 1, 2, 3});
  CHECK(spread_out({4, 2, 0, 1, 3}, same, 3) == std::vector<int>{4, 2, 0, 1, 3});
  CHECK(spread_out({1, 0}, {{7, 7, 7}, {7, 7, 7}}, 2) == std::vector<int>{1, 0});
  CHECK(spread_out({}, {}, 8).empty());
}

}  // namespace spread_test
