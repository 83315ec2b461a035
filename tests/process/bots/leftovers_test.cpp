#include <csignal>
#include <string>
#include <vector>

#include "arena/bots/sandbox/kept_group.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace leftovers_test {

// When stop() returns nothing of a bot is left; descriptors neither.

using namespace std::chrono_literals;
using processes::LiveBot;

namespace {

/// Programs that try to outlive their bot. Each prints "ready" when all that it starts runs.
const std::vector<std::pair<const char*, const char*>> kClingers = {
    {"a daemon, forked twice, in a session of its own",
     "import os, sys, time\n"
     "reading, writing = os.pipe()\n"
     "if os.fork() == 0:\n"
     "    os.setsid()\n"
     "    if os.fork() == 0:\n"
     "        os.chdir('/')\n"
     "        for fd in (0, 1, 2):\n"
     "            os.dup2(os.open('/dev/null', os.O_RDWR), fd)\n"
     "        os.write(writing, b'x')\n"
     "        time.sleep(1000)\n"
     "    os._exit(0)\n"
     "os.wait()\n"
     "os.read(reading, 1)\n"
     "print('ready', flush=True)\n"
     "sys.stdin.read()\n"},
    {"a bot that ignores every signal it can",
     "import signal, time\n"
     "for number in range(1, 65):\n"
     "    try: signal.signal(number, signal.SIG_IGN)\n"
     "    except (OSError, ValueError): pass\n"
     "print('ready', flush=True)\n"
     "while True: time.sleep(1000)\n"},
    {"forty children, each in a group and session of its own",
     "import os, sys, time\n"
     "reading, writing = os.pipe()\n"
     "for i in range(40):\n"
     "    if os.fork() == 0:\n"
     "        os.setsid()\n"
     "        os.write(writing, b'x')\n"
     "        time.sleep(1000)\n"
     "got = 0\n"
     "while got < 40: got += len(os.read(reading, 40))\n"
     "print('ready', flush=True)\n"
     "sys.stdin.read()\n"},
    {"a chain of processes, each the child of the last",
     "import os, sys, time\n"
     "reading, writing = os.pipe()\n"
     "for i in range(20):\n"
     "    if os.fork() > 0:\n"
     "        if i > 0: time.sleep(1000)\n"
     "        break\n"
     "else:\n"
     "    os.write(writing, b'x')\n"
     "    time.sleep(1000)\n"
     "os.read(reading, 1)\n"
     "print('ready', flush=True)\n"
     "sys.stdin.read()\n"},
    {"a child that is stopped",
     "import os, signal, sys\n"
     "child = os.fork()\n"
     "if child == 0:\n"
     "    os.kill(os.getpid(), signal.SIGSTOP)\n"
     "    os._exit(0)\n"
     "os.waitpid(child, os.WUNTRACED)\n"
     "print('ready', flush=True)\n"
     "sys.stdin.read()\n"},
    {"a bot that dies and leaves a child with its pipes",
     "import os, time\n"
     "if os.fork() == 0:\n"
     "    os.setsid()\n"
     "    print('ready', flush=True)\n"
     "    time.sleep(1000)\n"
     "time.sleep(1000) if False else os._exit(3)\n"},
};

/// They may start processes, so that there is something to leave.
const arena::Resources kMany = [] {
  arena::Resources many;
  many.processes = 64;
  return many;
}();

LiveBot clinger(arena::Isolation isolation, const std::string& program) {
  return LiveBot::python(isolation, program, nullptr, kMany);
}

}  // namespace

TEST_EVERY_LEVEL("nothing is left when a bot has been stopped") {
  processes::adopt_orphans();
  for (const auto& [what, program] : kClingers) {
    INFO(what);
    LiveBot bot = clinger(isolation, program);
    // The last of them may be ended before it is ready: its bot is gone, and that ends all.
    const processes::Line line = bot.receive();
    CHECK((line.text == "ready" || line.kind == arena::Incoming::Kind::closed));
    const auto before = bot.process().clock().now();
    bot.stop(20ms);
    CHECK(processes::left_after(0ms) == "");
    CHECK(bot.process().clock().now() - before < 2s * processes::kPatience);
  }
}

