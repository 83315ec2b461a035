#include "arena/league/run/bot_pool.h"

#include "tests/catch.h"

namespace bot_pool_test {

using namespace arena;

namespace {

PooledBot bot_of(int index, bool has_process = true) {
  PooledBot bot;
  bot.bot = index;
  bot.has_process = has_process;
  return bot;
}

std::vector<int> numbers_of(const std::vector<PooledBot>& bots) {
  std::vector<int> numbers;
  for (const PooledBot& bot : bots) numbers.push_back(bot.bot);
  return numbers;
}

/// Makes so many bots and gives them back, from 0.
void fill(IdleBots& idle, int bots) {
  for (int bot = 0; bot < bots; ++bot) {
    CHECK(idle.make_room().empty());
    idle.release(bot_of(bot));
  }
}

}  // namespace

TEST_CASE("the bot that was given back first makes room where there are too many") {
  ProcessBounds processes;
  processes.most = 3;
  IdleBots idle(processes);
  fill(idle, 3);
  CHECK(numbers_of(idle.make_room()) == std::vector{0});
  CHECK(numbers_of(idle.make_room()) == std::vector{1});
  idle.release(bot_of(7));
  CHECK(numbers_of(idle.make_room()) == std::vector{2});
  CHECK(numbers_of(idle.make_room()) == std::vector{7});
  CHECK(idle.make_room().empty());  // all sit at tables
}

TEST_CASE("idle bots are counted by index") {
  IdleBots idle({});
  CHECK(idle.counts().empty());
  for (const int bot : {3, 1, 3}) idle.release(bot_of(bot));
  CHECK(idle.counts() == std::vector{0, 1, 0, 2});
  idle.release(bot_of(1, false));  // its process has ended with its game
  CHECK(idle.counts() == std::vector{0, 1, 0, 2});
  CHECK(idle.acquire(1, 0)->has_process);
  CHECK_FALSE(idle.acquire(1, 0)->has_process);
}

TEST_CASE("where memory is short two idle bots go for each that comes, until it is not") {
  bool is_short = false;
  int looks = 0;
  ProcessBounds processes;
  processes.most = 100;
  processes.most_when_short = 10;
  processes.memory_is_short = [&] {
    ++looks;
    return is_short;
  };
  IdleBots idle(processes);
  fill(idle, 40);
  CHECK(looks == 2);  // not at each start
  is_short = true;
  int ended = 0;
  for (int made = 0; made < 18; ++made) ended += static_cast<int>(idle.make_room().size());
  // It was noticed after at most sixteen more.
  CHECK(ended >= 2 * 2);
  CHECK(ended < 2 * 18);
  CHECK(looks >= 4);  // and then at each
  CHECK(numbers_of(idle.make_room()).size() == 2);
  // Some are kept in any case.
  int alive = 40 + 19 - ended - 2;
  for (int made = 0; made < 30; ++made) alive += 1 - static_cast<int>(idle.make_room().size());
  CHECK(alive >= 10);
  is_short = false;
  CHECK(idle.make_room().empty());
}

}  // namespace bot_pool_test
