#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <string>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace live_process_test {

// What a bot that lives uses of the machine, and how it is frozen.

using namespace std::chrono_literals;
using arena::Incoming;
using arena::ProcessEnd;
using processes::LiveBot;

namespace {

/// Echoes each line, then burns processor time until the next one is there.
const std::string kPonders =
    "import os, select\n"
    "while True:\n"
    "    while not select.select([0], [], [], 0)[0]: pass\n"
    "    line = os.read(0, 999)\n"
    "    if not line or line.startswith(b'quit'): os._exit(9)\n"
    "    os.write(1, line)\n";

/// Lets so much time pass, with the event loop running.
void pass(LiveBot& bot, std::chrono::milliseconds time) {
  bot.happens(time, [] { return false; });
}

/// Waits until the launcher has reported the bot. On a busy machine the bot speaks before that.
bool is_reported(LiveBot& bot) {
  return bot.happens(10s, [&] { return bot.process().meters().cpu_time() > 0ms; });
}

}  // namespace

TEST_EVERY_LEVEL("the processor time of a bot is known while it lives, and after") {
  LiveBot bot = LiveBot::python(isolation,
                                "import time\n"
                                "print('here', flush=True)\n"
                                "input()\n"
                                "end = time.process_time() + 0.3\n"
                                "while time.process_time() < end: pass\n"
                                "print('done', flush=True)\n"
                                "input()\n");
  REQUIRE(bot.receive().text == "here");
  REQUIRE(is_reported(bot));
  const auto before = bot.process().meters().cpu_time();
  bot.send("go\n", 1s);
  REQUIRE(bot.receive().text == "done");
  const auto after = bot.process().meters().cpu_time();
  CHECK(after - before >= 300ms);
  CHECK(after - before < 400ms * processes::kPatience);
  bot.stop();
  CHECK(bot.process().meters().cpu_time() >= after);
}

TEST_EVERY_LEVEL("the peak of memory of a bot is known while it lives") {
  LiveBot bot = LiveBot::python(isolation,
                                "data = bytearray(80 << 20)\n"
                                "data[::4096] = b'x' * len(data[::4096])\n"
                                "del data\n"
                                "print('done', flush=True)\n"
                                "input()\n");
  REQUIRE(bot.receive().text == "done");
  CHECK(bot.happens(10s, [&] { return bot.process().meters().peak_kb() >= 80 << 10; }));
  CHECK(bot.process().meters().peak_kb() < 200 << 10);
}

TEST_EVERY_LEVEL("a bot that shares its processor with another waits for it, and that is reported") {
  const processes::OneProcessor bound;  // bots cannot leave the one that they are started on
  LiveBot bot = LiveBot::python(isolation, kPonders);
  LiveBot other = LiveBot::python(isolation, kPonders);
  bot.send("1\n", 1s);
  other.send("1\n", 1s);
  REQUIRE(bot.receive().text == "1");
  REQUIRE(other.receive().text == "1");
  const auto before = bot.process().meters().run_delay();
  CHECK(bot.happens(20s, [&] { return bot.process().meters().run_delay() - before > 50ms; }));
}

TEST_EVERY_LEVEL("a wait for a processor is reported for every thread of a bot") {
  const processes::OneProcessor bound;
  const auto start = [&] {
    return LiveBot::python(isolation,
                           "import threading\n"
                           "def work():\n    while True: pass\n"
                           "worker = threading.Thread(target=work)\n"
                           "worker.start()\n"
                           "print('here', flush=True)\n"
                           "worker.join()\n");
  };
  LiveBot bot = start();
  LiveBot other = start();
  REQUIRE(bot.receive().text == "here");
  REQUIRE(other.receive().text == "here");
  CHECK(bot.happens(20s, [&] { return bot.process().meters().wants_processor(); }));
  const auto before = bot.process().meters().threads_delay();
  CHECK(bot.happens(20s, [&] { return bot.process().meters().threads_delay() - before > 50ms; }));
}

