#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/live_bot.h"

namespace launcher_test {

// What starts bots, and what must not keep the launcher from starting one. What it reports is tested in
// tests/process/bots.

using processes::LiveBot;
using namespace std::chrono_literals;

namespace {

const arena::SandboxPrograms kPrograms = {"/opt/arena-launcher", "/opt/arena-canary", "/tmp/root"};
const arena::BotCommand kBot = {"/srv/bots/duck", {"./duck", "--fast", "a b"}, {}, {"MODE=1"}};

/// Holds descriptors that another process of the bots' user has sent and nobody has received.
class UnreceivedDescriptors {
 public:
  explicit UnreceivedDescriptors(int pairs) {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    socket_ = arena::OwnedFd(ends[0]);
    const arena::OwnedFd there(ends[1]);
    const pid_t sender = ::fork();
    REQUIRE(sender >= 0);
    if (sender == 0) {
      const unsigned user = arena::user_of_bots();
      const int streams[] = {STDOUT_FILENO, STDERR_FILENO};
      bool sent = ::setresuid(user, user, user) == 0;
      for (int i = 0; sent && i < pairs; ++i) sent = arena::send_with_descriptors(there.get(), ".", 1, streams, 2) == 1;
      ::_exit(sent ? 0 : 1);
    }
    int status = -1;
    REQUIRE(::waitpid(sender, &status, 0) == sender);
    REQUIRE(status == 0);
  }

 private:
  arena::OwnedFd socket_;
};

}  // namespace

TEST_CASE("the launcher's message ends with the folder as the bot sees it, the command, and the environment") {
  const auto has_words = [](arena::Isolation isolation, std::string words) {
    words += "./duck|--fast|a b|";
    for (const std::string& variable : arena::bot_environment()) words += variable + "|";
    words += "MODE=1|";
    std::ranges::replace(words, '|', '\0');
    return arena::launch_message({isolation, kPrograms}, kBot).ends_with(words);
  };
  CHECK(has_words(arena::Isolation::none, "/srv/bots/duck|"));
  CHECK(has_words(arena::Isolation::confined, "/srv/bots/duck|"));
  CHECK(has_words(arena::Isolation::user, "/bot|"));
  CHECK(has_words(arena::Isolation::full, "/bot|"));
}

TEST_CASE("a launcher that is called wrongly says how") {
  const auto finished = processes::run({processes::sandbox_programs().launcher.string()}, 5s);
  CHECK(finished.end.exited);
  CHECK(finished.end.number == 125);
  CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("usage: arena-launcher SOCKET [ROOT]"));
}

/// unix(7), ETOOMANYREFS: a process cannot send a descriptor while more of its user's descriptors are on their way than
/// it may have open. Other bots that start, and other programs of the user, must not keep a bot from starting.
TEST_EVERY_LEVEL("a bot starts while more descriptors of its user are on their way than it may open") {
  arena::Resources resources;
  resources.files = 32;
  const UnreceivedDescriptors unreceived(resources.files);
  CHECK(LiveBot::python(isolation, "print('here')", nullptr, resources).read_all() == "here\n");
}

}  // namespace launcher_test
