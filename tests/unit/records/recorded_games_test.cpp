#include "arena/records/run_folder.h"

#include "tests/catch.h"

namespace recorded_games_test {

using namespace arena;

TEST_CASE("a run without records has no game") {
  const RecordedGames games;
  CHECK(games.count() == 0);
  CHECK(games.count(0) == 0);
  CHECK_FALSE(games.has(0, 0));
  CHECK_FALSE(games.has(1'000'000, 7));
}

TEST_CASE("a game is there once it was added, and no other") {
  RecordedGames games;
  CHECK(games.add(5, 3));
  CHECK(games.has(5, 3));
  for (int block = 0; block < 8; ++block) {
    for (int game = 0; game < 8; ++game) {
      if (block != 5 || game != 3) CHECK_FALSE(games.has(block, game));
    }
  }
  CHECK(games.count() == 1);
  CHECK(games.count(5) == 1);
  CHECK(games.count(4) == 0);
}

TEST_CASE("a game that is added again is refused and not counted") {
  RecordedGames games;
  CHECK(games.add(2, 0));
  CHECK_FALSE(games.add(2, 0));
  CHECK(games.add(2, 7));
  CHECK(games.add(0, 0));
  CHECK_FALSE(games.add(2, 7));
  CHECK(games.count() == 3);
  CHECK(games.count(2) == 2);
  CHECK(games.count(0) == 1);
}

TEST_CASE("the first game is one of a block that is not void") {
  RecordedGames games;
  CHECK(games.first() == std::pair(0, 0));
  games.add(0, 2);
  games.add(1, 1);
  games.add(1, 3);
  CHECK(games.first() == std::pair(0, 2));
  CHECK(games.first({0}) == std::pair(1, 1));
  CHECK(games.first({0, 1}) == std::pair(0, 0));
}

TEST_CASE("all games of a long run are kept") {
  RecordedGames games;
  for (int block = 999; block >= 0; --block) {
    for (int game = 0; game < 6; ++game) CHECK(games.add(block, game));
  }
  CHECK(games.count() == 6000);
  CHECK(games.count(123) == 6);
  CHECK_FALSE(games.has(123, 6));
}

}  // namespace recorded_games_test
