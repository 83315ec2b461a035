#include "arena/game/table/turn_timer.h"

#include "tests/catch.h"

namespace clock_test {

namespace {

using namespace arena;
using std::chrono::milliseconds;

Limits limits_of(int move, int bank, int increment, int grace) {
  Limits limits;
  limits.move = milliseconds(move);
  limits.bank = milliseconds(bank);
  limits.increment = milliseconds(increment);
  limits.grace = milliseconds(grace);
  return limits;
}

TEST_CASE("an answer may take the smaller of move and bank, and the grace") {
  Clock clock(limits_of(500, 800, 0, 100));
  clock.start_question();
  CHECK(clock.allowance() == milliseconds(600));
  clock.use(milliseconds(450));
  clock.settle();
  CHECK(clock.bank_left() == milliseconds(350));
  clock.start_question();
  CHECK(clock.move_left() == milliseconds(500));
  CHECK(clock.allowance() == milliseconds(450));
}

TEST_CASE("all time used leaves the bank before the increment comes") {
  Clock clock(limits_of(500, 1000, 30, 100));
  clock.start_question();
  clock.use(milliseconds(580));
  clock.settle();
  CHECK(clock.bank_left() == milliseconds(450));
}

TEST_CASE("a bank that is used up leaves the grace and the increment") {
  Clock clock(limits_of(500, 300, 20, 100));
  clock.start_question();
  clock.use(milliseconds(400));
  clock.settle();
  CHECK(clock.bank_left() == milliseconds(20));
  clock.start_question();
  CHECK(clock.allowance() == milliseconds(120));
}

TEST_CASE("a second try has what the first one left") {
  Clock clock(limits_of(500, 1000, 0, 100));
  clock.start_question();
  clock.use(milliseconds(200));
  CHECK(clock.move_left() == milliseconds(300));
  CHECK(clock.bank_left() == milliseconds(800));
  clock.use(milliseconds(400));
  CHECK(clock.move_left() == milliseconds(0));
  clock.settle();
  CHECK(clock.bank_left() == milliseconds(400));
}

TEST_CASE("the time to set up a game is free at its first question, and is not kept") {
  Limits limits = limits_of(500, 800, 0, 100);
  limits.newgame = milliseconds(700);
  Clock clock(limits);
  clock.start_question();
  CHECK(clock.move_left() == milliseconds(500));
  CHECK(clock.bank_left() == milliseconds(800));
  CHECK(clock.allowance() == milliseconds(1300));
  clock.use(milliseconds(600));
  CHECK(clock.used() == milliseconds(0));
  CHECK(clock.allowance() == milliseconds(700));
  // A second try has what is left of both.
  clock.use(milliseconds(150));
  CHECK(clock.used() == milliseconds(50));
  CHECK(clock.move_left() == milliseconds(450));
  clock.settle();
  clock.end_setup();
  CHECK(clock.bank_left() == milliseconds(750));

  Clock quick(limits);
  quick.start_question();
  quick.use(milliseconds(1));
  quick.settle();
  quick.end_setup();
  quick.start_question();
  CHECK(quick.bank_left() == milliseconds(800));
  CHECK(quick.allowance() == milliseconds(600));
}

}  // namespace

}  // namespace clock_test
