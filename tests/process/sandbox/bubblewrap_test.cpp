#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"

namespace bubblewrap_test {

// The command lines that start bots. What the launcher reports is tested at real bots, in tests/process/bots.

using namespace std::chrono_literals;

namespace {

const arena::SandboxPrograms kPrograms = {"/opt/arena-launcher", "/opt/arena-canary", "/usr/bin/bwrap", "/tmp/root"};
const arena::BotCommand kBot = {"/srv/bots/duck", {"./duck", "--fast", "a b"}};

}  // namespace

TEST_CASE("without a sandbox the launcher gets its socket, the folder and the command") {
  const std::vector<std::string> expected = {"/opt/arena-launcher", "5", "/srv/bots/duck", "./duck", "--fast", "a b"};
  CHECK(arena::sandbox_command({arena::Isolation::none, kPrograms}, kBot, 5) == expected);
}

TEST_CASE("in the sandbox nothing of the machine but its system folders and the bot's own is bound") {
  const auto words = arena::sandbox_command({arena::Isolation::user, kPrograms}, kBot, 5);
  REQUIRE(words.front() == "/usr/bin/bwrap");
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    CHECK(words[i] != "--bind");
    if (words[i] == "--dev-bind") {
      const std::vector<std::string> devices = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};
      CHECK(std::find(devices.begin(), devices.end(), words[i + 1]) != devices.end());
    }
    if (words[i] != "--ro-bind" && words[i] != "--ro-bind-try") continue;
    const std::string& source = words[i + 1];
    INFO(source);
    const bool system = source == "/usr" || source.starts_with("/lib") || source == "/bin" || source == "/sbin";
    CHECK((system || source == kPrograms.root || source == kBot.folder));
  }
  const std::vector<std::string> tail(words.end() - 6, words.end());
  CHECK(tail == std::vector<std::string>{"/.launcher", "5", "/bot", "./duck", "--fast", "a b"});
}

TEST_CASE("a launcher that is called wrongly says how") {
  const auto finished = processes::run({processes::sandbox_programs().launcher.string(), "1"}, 5s);
  CHECK(finished.end.exited);
  CHECK(finished.end.number == 125);
  CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("usage: arena-launcher CONTROL DIR PROGRAM"));
}

}  // namespace bubblewrap_test
