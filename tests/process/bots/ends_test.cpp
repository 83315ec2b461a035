#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>
#include <thread>

#include "arena/bots/process/batch_process.h"
#include "arena/bots/sandbox/fork_server.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace ends_test {

// The exit status of a bot is reported correctly.

using namespace std::chrono_literals;
using arena::ProcessEnd;
using processes::LiveBot;

namespace {

constexpr auto kWait = 10s;

/// The processes that run under this name, of those below this one, parents first.
std::vector<pid_t> find_processes(const std::string& name) {
  std::vector<pid_t> found;
  for (const processes::Process& process : processes::descendants()) {
    if (process.name == name) found.push_back(process.pid);
  }
  return found;
}

/// Kills the launcher of a bot, which then has a broken sandbox and leaves nothing.
void check_killed_launcher(arena::Isolation isolation) {
  LiveBot bot = LiveBot::shell(isolation, "echo here; exec sleep 1000");
  REQUIRE(bot.receive().text == "here");
  const std::vector<pid_t> launchers = find_processes("arena-launcher");
  REQUIRE(launchers.size() == 1);
  ::kill(launchers.front(), SIGKILL);
  CHECK(bot.ended(kWait).kind == ProcessEnd::Kind::sandbox_failed);
  bot.stop();
  CHECK(processes::left_after(2s) == "");
}

ProcessEnd end_of(LiveBot& bot) {
  const ProcessEnd end = bot.ended(kWait);
  const ProcessEnd again = bot.stop();
  CHECK(again.kind == end.kind);
  CHECK(again.number == end.number);
  return end;
}

}  // namespace

TEST_EVERY_LEVEL("an exit code is reported, whatever it looks like") {
  // 128 + 11 is what a shell says of a crash; 125 to 127 are what launchers say of themselves.
  for (int code : {0, 1, 3, 125, 126, 127, 137, 139, 255}) {
    LiveBot bot = LiveBot::shell(isolation, "exit " + std::to_string(code));
    const ProcessEnd end = end_of(bot);
    INFO("exit code " << code);
    CHECK(end.kind == ProcessEnd::Kind::exited);
    CHECK(end.number == code);
  }
}

TEST_CASE("a launcher that cannot be run is an error, and its child neither runs our end nor stays", "[memory]") {
#ifdef HEARTS_THREAD_SANITIZER
  SKIP("the thread sanitizer turns a vfork into a fork, whose child cannot write its error into our memory");
#endif
  static int ends = 0;  // the child of a vfork has our memory
  std::atexit([] { ++ends; });
  for (int i = 0; i < 20; ++i) {
    CHECK_THROWS_AS(arena::ForkServer("/nonexistent/launcher", {}, nullptr), std::system_error);
  }
  CHECK(ends == 0);
  CHECK(processes::left_after(2s) == "");
}

TEST_EVERY_LEVEL_TAGGED("the signal that ended a bot is reported", "[memory]") {
  for (int number : {SIGSEGV, SIGABRT, SIGTERM, SIGPIPE, SIGHUP, SIGFPE}) {
    LiveBot bot = LiveBot::shell(isolation, "ulimit -c 0; kill -" + std::to_string(number) + " $$; sleep 1000");
    const ProcessEnd end = end_of(bot);
    INFO("signal " << number);
    CHECK(end.kind == ProcessEnd::Kind::signaled);
    CHECK(end.number == number);
  }
}

TEST_EVERY_LEVEL("a program that cannot be run is reported with its reason") {
  const std::vector<std::pair<std::string, std::string>> files = {{"broken", "#!/no/such/interpreter\n"}};
  const std::vector<std::pair<std::vector<std::string>, int>> cases = {
      {{"./missing"}, ENOENT}, {{"no-such-program-anywhere"}, ENOENT}, {{"./broken"}, ENOENT}, {{"."}, EACCES}};
  for (const auto& [words, error] : cases) {
    LiveBot bot(isolation, words, files);
    const ProcessEnd end = end_of(bot);
    INFO(words.front());
    CHECK(end.kind == ProcessEnd::Kind::not_started);
    CHECK(end.number == error);
  }
}

TEST_EVERY_LEVEL("the arena sees that a bot stops, and that it continues") {
  // The name tells it from the launcher: a shell that waits for its own child would not be stopped alone.
  LiveBot bot = LiveBot::shell(isolation, "echo here; kill -STOP $$; echo again; read line; exit 7");
  CHECK(bot.receive().text == "here");
  CHECK(bot.happens(5s, [&] { return bot.process().meters().stopped(); }));
  CHECK(bot.ended(0ms).kind == ProcessEnd::Kind::running);
  const std::vector<pid_t> shells = find_processes("sh");
  REQUIRE(shells.size() == 1);
  ::kill(shells.front(), SIGCONT);
  CHECK(bot.receive().text == "again");
  CHECK(bot.happens(5s, [&] { return !bot.process().meters().stopped(); }));
  bot.send("\n", 1s);
  const ProcessEnd end = end_of(bot);
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.number == 7);
}

