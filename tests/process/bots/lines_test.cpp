#include <algorithm>
#include <csignal>
#include <string>

#include "arena/base/text/line_cutter.h"
#include "arena/bots/process/incoming.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace lines_test {

// Lines and deadlines at real pipes.

using namespace std::chrono_literals;
using arena::Incoming;
using processes::LiveBot;

namespace {

/// A bot that writes these bytes (a Python expression) when it reads a line, and lives on.
std::string writes(const std::string& bytes) {
  return "import os, sys\nsys.stdin.readline()\nos.write(1, " + bytes + ")\nsys.stdin.readline()\n";
}

}  // namespace

TEST_EVERY_LEVEL_TAGGED("a line of 4096 bytes is taken, with LF and with CR LF", "[memory]") {
  for (const char* end : {"\\n", "\\r\\n"}) {
    LiveBot bot = LiveBot::python(isolation, writes("b'x' * 4096 + b'" + std::string(end) + "short\\n'"));
    bot.send("go\n", 1s);
    const processes::Line line = bot.receive();
    REQUIRE(line.kind == Incoming::Kind::line);
    CHECK(line.text == std::string(4096, 'x'));
    CHECK(bot.receive().text == "short");
  }
}

TEST_EVERY_LEVEL_TAGGED("a line of 4097 bytes is a flood, with LF and with CR LF", "[memory]") {
  for (const char* end : {"\\n", "\\r\\n"}) {
    LiveBot bot = LiveBot::python(isolation, writes("b'x' * 4097 + b'" + std::string(end) + "'"));
    bot.send("go\n", 1s);
    CHECK(bot.receive().kind == Incoming::Kind::flood);
  }
}

TEST_EVERY_LEVEL("a line without end is a flood as soon as it is too long, and stays one") {
  LiveBot bot = LiveBot::python(isolation, writes("b'x' * 4098"));
  bot.send("go\n", 1s);
  CHECK(bot.receive().kind == Incoming::Kind::flood);
  CHECK(bot.receive().kind == Incoming::Kind::flood);
  const auto polled = bot.process().poll();
  REQUIRE(polled);
  CHECK(polled->kind == Incoming::Kind::flood);
}

TEST_EVERY_LEVEL_TAGGED("a CR within a line, NUL and bytes that are no UTF-8 are passed on", "[memory]") {
  LiveBot bot = LiveBot::python(isolation, writes("b'a\\rb\\0\\xff\\xfe\\r\\r\\n\\n\\r\\n'"));
  bot.send("go\n", 1s);
  CHECK(bot.receive().text == std::string("a\rb\0\xff\xfe\r", 7));
  CHECK(bot.receive().text.empty());
  CHECK(bot.receive().text.empty());
}

TEST_EVERY_LEVEL("a deadline does not move for bytes that trickle in") {
  LiveBot bot = LiveBot::python(isolation,
                                "import os, select\n"
                                "os.write(1, b'ready\\n')\n"
                                "while not select.select([0], [], [], 0.01)[0]:\n"
                                "    os.write(1, b'x')\n"
                                "os.write(1, b'\\n')\n"
                                "os.read(0, 9)\n"
                                "os.read(0, 9)\n");
  REQUIRE(bot.receive().text == "ready");
  const arena::TimePoint deadline = bot.process().clock().now() + 300ms;
  const processes::Line none = bot.receive_until(deadline);
  CHECK(none.kind == Incoming::Kind::timeout);
  CHECK(none.at >= deadline);
  CHECK(none.at < deadline + 200ms * processes::kPatience);
  bot.send("stop\n", 1s);
  const processes::Line all = bot.receive();
  REQUIRE(all.kind == Incoming::Kind::line);
  CHECK(all.text.size() >= 5);  // what came before the deadline is not lost
  CHECK(all.text == std::string(all.text.size(), 'x'));
}

TEST_EVERY_LEVEL("a deadline that has passed takes what is there and waits for nothing") {
  LiveBot bot = LiveBot::shell(isolation, "echo one; echo two; read line");
  REQUIRE(bot.receive().text == "one");
  REQUIRE(bot.receive().text == "two");
  const arena::TimePoint before = bot.process().clock().now();
  CHECK(bot.receive_until(before - 1s).kind == Incoming::Kind::timeout);
  CHECK(bot.receive_until(before).kind == Incoming::Kind::timeout);
  CHECK(bot.process().clock().now() < before + 100ms * processes::kPatience);
}