TEST_EVERY_LEVEL("waits of threads that work in turn add up") {
  const processes::OneProcessor bound;
  LiveBot rival = LiveBot::python(isolation, "print('here', flush=True)\nwhile True: pass");
  LiveBot bot = LiveBot::python(isolation,
                                "import threading, time\n"
                                "turns = [threading.Semaphore(1), threading.Semaphore(0)]\n"
                                "def work(me):\n"
                                "    while True:\n"
                                "        turns[me].acquire()\n"
                                "        until = time.thread_time() + 0.01\n"
                                "        while time.thread_time() < until: pass\n"
                                "        turns[1 - me].release()\n"
                                "for me in (0, 1): threading.Thread(target=work, args=(me,)).start()\n"
                                "print('here', flush=True)\n");
  REQUIRE(rival.receive().text == "here");
  REQUIRE(bot.receive().text == "here");
  arena::ProcessMeters& meters = bot.process().meters();
  const auto delay = meters.threads_delay();
  const auto cpu = meters.cpu_time();
  const auto from = std::chrono::steady_clock::now();
  REQUIRE(bot.happens(60s, [&] { return meters.cpu_time() - cpu > 500ms; }));
  // It always wants the processor: what it has not had it has waited for, each thread about half of that.
  const auto waited = std::chrono::steady_clock::now() - from - (meters.cpu_time() - cpu);
  CHECK(meters.threads_delay() - delay > 3 * waited / 4);
}

TEST_EVERY_LEVEL("what a bot waits for is reported: its input, a lock that nobody frees, a time, a processor") {
  using arena::WaitsFor;
  const auto stands = [&](const std::string& program, WaitsFor wanted) {
    LiveBot bot =
        LiveBot::python(isolation, "import ctypes, os, select, threading, time\nprint('here', flush=True)\n" + program);
    CAPTURE(program);
    REQUIRE(bot.receive().text == "here");
    REQUIRE(is_reported(bot));
    CHECK(bot.happens(10s, [&] { return bot.process().meters().waits_for() == wanted; }));
  };
  const std::string locked = "lock = threading.Lock()\nlock.acquire()\n";
  const std::string with_worker = locked + "threading.Thread(target=lock.acquire, daemon=True).start()\n";
  stands("input()\n", WaitsFor::input);
  stands("select.select([0], [], [])\n", WaitsFor::input);
  stands("poll = select.poll()\npoll.register(0)\npoll.poll()\nwhile True: os.read(0, 1)", WaitsFor::input);
  stands("poll = select.epoll()\npoll.register(0)\npoll.poll()\n", WaitsFor::input);
  stands(with_worker + "input()\n", WaitsFor::input);
  stands(with_worker + "lock.acquire()\n", WaitsFor::itself);
  stands(with_worker + "while True: pass\n", WaitsFor::processor);
  // What may come by itself.
  stands("time.sleep(100)\n", WaitsFor::unknown);
  stands("select.select([0], [], [], 100)\n", WaitsFor::unknown);
  stands("poll = select.epoll()\npoll.register(0)\npoll.poll(100)\n", WaitsFor::unknown);
  stands(locked + "lock.acquire(timeout=100)\n", WaitsFor::unknown);
  stands("read, write = os.pipe()\nos.read(read, 1)\n", WaitsFor::unknown);
  stands("timer = ctypes.CDLL(None).timerfd_create(1, 0)\nselect.select([timer], [], [])\n", WaitsFor::unknown);
}

TEST_CASE("a bot that waits for its child may be brought what it waits for") {
  LiveBot bot = LiveBot::python(arena::Isolation::none,
                                "import subprocess\n"
                                "print('here', flush=True)\n"
                                "input()\n"
                                "child = subprocess.Popen(['sleep', '100'])\n"
                                "print('started', flush=True)\n"
                                "input()\n");
  arena::ProcessMeters& meters = bot.process().meters();
  REQUIRE(bot.receive().text == "here");
  CHECK(bot.happens(10s, [&] { return meters.waits_for() == arena::WaitsFor::input; }));
  CHECK(meters.progress() > 0);
  bot.send("go\n", 1s);
  REQUIRE(bot.receive().text == "started");
  CHECK(bot.happens(10s, [&] { return !meters.wants_processor(); }));
  CHECK(meters.waits_for() == arena::WaitsFor::unknown);
  CHECK(meters.progress() == 0);
}

TEST_EVERY_LEVEL("a loop makes no progress, and what reads or gets memory does") {
  LiveBot bot = LiveBot::python(isolation,
                                "import os, sys, time\n"
                                "print('here', flush=True)\n"
                                "input()\n"
                                "data = bytearray(8 << 20)\n"
                                "data[::4096] = b'x' * len(data[::4096])\n"
                                "print('grown', flush=True)\n"
                                "input()\n"
                                "with open(sys.executable, 'rb', 0) as program: program.readinto(data)\n"
                                "print('read', flush=True)\n"
                                "input()\n"
                                "until = time.process_time() + 0.2\n"
                                "while time.process_time() < until: pass\n"
                                "print('done', flush=True)\n"
                                "input()\n");
  arena::ProcessMeters& meters = bot.process().meters();
  REQUIRE(bot.receive().text == "here");
  REQUIRE(is_reported(bot));
  const auto gained = [&](const std::string& until) {
    const auto before = meters.progress();
    bot.send("go\n", 1s);
    REQUIRE(bot.receive().text == until);
    return meters.progress() - before;
  };
  CHECK(meters.progress() > 0);
  CHECK(gained("grown") >= 8 << 20);
  CHECK(gained("read") >= 1 << 20);
  CHECK(gained("done") < 1 << 20);
}

