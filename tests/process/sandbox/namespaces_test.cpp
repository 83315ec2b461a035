#include <sys/mount.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "arena/bots/sandbox/fork_server.h"
#include "arena/bots/sandbox/mounts.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/live_bot.h"
#include "tests/process/machine_lock.h"
#include "tests/process/process_tree.h"

namespace namespaces_test {

// What the launcher's own set-up of namespaces and mounts leaves a bot.

namespace fs = std::filesystem;
using arena::Isolation;
using processes::LiveBot;

namespace {

/// What a Python program prints in the sandbox.
std::string run_inside(const std::string& program) { return LiveBot::python(Isolation::user, program).read_all(); }

/// Options of each mount, by where it is.
std::map<std::string, std::string> mounts_of(const std::string& text) {
  std::map<std::string, std::string> mounts;
  std::istringstream lines(text);
  std::string what, where, kind, options, rest;
  while (lines >> what >> where >> kind >> options && std::getline(lines, rest)) mounts[where] = "," + options + ",";
  return mounts;
}

bool has(const std::string& options, const std::string& word) {
  return options.find("," + word + ",") != std::string::npos;
}

}  // namespace

TEST_CASE("a sandbox has the mounts that it needs, and only its /tmp is one of files that can be written") {
  const processes::MachineLock lock(processes::kKernelCaches);
  NEEDS_LEVEL(Isolation::user);
  const std::map<std::string, std::string> mounts = mounts_of(run_inside("print(open('/proc/self/mounts').read())"));
  std::set<std::string> needed = {"/",         "/usr",        "/proc",        "/tmp",     "/bot",
                                  "/dev/null", "/dev/random", "/dev/urandom", "/dev/full"};
  for (const arena::Mount& mount : arena::kMounts) {
    if (mount.source == arena::kSystemFolder && fs::is_directory(fs::symlink_status(mount.target)))
      needed.insert(mount.target);
  }
  for (const auto& [where, options] : mounts) {
    CAPTURE(where, options);
    CHECK(has(options, "nosuid"));
    CHECK(has(options, where.starts_with("/dev/") ? "noexec" : "nodev"));
    CHECK(has(options, where == "/tmp" ? "rw" : "ro"));
    // What the machine has mounted beneath a folder that is shown is shown too.
    const bool beneath = where.starts_with("/usr/") || (where.starts_with("/lib") && needed.contains("/lib"));
    CHECK((needed.contains(where) || beneath));
  }
  for (const std::string& where : needed) {
    CAPTURE(where);
    CHECK(mounts.contains(where));
  }
}

TEST_CASE("a sandboxed bot is nobody, has no capability and can get none") {
  const processes::MachineLock lock(processes::kKernelCaches);
  NEEDS_LEVEL(Isolation::user);
  const std::string program = R"(import os
print(os.getuid(), os.geteuid(), os.getgid(), os.uname().nodename, os.getcwd())
for line in open('/proc/self/status'):
    word = line.split()
    if word[0].startswith('Cap') or word[0] in ('NoNewPrivs:', 'Seccomp:'): print(*word)
)";
  CHECK(run_inside(program) ==
        "65534 65534 65534 bot /bot\nCapInh: 0000000000000000\nCapPrm: 0000000000000000\nCapEff: 0000000000000000\n"
        "CapBnd: 0000000000000000\nCapAmb: 0000000000000000\nNoNewPrivs: 1\nSeccomp: 2\n");
}

TEST_CASE("a sandbox is made where the machine's /proc keeps its times of access in another way") {
  NEEDS_LEVEL(Isolation::user);
  if (::geteuid() != 0) SKIP("only root can mount");
  for (const char* way : {"noatime", "strictatime", "relatime,nodiratime"}) {
    CAPTURE(way);
    const std::string program = "mount -o remount,bind," + std::string(way) + " /proc && exec \"$0\" doctor --json";
    const processes::Finished finished =
        processes::run({"unshare", "--mount", "sh", "-c", program, HEARTS_ARENA_PROGRAM}, std::chrono::seconds(60));
    INFO(finished.err);
    CHECK(finished.out.find(R"("isolation":")" + std::string(arena::isolation_name(processes::best_isolation()))) !=
          std::string::npos);
  }
}