TEST_EVERY_LEVEL_TAGGED("a bot that does not read stops a write at its deadline", "[memory]") {
  ::signal(SIGPIPE, SIG_IGN);
  LiveBot bot = LiveBot::python(isolation,
                                "import os, sys, time\n"
                                "os.write(1, b'ready\\n')\n"
                                "while not os.path.exists('go'):\n"
                                "    time.sleep(0.005)\n"
                                "data = sys.stdin.buffer.read()\n"
                                "want = b''.join(b'%d\\n' % i for i in range(50000))\n"
                                "print(len(data), data == want)\n");
  REQUIRE(bot.receive().text == "ready");
  std::string text;
  for (int i = 0; i < 50000; ++i) text += std::to_string(i) + "\n";
  const arena::TimePoint deadline = bot.process().clock().now() + 200ms;
  const arena::Sent sent = bot.send(text, 200ms);
  CHECK(sent.kind == arena::Sent::Kind::timeout);
  CHECK(sent.at >= deadline);
  CHECK(sent.at < deadline + 200ms * processes::kPatience);
  CHECK(sent.bytes >= 4096);
  CHECK(sent.bytes < text.size());

  arena::test::write_file(bot.folder() / "go", "");
  const arena::Sent rest = bot.send(std::string_view(text).substr(sent.bytes), 10s * processes::kPatience);
  CHECK(rest.kind == arena::Sent::Kind::done);
  CHECK(sent.bytes + rest.bytes == text.size());
  bot.stop(10s * processes::kPatience);
  CHECK(bot.receive().text == std::to_string(text.size()) + " True");
}

TEST_EVERY_LEVEL("a write to a bot that closed its input says so and harms nobody") {
  ::signal(SIGPIPE, SIG_IGN);
  LiveBot bot = LiveBot::shell(isolation, "exec <&-; echo closed; exec sleep 1000");
  REQUIRE(bot.receive().text == "closed");
  CHECK(bot.send("anybody?\n", 1s).kind == arena::Sent::Kind::closed);
  CHECK(bot.send("anybody?\n", 1s).kind == arena::Sent::Kind::closed);
  CHECK(bot.ended(0ms).kind == arena::ProcessEnd::Kind::running);
}

TEST_EVERY_LEVEL("a bot that closes its output and lives on is seen as such") {
  LiveBot bot = LiveBot::shell(isolation, "echo last; exec >&-; exec sleep 1000");
  REQUIRE(bot.receive().text == "last");
  CHECK(bot.receive().kind == Incoming::Kind::closed);
  CHECK(bot.receive().kind == Incoming::Kind::closed);
  CHECK(bot.ended(0ms).kind == arena::ProcessEnd::Kind::running);
}

TEST_EVERY_LEVEL("what a bot wrote before it died is read before its end") {
  LiveBot bot = LiveBot::shell(isolation, "echo one; echo two; printf three; exit 4");
  CHECK(bot.ended(10s).kind == arena::ProcessEnd::Kind::exited);
  CHECK(bot.receive().text == "one");
  CHECK(bot.receive().text == "two");
  CHECK(bot.receive().kind == Incoming::Kind::closed);  // half a line is none
}

TEST_EVERY_LEVEL("a line that comes after an answer is found before the next question is sent") {
  LiveBot bot = LiveBot::python(isolation,
                                "import os\n"
                                "while line := os.read(0, 99):\n"
                                "    os.write(1, line)\n"
                                "    for _ in range(50000): pass\n"  // the answer is read meanwhile
                                "    os.write(1, b'early\\n')\n");
  for (int question = 1; question <= 20; ++question) {
    bot.send("go\n", 1s);
    REQUIRE(bot.receive().text == "go");
    REQUIRE(bot.happens(10s, [&] { return bot.process().meters().waits_for() == arena::WaitsFor::input; }));
    const auto early = bot.process().begin_question(question + 1);
    REQUIRE(early);
    CHECK(early->text == "early");
    CHECK_FALSE(bot.process().poll());
  }
}

TEST_CASE("a reader cuts the same lines however the bytes come in", "[memory]") {
  std::string bytes;
  std::vector<std::string> lines;
  for (int length : {0, 1, 5, 4095, 4096, 0, 4096, 17, 4096, 4096, 3}) {
    lines.emplace_back(static_cast<std::size_t>(length), static_cast<char>('a' + lines.size()));
    if (lines.size() % 2 != 0) lines.back() += '\r';
    bytes += lines.back() + "\n";
  }
  for (const std::size_t step : {1U, 2U, 3U, 7U, 100U, 4095U, 4096U, 4097U, 4098U, 8196U}) {
    INFO("pieces of " << step);
    arena::LineCutter reader(arena::kLineBytesMax + 1);
    std::vector<std::string> found;
    for (std::size_t at = 0; at < bytes.size();) {
      const auto space = reader.space();
      REQUIRE_FALSE(space.empty());
      const std::size_t count = std::min({step, space.size(), bytes.size() - at});
      bytes.copy(space.data(), count, at);
      reader.commit(count);
      at += count;
      while (const auto line = reader.next()) found.emplace_back(line->text);
      REQUIRE_FALSE(reader.too_long());
    }
    CHECK(found == lines);
  }
}

}  // namespace lines_test
