#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"

namespace launcher_test {

// The command lines that start bots. What the launcher reports is tested at real bots, in tests/process/bots.

using namespace std::chrono_literals;

namespace {

const arena::SandboxPrograms kPrograms = {"/opt/arena-launcher", "/opt/arena-canary", "/tmp/root"};
const arena::BotCommand kBot = {"/srv/bots/duck", {"./duck", "--fast", "a b"}};

}  // namespace

TEST_CASE("the launcher gets its socket, the folder as the bot sees it, and the command") {
  const std::vector<std::string> outside = {"/opt/arena-launcher", "5", "/srv/bots/duck", "./duck", "--fast", "a b"};
  CHECK(arena::sandbox_command({arena::Isolation::none, kPrograms}, kBot, 5) == outside);
  CHECK(arena::sandbox_command({arena::Isolation::confined, kPrograms}, kBot, 5) == outside);
  const std::vector<std::string> inside = {"/opt/arena-launcher", "5", "/bot", "./duck", "--fast", "a b"};
  CHECK(arena::sandbox_command({arena::Isolation::user, kPrograms}, kBot, 5) == inside);
  CHECK(arena::sandbox_command({arena::Isolation::full, kPrograms}, kBot, 5) == inside);
}

TEST_CASE("a launcher that is called wrongly says how") {
  const auto finished = processes::run({processes::sandbox_programs().launcher.string(), "1"}, 5s);
  CHECK(finished.end.exited);
  CHECK(finished.end.number == 125);
  CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("usage: arena-launcher CONTROL DIR PROGRAM"));
}

}  // namespace launcher_test
