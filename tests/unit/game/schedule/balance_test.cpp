#include "arena/game/schedule/balance.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "engine/random.h"
#include "tests/catch.h"
#include "tests/unit/game/schedule/tally.h"

namespace balance_test {

using namespace arena;

namespace {

struct Bounds {
  int appearances = 0;
  int meetings = 0;
  int distances = 0;
};

// Of N = seats .. 64 bots over 60 circles each, at any circle.
Bounds bounds_of(int seats) {
  if (seats == 2) return {2, 1, 1};
  return {2, seats <= 4 ? 3 : 4, 4};
}

struct Worst {
  int appearances = 0;
  int meetings = 0;
  int distances = 0;

  bool within(const Bounds& bounds) const {
    return appearances <= bounds.appearances && meetings <= bounds.meetings && distances <= bounds.distances;
  }
};

Worst worst_of(int bots, int seats, int circles, const std::function<Circle()>& next) {
  Tally tally(bots, seats);
  Worst worst;
  for (int circle = 0; circle < circles; ++circle) {
    tally.add(next());
    worst.appearances = std::max(worst.appearances, tally.appearances());
    worst.meetings = std::max(worst.meetings, tally.meetings());
    worst.distances = std::max(worst.distances, tally.distances());
  }
  return worst;
}

std::vector<int> all(int bots) {
  std::vector<int> list(static_cast<std::size_t>(bots));
  std::iota(list.begin(), list.end(), 0);
  return list;
}

Worst worst_of_balance(int bots, int seats, int circles, std::uint64_t seed) {
  Balance balance(all(bots), {}, static_cast<std::size_t>(seats), seed);
  return worst_of(bots, seats, circles, [&] { return balance.next(); });
}

std::string shown(const Worst& worst) {
  return "appearances " + std::to_string(worst.appearances) + ", meetings " + std::to_string(worst.meetings) +
         ", distances " + std::to_string(worst.distances);
}

}  // namespace

TEST_CASE("up to 64 bots stay level at any circle") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (int bots = seats; bots <= 64; ++bots) {
      const Worst worst = worst_of_balance(bots, seats, 60 * bots / seats, 1);
      INFO(bots << " bots at " << seats << " seats: " << shown(worst));
      CHECK(worst.within(bounds_of(seats)));
    }
  }
}

TEST_CASE("few bots stay level whatever the seed") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (int bots = seats; bots <= 14; ++bots) {
      for (std::uint64_t seed = 100; seed < 120; ++seed) {
        const Worst worst = worst_of_balance(bots, seats, 60 * bots / seats, seed);
        INFO(bots << " bots at " << seats << " seats, seed " << seed << ": " << shown(worst));
        CHECK(worst.within(bounds_of(seats)));
      }
    }
  }
}

TEST_CASE("a long tournament drifts no further apart") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (const int bots : {seats + 1, 2 * seats, 13}) {
      const Worst worst = worst_of_balance(bots, seats, 1500 * bots / seats, 5);
      INFO(bots << " bots at " << seats << " seats: " << shown(worst));
      const Bounds bounds = bounds_of(seats);
      CHECK(worst.within({bounds.appearances, bounds.meetings, bounds.distances + 1}));
    }
  }
}

TEST_CASE("bots drawn at random break every bound") {
  for (int seats = 2; seats <= 6; ++seats) {
    hearts::Random random({3, 0, 0, static_cast<std::uint64_t>(seats)});
    const auto drawn = [&] {
      std::vector<int> bots = all(10);
      for (std::uint32_t i = 0; i < 9; ++i) std::swap(bots[i], bots[i + random.below(10 - i)]);
      bots.resize(static_cast<std::size_t>(seats));
      return bots;
    };
    const Worst worst = worst_of(10, seats, 600 / seats, drawn);
    INFO(seats << " seats: " << shown(worst));
    const Bounds bounds = bounds_of(seats);
    CHECK(worst.appearances > bounds.appearances);
    CHECK(worst.meetings > bounds.meetings);
    CHECK(worst.distances > bounds.distances);
  }
}

TEST_CASE("tables that never change break the bounds of meetings, and one order those of distances") {
  int number = 0;
  const auto two_tables = [&] { return number++ % 2 == 0 ? Circle{0, 1, 2, 3} : Circle{4, 5, 6, 7}; };
  const Worst apart = worst_of(8, 4, 120, two_tables);
  CHECK(apart.appearances == 1);
  CHECK(apart.meetings == 60);

  const Worst stiff = worst_of(4, 4, 60, [] { return Circle{0, 1, 2, 3}; });
  CHECK(stiff.appearances == 0);
  CHECK(stiff.meetings == 0);
  CHECK(stiff.distances == 60);
}

TEST_CASE("nobody sits twice at a table when there are bots enough") {
  for (int seats = 2; seats <= 6; ++seats) {
    Balance balance(all(seats + 3), {}, static_cast<std::size_t>(seats), 9);
    for (int circle = 0; circle < 100; ++circle) {
      const Circle sat = balance.next();
      REQUIRE(static_cast<int>(sat.size()) == seats);
      CHECK(std::set<int>(sat.begin(), sat.end()).size() == sat.size());
    }
  }
}

TEST_CASE("as many bots as seats come to sit in every order") {
  for (int seats = 3; seats <= 5; ++seats) {
    Balance balance(all(seats), {}, static_cast<std::size_t>(seats), 2);
    int orders = 1;
    for (int i = 2; i < seats; ++i) orders *= i;
    std::set<Circle> seen;
    for (int circle = 0; circle < 40 * orders; ++circle) {
      Circle sat = balance.next();
      std::rotate(sat.begin(), std::find(sat.begin(), sat.end(), 0), sat.end());
      seen.insert(sat);
    }
    INFO(seats << " seats");
    CHECK(static_cast<int>(seen.size()) == orders);
  }
}

TEST_CASE("two bots of one author never sit together, and all play about equally often") {
  const std::vector<int> authors = {7, 7, 3, 3, 3, 9, 9, 1, 1, 4, 4, 4};
  for (int seats = 2; seats <= 4; ++seats) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      INFO(seats << " seats, seed " << seed);
      Balance balance(all(12), authors, static_cast<std::size_t>(seats), seed);
      bool apart = true;
      const Worst worst = worst_of(12, seats, 720 / seats, [&] {
        const Circle circle = balance.next();
        std::set<int> at_table;
        for (const int bot : circle) apart = apart && at_table.insert(authors[static_cast<std::size_t>(bot)]).second;
        return circle;
      });
      CHECK(apart);
      CHECK(worst.appearances <= 3);
    }
  }
}

TEST_CASE("an author of many bots fills one seat of each table, and shares it among them") {
  std::vector<int> authors(15, 0);  // bots 0 .. 8 are by author 0
  for (std::size_t bot = 9; bot < 15; ++bot) authors[bot] = static_cast<int>(bot);
  Balance balance(all(15), authors, 4, 3);
  std::vector<int> seats_had(15, 0);
  for (int circle = 1; circle <= 600; ++circle) {
    int of_the_many = 0;
    for (const int bot : balance.next()) {
      ++seats_had[static_cast<std::size_t>(bot)];
      of_the_many += bot < 9 ? 1 : 0;
    }
    CHECK(of_the_many == 1);
    const auto many = std::minmax_element(seats_had.begin(), seats_had.begin() + 9);
    const auto others = std::minmax_element(seats_had.begin() + 9, seats_had.end());
    CHECK(*many.second - *many.first <= 2);
    CHECK(*others.second - *others.first <= 2);
  }
}

}  // namespace balance_test
