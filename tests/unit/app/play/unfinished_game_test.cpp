#include "arena/app/play/unfinished_game.h"

#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace unfinished_game_test {

using arena::UnfinishedGame;
using arena::test::read_file;
using arena::test::ScratchFolder;
using arena::test::write_file;

TEST_CASE("a resumed game has its answers, except a torn one") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "unfinished";
  {
    UnfinishedGame game(file);
    game.begin("b0g0");
    game.add(3, 0, "QS 2C 3C");
    game.add(1, 0, "KD");
  }
  CHECK(read_file(file) == "b0g0 3 0 QS 2C 3C\nb0g0 1 0 KD\n");
  write_file(file, read_file(file) + "b0g0 3 1 Q");
  UnfinishedGame game(file);
  game.begin("b0g0");
  REQUIRE(game.answer(3, 0) != nullptr);
  CHECK(*game.answer(3, 0) == "QS 2C 3C");
  CHECK(game.answer(3, 1) == nullptr);
  CHECK(game.has_answers(3, 0));
  CHECK_FALSE(game.has_answers(3, 1));
  CHECK_FALSE(game.has_answers(2, 0));
  game.add(3, 1, "QH");
  CHECK(read_file(file) == "b0g0 3 0 QS 2C 3C\nb0g0 1 0 KD\nb0g0 3 1 QH\n");
}

TEST_CASE("of another game nothing is kept, and of one that is over no file") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "unfinished";
  UnfinishedGame game(file);
  game.begin("b0g0");
  game.add(3, 0, "QS");
  game.begin("b1g0");
  CHECK_FALSE(game.has_answers(3, 0));
  CHECK_FALSE(std::filesystem::exists(file));
  game.add(3, 0, "KS");
  game.end();
  CHECK_FALSE(std::filesystem::exists(file));
}

}  // namespace unfinished_game_test
