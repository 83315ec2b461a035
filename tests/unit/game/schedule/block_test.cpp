#include "arena/game/schedule/schedule.h"

#include <algorithm>
#include <map>
#include <set>

#include "tests/catch.h"

namespace block_test {

using namespace arena;

namespace {

/// The bots in turn until the table is full.
Circle in_turn(int bots, int seats) {
  Circle circle;
  for (int seat = 0; seat < seats; ++seat) circle.push_back(seat % bots);
  return circle;
}

}  // namespace

TEST_CASE("from game to game the bots move on by one seat") {
  const Circle circle = {0, 1, 2, 3};
  CHECK(seating(circle, 0) == std::vector<int>{0, 1, 2, 3});
  CHECK(seating(circle, 1) == std::vector<int>{1, 2, 3, 0});
  CHECK(seating(circle, 3) == std::vector<int>{3, 0, 1, 2});
  CHECK(seating(circle, 4) == seating(circle, 0));
  CHECK(seating(in_turn(2, 5), 2) == std::vector<int>{0, 1, 0, 0, 1});
}

TEST_CASE("a block has as many games as there are different seatings") {
  CHECK(games_of_block(in_turn(1, 6)) == 1);
  CHECK(games_of_block(in_turn(2, 4)) == 2);
  CHECK(games_of_block(in_turn(2, 6)) == 2);
  CHECK(games_of_block(in_turn(3, 6)) == 3);
  CHECK(games_of_block(in_turn(2, 5)) == 5);
  CHECK(games_of_block(in_turn(4, 6)) == 6);
  CHECK(games_of_block(in_turn(6, 6)) == 6);
  CHECK(games_of_block({3, 3, 7, 7}) == 4);
}

TEST_CASE("in a block every bot sits in every seat equally often, and no seating comes twice") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (int bots = 1; bots <= seats; ++bots) {
      INFO(bots << " bots at " << seats << " seats");
      const Circle circle = in_turn(bots, seats);
      REQUIRE(static_cast<int>(circle.size()) == seats);
      for (int bot = 0; bot < bots; ++bot) CHECK(std::count(circle.begin(), circle.end(), bot) >= 1);
      std::set<std::vector<int>> seatings;
      std::map<int, std::set<int>> times_in_seat;
      for (int bot = 0; bot < bots; ++bot) {
        for (std::size_t seat = 0; seat < circle.size(); ++seat) {
          int times = 0;
          for (int game = 0; game < games_of_block(circle); ++game) times += seating(circle, game)[seat] == bot ? 1 : 0;
          times_in_seat[bot].insert(times);
        }
        CHECK(times_in_seat[bot].size() == 1);
      }
      for (int game = 0; game < games_of_block(circle); ++game) CHECK(seatings.insert(seating(circle, game)).second);
      CHECK(seatings.contains(seating(circle, games_of_block(circle))));
    }
  }
}

}  // namespace block_test
