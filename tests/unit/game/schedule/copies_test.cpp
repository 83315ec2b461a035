#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "arena/game/schedule/balance.h"
#include "tests/catch.h"
#include "tests/unit/game/schedule/tally.h"

namespace copies_test {

using namespace arena;

// Fewer bots than seats: some sit more than once.

namespace {

Balance balance_of(int bots, int seats, std::uint64_t seed) {
  std::vector<int> list(static_cast<std::size_t>(bots));
  std::iota(list.begin(), list.end(), 0);
  return Balance(list, {}, static_cast<std::size_t>(seats), seed);
}

// The same for all rotations of a circle.
Circle least_rotation(const Circle& circle) {
  Circle least = circle;
  for (int game = 1; game < games_of_block(circle); ++game) least = std::min(least, seating(circle, game));
  return least;
}

}  // namespace

TEST_CASE("a bot alone takes every seat") {
  for (int seats = 2; seats <= 6; ++seats) {
    Balance balance = balance_of(1, seats, 1);
    for (int circle = 0; circle < 3; ++circle) CHECK(balance.next() == Circle(static_cast<std::size_t>(seats), 0));
  }
}

TEST_CASE("two bots at four seats sit in pairs and in turn alternately") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    INFO("seed " << seed);
    Balance balance = balance_of(2, 4, seed);
    for (int pair = 0; pair < 20; ++pair) {
      const std::set<Circle> both = {least_rotation(balance.next()), least_rotation(balance.next())};
      CHECK(both == std::set<Circle>{{0, 0, 1, 1}, {0, 1, 0, 1}});
    }
  }
}

TEST_CASE("of three bots at four seats each has the seat left over in turn") {
  Balance balance = balance_of(3, 4, 1);
  for (int round = 0; round < 30; ++round) {
    std::set<int> twice;
    for (int circle = 0; circle < 3; ++circle) {
      const Circle sat = balance.next();
      for (int bot = 0; bot < 3; ++bot) {
        const auto copies = std::count(sat.begin(), sat.end(), bot);
        REQUIRE(copies >= 1);
        REQUIRE(copies <= 2);
        if (copies == 2) twice.insert(bot);
      }
    }
    CHECK(twice == std::set<int>{0, 1, 2});
  }
}

TEST_CASE("no bot ever has more copies than it must") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (int bots = 1; bots < seats; ++bots) {
      INFO(bots << " bots at " << seats << " seats");
      Balance balance = balance_of(bots, seats, 4);
      for (int circle = 0; circle < 50; ++circle) {
        const Circle sat = balance.next();
        REQUIRE(static_cast<int>(sat.size()) == seats);
        for (int bot = 0; bot < bots; ++bot) {
          const auto copies = std::count(sat.begin(), sat.end(), bot);
          CHECK(copies >= seats / bots);
          CHECK(copies <= (seats + bots - 1) / bots);
        }
      }
    }
  }
}

TEST_CASE("with copies the seats had, meetings and distances stay level") {
  for (int seats = 3; seats <= 6; ++seats) {
    for (int bots = 2; bots < seats; ++bots) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        INFO(bots << " bots at " << seats << " seats, seed " << seed);
        Balance balance = balance_of(bots, seats, seed);
        Tally circles(bots, seats);
        Tally games(bots, seats);
        int appearances = 0;
        int meetings = 0;
        int distances = 0;
        for (int circle = 0; circle < 60 * bots / seats; ++circle) {
          const Circle sat = balance.next();
          circles.add(sat);
          games.add(sat, games_of_block(sat));
          appearances = std::max(appearances, circles.appearances());
          meetings = std::max(meetings, circles.meetings());
          distances = std::max(distances, games.distances());
        }
        CHECK(appearances <= 1);
        CHECK(meetings <= 3);
        CHECK(distances <= 4 * seats);  // in games: four circles' worth
      }
    }
  }
}

}  // namespace copies_test