/// The arena stops such a bot itself, and its processes may leave the group that it stops.
TEST_CASE("at none nothing is left of a bot that was granted one process and has started more") {
  processes::adopt_orphans();
  for (const auto& [what, program] : kClingers) {
    INFO(what);
    LiveBot bot = LiveBot::python(arena::Isolation::none, program);
    bot.receive();
    bot.process().freeze();
    bot.stop(20ms);
    CHECK(processes::left_after(0ms) == "");
  }
}

TEST_EVERY_LEVEL("what a bot leaves behind when it goes by itself is counted") {
  processes::adopt_orphans();
  const auto left_by = [&](const std::string& children) {
    LiveBot bot = clinger(isolation,
                          "import os, sys, time\n"
                          "for i in range(" +
                              children +
                              "):\n"
                              "    if os.fork() == 0: time.sleep(1000)\n"
                              "print('ready', flush=True)\n"
                              "sys.stdin.read()\n");
    REQUIRE(bot.receive().text == "ready");
    return bot.stop(5s * processes::kPatience).left;
  };
  CHECK(left_by("3") == 3);
  CHECK(left_by("0") == 0);
}

TEST_EVERY_LEVEL("nothing is left when a bot has just been dropped") {
  processes::adopt_orphans();
  for (const auto& [what, program] : kClingers) {
    INFO(what);
    LiveBot bot = clinger(isolation, program);
    bot.receive();
    bot.drop();
    CHECK(processes::left_after(0ms) == "");
  }
}

TEST_EVERY_LEVEL("a bot may be dropped at any moment of its start") {
  processes::adopt_orphans();
  for (int i = 0; i < 20; ++i) {
    LiveBot bot = LiveBot(isolation, {"sh", "-c", "sleep 1000 & sleep 1000"}, {}, nullptr, kMany);
    bot.happens(std::chrono::milliseconds(i), [] { return false; });
    bot.drop();
    INFO("after " << i << " ms");
    CHECK(processes::left_after(0ms) == "");
  }
}

TEST_EVERY_LEVEL("the same programs do start processes: the tests above would see them") {
  processes::adopt_orphans();
  LiveBot bot = clinger(isolation, kClingers[2].second);
  REQUIRE(bot.receive().text == "ready");
  CHECK(processes::descendants().size() >= 42);
}

TEST_EVERY_LEVEL("two hundred bots leave no descriptor behind") {
  processes::adopt_orphans();
  int after_first_round = 0;  // at full, the groups of the first 20 are kept for the others
  for (int round = 0; round < 10; ++round) {
    {
      std::vector<LiveBot> bots;
      for (int i = 0; i < 20; ++i) bots.push_back(LiveBot::shell(isolation, "echo ready; read line"));
      for (LiveBot& bot : bots) REQUIRE(bot.receive().text == "ready");
      // Half are stopped, half just dropped.
      for (std::size_t i = 0; i < bots.size(); i += 2) bots[i].stop(1s);
    }
    if (round == 0) after_first_round = processes::open_descriptors();
  }
  // A group is not given again before its launcher has been reaped, so there may be a few more.
  const int groups = isolation == arena::Isolation::full ? 3 : 0;
  CHECK(processes::open_descriptors() >= after_first_round);
  CHECK(processes::open_descriptors() <= after_first_round + groups * arena::kDescriptorsOfGroup);
  CHECK(processes::left_after(0ms) == "");
}

TEST_EVERY_LEVEL("a bot that cannot be started leaves no descriptor behind") {
  processes::adopt_orphans();
  {
    LiveBot first(isolation, {"./missing"});
  }
  const int before = processes::open_descriptors();
  for (int i = 0; i < 20; ++i) {
    LiveBot bot(isolation, {"./missing"});
    if (i % 2 == 0) bot.ended(5s);
  }
  // A group is not given again before its launcher has been reaped, so there may be a few.
  const int groups = isolation == arena::Isolation::full ? 3 : 0;
  CHECK(processes::open_descriptors() >= before);
  CHECK(processes::open_descriptors() <= before + groups * arena::kDescriptorsOfGroup);
  CHECK(processes::left_after(0ms) == "");
}

}  // namespace leftovers_test
