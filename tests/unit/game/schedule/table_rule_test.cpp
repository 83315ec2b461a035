// Tables with challengers, and every set of bots.

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "arena/game/schedule/balance.h"
#include "arena/game/schedule/schedule.h"
#include "tests/catch.h"

namespace table_rule_test {

using namespace arena;

namespace {

std::vector<int> all(int bots) {
  std::vector<int> list(static_cast<std::size_t>(bots));
  std::iota(list.begin(), list.end(), 0);
  return list;
}

ScheduleRules rules_of(int bots, int seats) { return {{{seats, 1, all(bots), "hooligan"}}, {}, "seed"}; }

int width(const std::vector<int>& numbers) { return std::ranges::max(numbers) - std::ranges::min(numbers); }

}  // namespace

TEST_CASE("in a gauntlet each table has its challengers, and the field is level") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (int challengers = 1; challengers <= 3; ++challengers) {
      const int a_table = challengers == 2 ? 2 : 1;
      for (const int field : {1, 2, 5, 9}) {
        INFO(seats << " seats, " << challengers << " challengers, field of " << field);
        const int bots = challengers + field;
        const TableRule rule{challengers, a_table, false};
        Balance balance(all(bots), {}, static_cast<std::size_t>(seats), 3, {}, 0, rule);
        std::vector<int> seats_had(static_cast<std::size_t>(bots), 0);
        std::map<std::pair<int, int>, int> met;
        for (int block = 0; block < 120; ++block) {
          const Circle circle = balance.next();
          CHECK(std::ranges::count_if(circle, [&](int bot) { return bot < challengers; }) == a_table);
          const std::set<int> different(circle.begin(), circle.end());
          const bool has_copies = Balance::has_copies(all(bots), static_cast<std::size_t>(seats), rule);
          CHECK((different.size() < circle.size()) == has_copies);
          for (const int bot : circle) ++seats_had[static_cast<std::size_t>(bot)];
          for (const int bot : different) {
            for (const int other : different) met[{bot, other}] += bot < challengers && other >= challengers;
          }
        }
        const auto split = seats_had.begin() + challengers;
        CHECK(width({seats_had.begin(), split}) <= 2);
        if (seats > a_table) CHECK(width({split, seats_had.end()}) <= 2);
        std::vector<int> meetings;
        for (int bot = 0; bot < challengers; ++bot) {
          for (int other = challengers; other < bots; ++other) meetings.push_back(met[{bot, other}]);
        }
        if (seats > a_table) CHECK(width(meetings) <= 4);
      }
    }
  }
}

TEST_CASE("every set of bots plays once before any plays again, and all stay nearly level") {
  for (int seats = 2; seats <= 5; ++seats) {
    ScheduleRules rules = rules_of(8, seats);
    rules.every_set = true;
    const auto sets = static_cast<int>(table_sets(rules, 0));
    CHECK(sets == std::map<int, int>{{2, 28}, {3, 56}, {4, 70}, {5, 56}}[seats]);
    Scheduler scheduler(rules);
    for (int round = 0; round < 2; ++round) {
      std::set<std::set<int>> played;
      std::vector<int> had(8, 0);
      for (int block = 0; block < sets; ++block) {
        const Circle circle = scheduler.next().circle;
        CHECK(played.insert({circle.begin(), circle.end()}).second);
        for (const int bot : circle) ++had[static_cast<std::size_t>(bot)];
        INFO(seats << " seats, block " << block);
        CHECK(width(had) <= 4);
      }
      CHECK(width(had) == 0);
    }
  }
}

TEST_CASE("sets keep authors apart, and few bots are one set") {
  ScheduleRules rules = rules_of(5, 3);
  rules.authors = {0, 0, 1, 2, 2};
  rules.every_set = true;
  CHECK(table_sets(rules, 0) == 4);
  CHECK(table_sets(rules_of(3, 4), 0) == 1);
}

TEST_CASE("challengers without a field, too few of them, or too many sets are reported") {
  ScheduleRules rules = rules_of(5, 3);
  rules.challengers = 5;
  CHECK(schedule_problem(rules) == "variant hooligan is played only by the challengers");
  rules.challengers = 2;
  rules.challengers_a_table = 2;
  CHECK(schedule_problem(rules) == std::nullopt);
  rules.variants[0].bots = {1, 2, 3};
  CHECK(schedule_problem(rules) == "variant hooligan is played by 1 of the challengers, but 2 must sit at each table");
  rules = rules_of(5, 3);
  rules.challengers = 1;
  rules.authors = {0, 1, 2, 3, 4};
  CHECK(schedule_problem(rules) == "variant hooligan has challengers, so it cannot keep authors apart");
  rules = rules_of(100, 5);
  rules.every_set = true;
  CHECK(schedule_problem(rules) == "the bots of all variants form more than 1000000 sets that fill a table");
}

}  // namespace table_rule_test