TEST_CASE("what is mounted beneath a bot's folder can be read in the sandbox, and not written") {
  NEEDS_LEVEL(Isolation::user);
  if (::geteuid() != 0) SKIP("only root can mount");
  const arena::test::ScratchFolder folder;
  const fs::path data = folder / "data";
  fs::permissions(folder.path(), fs::perms(0755));
  fs::create_directory(data);
  if (::mount("tmpfs", data.c_str(), "tmpfs", 0, "mode=0777") != 0) SKIP("nothing can be mounted here");
  arena::test::write_file(data / "book", "read\n");
  boost::asio::io_context context(1);
  const std::string program =
      "exec >&2; read -r line < data/book; echo \"$line\"; if true > data/new; then echo written; else echo refused; "
      "fi";
  // The fork server sees what the machine has mounted at its start and, where mounts are shared, later.
  arena::Sandbox sandbox = processes::box_at(Isolation::user);
  const auto server = arena::start_fork_server(sandbox.programs, sandbox.isolation, sandbox.users);
  sandbox.server = server.get();
  auto bot = arena::start_bot(context, sandbox, {folder.path(), {"sh", "-c", program}});
  context.run_for(std::chrono::seconds(5));
  std::string text;
  for (const arena::StderrChunk& chunk : bot->meters().stderr_tail()) text += chunk.text;
  bot.reset();
  const bool written = fs::exists(data / "new");
  CHECK(::umount2(data.c_str(), MNT_DETACH) == 0);
  CAPTURE(text);
  CHECK_FALSE(written);
  CHECK(text.find("read\n") != std::string::npos);
  CHECK(text.find("refused\n") != std::string::npos);
}

TEST_CASE("what the machine mounts beneath a bot's folder does not appear in a sandbox that is there already") {
  const processes::MachineLock lock(processes::kKernelCaches);
  NEEDS_LEVEL(Isolation::user);
  if (::geteuid() != 0) SKIP("only root can mount");
  const arena::test::ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  // As on a machine whose mounts are shared.
  if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "mode=0755") != 0) SKIP("nothing can be mounted here");
  REQUIRE(::mount(nullptr, folder.path().c_str(), nullptr, MS_SHARED, nullptr) == 0);
  const fs::path bot_folder = folder / "bot";
  const fs::path late = bot_folder / "late";
  fs::create_directories(late);
  boost::asio::io_context context(1);
  arena::Sandbox sandbox = processes::box_at(Isolation::user);
  const auto server = arena::start_fork_server(sandbox.programs, sandbox.isolation, sandbox.users);
  sandbox.server = server.get();
  const std::string program = "exec >&2; echo here; read -r line; exec cat /proc/self/mountinfo";
  auto bot = arena::start_bot(context, sandbox, {bot_folder, {"sh", "-c", program}});
  std::string text;
  const auto writes = [&](const std::string& word) {
    return processes::happens_within(std::chrono::seconds(10), [&] {
      context.restart();
      context.poll();
      text.clear();
      for (const arena::StderrChunk& chunk : bot->meters().stderr_tail()) text += chunk.text;
      return text.find(word) != std::string::npos;
    });
  };
  CHECK(writes("here\n"));
  CHECK(::mount("tmpfs", late.c_str(), "tmpfs", 0, "mode=0777") == 0);
  boost::asio::co_spawn(context, bot->send("go\n", bot->clock().now() + std::chrono::seconds(10)),
                        boost::asio::detached);
  CHECK(writes(" /tmp "));  // the last one
  bot.reset();
  CHECK(::umount2(late.c_str(), MNT_DETACH) == 0);
  CHECK(::umount2(folder.path().c_str(), MNT_DETACH) == 0);
  CAPTURE(text);
  CHECK(text.find(" /bot ") != std::string::npos);
  CHECK(text.find("/bot/late") == std::string::npos);
  // Nor which groups of mounts the machine has.
  CHECK(text.find("master:") == std::string::npos);
  CHECK(text.find("shared:") == std::string::npos);
}

}  // namespace namespaces_test