TEST_EVERY_LEVEL("a frozen bot uses no processor time, and continues with the next line") {
  LiveBot bot = LiveBot::python(isolation, kPonders);
  bot.send("1\n", 1s);
  REQUIRE(bot.receive().text == "1");
  REQUIRE(is_reported(bot));
  bot.process().freeze();
  pass(bot, 50ms);  // the signal arrives
  const auto frozen = bot.process().meters().cpu_time();
  pass(bot, 300ms);
  CHECK(bot.process().meters().cpu_time() == frozen);
  bot.send("2\n", 1s);
  CHECK(bot.receive().text == "2");
  CHECK(bot.happens(20s, [&] { return bot.process().meters().cpu_time() - frozen > 100ms; }));
}

TEST_EVERY_LEVEL("freezing is not taken for a stop of the bot's own, which is found out all the same") {
  LiveBot bot = LiveBot::python(isolation,
                                "import os, signal\n"
                                "while True:\n"
                                "    line = os.read(0, 999)\n"
                                "    while line == b'stop\\n': os.kill(os.getpid(), signal.SIGSTOP)\n"
                                "    os.write(1, line)\n");
  for (int turn = 0; turn < 20; ++turn) {
    bot.send("go\n", 1s);
    REQUIRE(bot.receive().text == "go");
    bot.process().freeze();
    if (turn % 2 == 0) pass(bot, 5ms);
    CHECK_FALSE(bot.process().meters().stopped());
  }
  bot.send("go\n", 1s);
  REQUIRE(bot.receive().text == "go");
  // The launcher of a bot that may have several processes stops them, and may be late.
  CHECK(bot.happens(10s, [&] { return !bot.process().meters().stopped(); }));
  bot.send("stop\n", 1s);
  CHECK(bot.happens(10s, [&] { return bot.process().meters().stopped(); }));
}

TEST_CASE("a bot that its launcher still holds back counts as one that lacks a processor, not as stopped") {
  arena::Resources resources;
  resources.processes = 2;  // the launcher stops such a bot
  LiveBot bot = LiveBot::python(arena::Isolation::none,
                                "import os\n"
                                "while os.read(0, 999): os.write(1, b'%d %d\\n' % (os.getppid(), os.getpid()))\n",
                                nullptr, resources);
  arena::ProcessMeters& meters = bot.process().meters();
  bot.send("go\n", 1s);
  const std::string pids = bot.receive().text;
  const pid_t launcher = std::stoi(pids);
  const std::string stat = "/proc/" + pids.substr(pids.find(' ') + 1) + "/stat";
  REQUIRE(is_reported(bot));
  bot.process().freeze();
  REQUIRE(bot.happens(10s, [&] { return arena::test::read_file(stat).find(") T ") != std::string::npos; }));

  ::kill(launcher, SIGSTOP);  // it gets no processor
  bot.send("go\n", 1s);
  pass(bot, 20ms);
  CHECK_FALSE(meters.stopped());
  CHECK(meters.wants_processor());

  ::kill(launcher, SIGCONT);
  CHECK(bot.receive().text == pids);
  CHECK(bot.happens(10s, [&] { return !meters.wants_processor(); }));
  CHECK_FALSE(meters.stopped());
  const auto delay = meters.threads_delay();
  CHECK(delay > meters.run_delay());  // the launcher's is in it
}

TEST_EVERY_LEVEL("a frozen bot receives its farewell") {
  LiveBot bot = LiveBot::python(isolation, kPonders);
  bot.send("1\n", 1s);
  REQUIRE(bot.receive().text == "1");
  bot.process().freeze();
  pass(bot, 50ms);
  const ProcessEnd end = bot.stop(10s, "quit\n");
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.number == 9);
}

TEST_EVERY_LEVEL("a frozen bot is ended with the others") {
  processes::adopt_orphans();
  {
    LiveBot bot = LiveBot::python(isolation, kPonders);
    bot.send("1\n", 1s);
    REQUIRE(bot.receive().text == "1");
    bot.process().freeze();
    bot.drop();
  }
  CHECK(processes::left_after(2s) == "");
}

}  // namespace live_process_test
