#include <string>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"

namespace wire_test {

using namespace std::chrono_literals;
using arena::test::read_file;
using processes::LiveBot;

TEST_EVERY_LEVEL_TAGGED("the bytes of both directions are kept exactly", "[memory]") {
  const arena::test::ScratchFolder folder;
  std::string sent;
  {
    LiveBot bot = LiveBot::python(isolation,
                                  "import os, time\n"
                                  "got = 0\n"
                                  "while got < 300000:\n"
                                  "    got += len(os.read(0, 777))\n"
                                  "os.write(1, b'a\\0b\\xff\\r\\n\\nlast \\x1b[2J')\n"
                                  "os.close(1)\n"
                                  "os.read(0, 1)\n",
                                  std::make_unique<arena::WireLog>(folder.path(), "bot"));
    bot.process().begin_game("b0g0");
    bot.process().mark(1);
    // More than the pipe holds, so that it goes in pieces.
    for (int i = 0; sent.size() < 300000; ++i) sent += std::to_string(i) + " ";
    const arena::Sent done = bot.send(sent, 20s);
    REQUIRE(done.kind == arena::Sent::Kind::done);
    CHECK(bot.receive().text == std::string("a\0b\xff", 4));
    CHECK(bot.receive().text.empty());
    CHECK(bot.receive().kind == arena::Incoming::Kind::closed);
    bot.process().mark(2);
    bot.stop(5s, "quit\n");
  }
  const std::string received("a\0b\xff\r\n\nlast \x1b[2J", 16);
  CHECK(read_file(folder / "bot.to_bot") == sent + "quit\n");
  CHECK(read_file(folder / "bot.from_bot") == received);
  CHECK(read_file(folder / "bot.index") == "b0g0 0 0 0\nb0g0 1 0 0\nb0g0 2 " + std::to_string(sent.size()) + " 16\n");
}

TEST_EVERY_LEVEL("bytes that come without being waited for are kept too") {
  const arena::test::ScratchFolder folder;
  {
    LiveBot bot = LiveBot::python(isolation, "import os\nos.write(1, b'one\\ntwo\\nthr')\nos.read(0, 1)\n",
                                  std::make_unique<arena::WireLog>(folder.path(), "bot"));
    std::optional<arena::Incoming> line;
    REQUIRE(bot.happens(10s, [&] { return (line = bot.process().poll()).has_value(); }));
    CHECK(line->text == "one");
    line = bot.process().poll();
    REQUIRE(line);
    CHECK(line->text == "two");
    CHECK_FALSE(bot.process().poll());
    CHECK(bot.process().push("x") == 1);
    bot.stop(5s);
  }
  CHECK(read_file(folder / "bot.from_bot") == "one\ntwo\nthr");
  CHECK(read_file(folder / "bot.to_bot") == "x");
}

TEST_CASE("a log is appended to, and counts on", "[memory]") {
  const arena::test::ScratchFolder folder;
  for (int round = 1; round <= 2; ++round) {
    arena::WireLog log(folder.path(), "bot");
    log.to_bot("hello\n");
    log.question("b0g0", round);
    log.from_bot("ready\n");
  }
  CHECK(read_file(folder / "bot.to_bot") == "hello\nhello\n");
  CHECK(read_file(folder / "bot.index") == "b0g0 1 6 0\nb0g0 2 12 6\n");
}

TEST_CASE("a log that cannot be opened names its file", "[memory]") {
  CHECK_THROWS_WITH(arena::WireLog("/no/such/folder", "bot"),
                    Catch::Matchers::ContainsSubstring("/no/such/folder/bot.to_bot"));
}

}  // namespace wire_test
