#include "arena/bots/sandbox/sandbox.h"

#include <sys/stat.h>

#include <algorithm>
#include <string>

#include "arena/bots/sandbox/staging.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/scratch_folder.h"

namespace sandbox_root_test {

// What bots in namespaces see as "/".

namespace fs = std::filesystem;
using arena::test::ScratchFolder;
using processes::LiveBot;

namespace {

fs::perms mode_of(const fs::path& path) { return fs::status(path).permissions(); }

/// The first line that a shell in a sandbox prints. It may start no other process.
std::string output_of(arena::Isolation isolation, const std::string& commands) {
  LiveBot bot = LiveBot::shell(isolation, commands + "; exec sleep 1000");
  const std::string line(bot.receive().text);
  bot.stop();
  return line;
}

}  // namespace

TEST_CASE("the root of a sandbox holds copies of settings and what the rest is mounted on, and nothing else") {
  const ScratchFolder parent;
  const arena::Staging staging({parent.path()}, false);
  const fs::path root = arena::make_sandbox_root(staging);
  CHECK(root.parent_path().parent_path() == staging.path());
  CHECK(std::distance(fs::directory_iterator(root.parent_path()), {}) == 1);
  for (const char* folder : {"usr", "proc", "tmp", "bot"}) CHECK(fs::is_empty(root / folder));
  for (const char* device : {"null", "full", "random", "urandom"}) CHECK(fs::is_empty(root / "dev" / device));
  CHECK(fs::read_symlink(root / "dev/stdin") == "/proc/self/fd/0");
  for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
    const std::string inside = "/" + entry.path().filename().string();
    INFO(inside);
    const auto& system = arena::system_entries();
    const bool is_place = inside == "/proc" || inside == "/dev" || inside == "/tmp" || inside == "/bot";
    CHECK((is_place || inside == "/etc" || inside == "/var" ||
           std::find(system.begin(), system.end(), inside) != system.end()));
    if (entry.is_symlink()) CHECK(fs::read_symlink(entry.path()) == fs::read_symlink(inside));
  }
  REQUIRE(fs::exists("/etc/ld.so.cache"));
  CHECK(arena::test::read_file(root / "etc/ld.so.cache") == arena::test::read_file("/etc/ld.so.cache"));
  REQUIRE(fs::exists("/etc/alternatives"));
  CHECK(fs::is_empty(root / "etc/alternatives"));
  CHECK_FALSE(fs::exists(root / "etc/passwd"));
  CHECK_FALSE(fs::exists(root / "var/lib/dpkg"));
  CHECK_FALSE(fs::exists(root / "etc/hostname"));
}

TEST_CASE("other users reach a sandbox's root under any umask") {
  const ScratchFolder parent;
  fs::permissions(parent.path(), fs::perms(0755));
  const mode_t before = ::umask(0077);
  const arena::Staging staging({parent.path(), "/tmp", "/var/tmp"}, true);
  const fs::path root = arena::make_sandbox_root(staging);
  ::umask(before);
  for (const char* folder : {"", "usr", "bot", "etc"}) CHECK(mode_of(root / folder) == fs::perms(0755));
  CHECK(mode_of(root / "etc/ld.so.cache") == mode_of("/etc/ld.so.cache"));
}

TEST_CASE("in a sandbox a program is found by the system's choice of alternatives") {
  NEEDS_LEVEL(arena::Isolation::user);
  REQUIRE(fs::is_symlink("/etc/alternatives/awk"));
  CHECK(output_of(arena::Isolation::user, "exec readlink /etc/alternatives/awk") ==
        fs::read_symlink("/etc/alternatives/awk"));
  CHECK(output_of(arena::Isolation::user, "exec awk 'BEGIN { print 6 * 7 }'") == "42");
}

TEST_CASE("in a sandbox the settings can be read, and nothing of its root can be changed") {
  NEEDS_LEVEL(arena::Isolation::user);
  const std::string first_line = "read -r line < /etc/ld.so.conf; echo \"$line\"";
  const std::string here = output_of(arena::Isolation::none, first_line);
  CHECK_FALSE(here.empty());
  CHECK(output_of(arena::Isolation::user, first_line) == here);
  const auto writes = [](const std::string& path) {
    return output_of(arena::Isolation::user, "if true > " + path + "; then echo written; else echo refused; fi");
  };
  for (const char* path :
       {"/x", "/etc/x", "/etc/ld.so.conf", "/etc/alternatives/x", "/usr/x", "/dev/x", "/bot/x", "/proc/x"}) {
    INFO(path);
    CHECK(writes(path) == "refused");
  }
  CHECK(writes("/tmp/x") == "written");
}

}  // namespace sandbox_root_test