TEST_EVERY_LEVEL("a bot that is still stopped is ended") {
  processes::adopt_orphans();
  LiveBot bot = LiveBot::shell(isolation, "kill -STOP $$; exit 7");
  CHECK(bot.happens(5s, [&] { return bot.process().meters().stopped(); }));
  const ProcessEnd end = bot.stop(50ms);
  CHECK(end.kind == ProcessEnd::Kind::signaled);
  CHECK(end.number == SIGKILL);
  CHECK(processes::left_after(0ms) == "");
}

TEST_EVERY_LEVEL("processor time is reported, sleep is not") {
  // `times` would count a child of the shell as well; this burns the bot's own.
  LiveBot busy = LiveBot::python(isolation,
                                 "import time\n"
                                 "while time.process_time() < 0.3:\n"
                                 "    pass\n");
  const ProcessEnd burned = end_of(busy);
  CHECK(burned.cpu >= 290ms);
  CHECK(burned.cpu < 2s * processes::kPatience);
  LiveBot idle = LiveBot::shell(isolation, "exec sleep 0.3");
  CHECK(end_of(idle).cpu < 100ms);
}

TEST_EVERY_LEVEL("a bot that leaves at quit does so with its own exit code") {
  LiveBot bot = LiveBot::shell(isolation, "read line; test \"$line\" = quit && exit 5; exit 6");
  const ProcessEnd end = bot.stop(5s, "quit\n");
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.number == 5);
}

TEST_EVERY_LEVEL("a bot that leaves at the end of its input does so with its own exit code") {
  LiveBot bot = LiveBot::shell(isolation, "while read line; do :; done; exit 8");
  const ProcessEnd end = bot.stop(5s);
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.number == 8);
}

TEST_CASE("a bot that has ended in time has done so, however late its launcher says it") {
  LiveBot bot = LiveBot::shell(arena::Isolation::none, "echo here; read line; exit 8");
  REQUIRE(bot.receive().text == "here");
  REQUIRE(bot.happens(kWait, [&] { return bot.process().meters().cpu_time() > 0ns; }));
  const std::vector<pid_t> launchers = find_processes("arena-launcher");
  REQUIRE(launchers.size() == 1);
  ::kill(launchers.front(), SIGSTOP);
  bot.process().push("go\n");
  REQUIRE(processes::happens_within(kWait, [&] {
    const auto below = processes::descendants();
    return std::ranges::any_of(below, [](const processes::Process& process) { return process.state == 'Z'; });
  }));
  std::jthread later([&] {
    std::this_thread::sleep_for(300ms);
    ::kill(launchers.front(), SIGCONT);
  });
  const ProcessEnd end = bot.ended(1ms);
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.number == 8);
}

TEST_CASE("a launcher that is killed is not a fault of the bot, and takes the bot with it", "[memory]") {
  processes::adopt_orphans();
  check_killed_launcher(arena::Isolation::none);
}

TEST_CASE("a bot whose launcher has gone is not waited for, whoever holds its pipe open") {
  processes::adopt_orphans();
  arena::Resources two;
  two.processes = 2;
  LiveBot bot = LiveBot::python(arena::Isolation::none,
                                "import os, sys, time\n"
                                "reading, writing = os.pipe()\n"
                                "if os.fork() == 0:\n"
                                "    os.setsid()\n"
                                "    os.write(writing, b'x')\n"
                                "    time.sleep(1000)\n"
                                "os.read(reading, 1)\n"
                                "print('here', flush=True)\n"
                                "time.sleep(1000)\n",
                                nullptr, two);
  REQUIRE(bot.receive().text == "here");
  const std::vector<pid_t> launchers = find_processes("arena-launcher");
  REQUIRE(launchers.size() == 1);
  ::kill(launchers.front(), SIGKILL);
  REQUIRE(bot.ended(kWait).kind == ProcessEnd::Kind::sandbox_failed);
  const arena::TimePoint deadline = bot.process().clock().now() + kWait;
  CHECK_FALSE(bot.process().receive_now(deadline));  // the pipe is open, and empty
  const processes::Line line = bot.receive_until(deadline);
  CHECK(line.kind == arena::Incoming::Kind::closed);
  CHECK(line.at < deadline);
  CHECK_THAT(processes::left_after(0ms), Catch::Matchers::ContainsSubstring("python"));
}

TEST_CASE("a sandbox that fails is not a fault of the bot") {
  NEEDS_LEVEL(arena::Isolation::user);
  processes::adopt_orphans();
  boost::asio::io_context context(1);
  // A folder that is gone cannot be mounted.
  auto gone = arena::start_bot(context, processes::box_at(arena::Isolation::user), {"/no/such/folder", {"true"}});
  context.run_for(5s);
  gone.reset();
  CHECK(processes::left_after(0ms) == "");

  arena::BatchProcess batch(processes::box_at(arena::Isolation::user), {"/no/such/folder", {"true"}});
  const arena::BatchEnd end = batch.finish(std::chrono::steady_clock::now() + kWait);
  CHECK_FALSE(end.out_of_time);
  CHECK(end.end.kind == ProcessEnd::Kind::sandbox_failed);
  CHECK_THAT(end.stderr_tail, Catch::Matchers::ContainsSubstring("/no/such/folder"));

  check_killed_launcher(arena::Isolation::user);
}

}  // namespace ends_test
