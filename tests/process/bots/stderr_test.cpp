#include <algorithm>
#include <string>

#include "arena/bots/process/stderr_tail.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace stderr_test {

using namespace std::chrono_literals;
using arena::StderrChunk;
using processes::LiveBot;

namespace {

/// What bots have by default.
constexpr std::size_t kTailBytes = 64 << 10;

std::size_t bytes_of(const std::vector<StderrChunk>& chunks) {
  std::size_t bytes = 0;
  for (const StderrChunk& chunk : chunks) bytes += chunk.text.size();
  return bytes;
}

}  // namespace

TEST_EVERY_LEVEL("stderr is read all the time, and its end is kept") {
  // 8 MiB are far more than pipes hold: a bot whose stderr is not read would never answer.
  LiveBot bot = LiveBot::python(isolation,
                                "import sys\n"
                                "for i in range(8192):\n"
                                "    sys.stderr.write('%01023d\\n' % i)\n"
                                "sys.stderr.flush()\n"
                                "print('done', flush=True)\n"
                                "sys.stdin.readline()\n");
  CHECK(bot.receive().text == "done");
  bot.stop(5s);
  const auto chunks = bot.process().meters().stderr_tail();
  REQUIRE(chunks.size() == 1);
  CHECK(bytes_of(chunks) == kTailBytes);
  CHECK(chunks.front().text.substr(0, 1024) == std::string(1019, '0') + "8128\n");
  CHECK(chunks.front().text.ends_with("8191\n"));
}

TEST_CASE("as much of stderr is kept as the bot's resources say") {
  arena::Resources resources;
  resources.stderr_kb = 5;
  LiveBot bot(arena::Isolation::none,
              {"python3", "-c", "import os\nos.write(2, b'x' * 9000)\nprint(flush=True)\ninput()"}, {}, nullptr,
              resources);
  bot.receive();
  bot.stop();
  CHECK(bytes_of(bot.process().meters().stderr_tail()) == 5 << 10);
}

TEST_EVERY_LEVEL("stderr is recorded beside the question it was written at") {
  LiveBot bot = LiveBot::python(isolation,
                                "import os\n"
                                "while line := os.read(0, 99):\n"
                                "    os.write(2, b'about ' + line)\n"
                                "    os.write(1, line)\n");
  for (int question = 1; question <= 20; ++question) {
    // It begins as soon as the one before is answered: what the bot wrote before that answer is still in the pipe.
    REQUIRE_FALSE(bot.process().begin_question(question));
    // The answer is there when it is asked for, and so is read before the loop looks at stderr.
    REQUIRE(bot.ask_and_block(std::to_string(question) + "\n", 5ms).text == std::to_string(question));
  }
  bot.stop(5s);
  const auto chunks = bot.process().meters().stderr_tail();
  REQUIRE(chunks.size() == 20);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    CHECK(chunks[i].question == static_cast<int>(i) + 1);
    CHECK(chunks[i].text == "about " + std::to_string(i + 1) + "\n");
  }
}

TEST_EVERY_LEVEL_TAGGED("the last words of a bot that dies are kept", "[memory]") {
  LiveBot bot = LiveBot::shell(isolation, "echo 'that was it' >&2; kill -SEGV $$");
  bot.ended(5s);
  bot.stop();
  const auto chunks = bot.process().meters().stderr_tail();
  REQUIRE(chunks.size() == 1);
  CHECK(chunks.front().text == "that was it\n");
}

TEST_EVERY_LEVEL("nothing that is still in the pipe is lost when a bot is ended") {
  LiveBot bot = LiveBot::python(isolation,
                                "import os\nprint('here', flush=True)\ninput()\n"
                                "os.write(2, b'x' * 65531 + b'last\\n')\nos._exit(1)\n");
  REQUIRE(bot.receive().text == "here");
  // The loop stands still while the bot writes and dies.
  REQUIRE(bot.process().push("go\n") == 3);
  REQUIRE(processes::happens_within(10s, [] {
    const auto below = processes::descendants();
    return std::ranges::none_of(
        below, [](const auto& process) { return process.name.starts_with("python3") && process.state != 'Z'; });
  }));
  bot.stop();
  const auto chunks = bot.process().meters().stderr_tail();
  REQUIRE(chunks.size() == 1);
  CHECK(chunks.front().text.size() == 65536);
  CHECK(chunks.front().text.ends_with("xlast\n"));
}

TEST_CASE("the tail keeps the last 64 KiB over all questions", "[memory]") {
  arena::StderrTail tail(kTailBytes);
  for (int question = 1; question <= 10; ++question) {
    tail.mark(question);
    tail.append(std::string(10000, static_cast<char>('a' + question)));
  }
  auto chunks = tail.chunks();
  CHECK(bytes_of(chunks) == kTailBytes);
  REQUIRE(chunks.size() == 7);
  CHECK(chunks.front().question == 4);
  CHECK(chunks.front().text == std::string(5536, 'e'));
  CHECK(chunks.back().text == std::string(10000, 'k'));

  tail.append(std::string(1 << 20, 'z') + "end");
  chunks = tail.chunks();
  REQUIRE(chunks.size() == 1);
  CHECK(bytes_of(chunks) == kTailBytes);
  CHECK(chunks.front().text.ends_with("zend"));
}

TEST_CASE("an empty tail has no pieces") {
  arena::StderrTail tail(kTailBytes);
  tail.mark(3);
  tail.append("");
  CHECK(tail.chunks().empty());
}

}  // namespace stderr_test
