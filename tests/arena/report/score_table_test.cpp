#include "arena/report/score_table.h"

#include "tests/catch.h"

using namespace arena;

namespace {

GameRecord game(std::vector<std::string> bots, hearts::PerSeat<int> scores, hearts::PerSeat<int> places) {
  GameRecord record;
  record.bots = std::move(bots);
  record.result.scores = scores;
  record.result.places = places;
  return record;
}

}  // namespace

TEST_CASE("before the first game the table has the bots and nothing else") {
  CHECK(ScoreTable({"duck", "a_longer_name"}).text() ==
        "bot             games    wins   place   points  forfeits  faults\n"
        "duck                0\n"
        "a_longer_name       0\n");
}

TEST_CASE("the table has sums and means, best mean place first") {
  ScoreTable table({"ann", "bob", "cyd", "dan"});
  table.add(game({"ann", "bob", "cyd", "dan"}, {100, 20, 30, 40}, {4, 1, 2, 3}));
  table.add(game({"bob", "cyd", "dan", "ann"}, {0, 7, 105, -4}, {2, 3, 4, 1}));
  CHECK(table.text() ==
        "bot   games    wins   place   points  forfeits  faults\n"
        "bob       2     1.0    1.50     10.0         0       0\n"
        "ann       2     1.0    2.50     48.0         0       0\n"
        "cyd       2     0.0    2.50     18.5         0       0\n"
        "dan       2     0.0    3.50     72.5         0       0\n");
}

TEST_CASE("a win that is shared counts in parts") {
  ScoreTable table({"ann", "bob", "cyd"});
  table.add(game({"ann", "bob", "cyd"}, {5, 5, 100}, {1, 1, 3}));
  table.add(game({"ann", "bob", "cyd"}, {5, 5, 5}, {1, 1, 1}));
  table.add(game({"ann", "bob", "cyd"}, {9, 5, 5}, {3, 1, 1}));
  CHECK(table.text() ==
        "bot   games    wins   place   points  forfeits  faults\n"
        "bob       3     1.3    1.00      5.0         0       0\n"
        "ann       3     0.8    1.67      6.3         0       0\n"
        "cyd       3     0.8    1.67     36.7         0       0\n");
}

TEST_CASE("a bot that sits twice at a table counts twice") {
  ScoreTable table({"ann", "bob"});
  table.add(game({"ann", "bob", "ann", "bob"}, {1, 2, 3, 4}, {1, 2, 3, 4}));
  CHECK(table.text() ==
        "bot   games    wins   place   points  forfeits  faults\n"
        "ann       2     1.0    2.00      2.0         0       0\n"
        "bob       2     0.0    3.00      3.0         0       0\n");
}

TEST_CASE("forfeits and faults are counted for the bot in the seat") {
  ScoreTable table({"ann", "bob"});
  GameRecord record = game({"bob", "ann"}, {10, 50}, {1, 2});
  FaultEvent fault;
  fault.seat = 1;
  record.result.faults = {fault, fault, fault};
  record.result.forfeits = {{1, 2, 3, Fault::timeout}};
  fault.seat = 0;
  record.result.faults.push_back(fault);
  table.add(record);
  CHECK(table.text() ==
        "bot   games    wins   place   points  forfeits  faults\n"
        "bob       1     1.0    1.00     10.0         0       1\n"
        "ann       1     0.0    2.00     50.0         1       3\n");
}

TEST_CASE("a bot that was not named before comes in with its first game") {
  ScoreTable table({"ann"});
  table.add(game({"ann", "guest"}, {1, 0}, {2, 1}));
  CHECK(table.text().find("\nguest") < table.text().find("\nann"));
}
