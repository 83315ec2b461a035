#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "arena/bots/process/spawn.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"
#include "tests/scratch_folder.h"

namespace killed_launcher_test {

// When memory runs out, the kernel may kill the launcher instead of the bot. Then nobody reports how the bot ended, and
// only its control group says whose memory it was. A bot must not get a void block by having its launcher killed, and
// must not answer for a launcher that somebody else killed.

using namespace std::chrono_literals;
using arena::Isolation;
using arena::ProcessEnd;
using processes::LiveBot;
using Kind = ProcessEnd::Kind;

namespace {

constexpr auto kWait = 60s;
constexpr int kMemoryMb = 48;

std::vector<pid_t> find_processes(const std::string& name) {
  std::vector<pid_t> found;
  for (const processes::Process& process : processes::descendants()) {
    if (process.name == name) found.push_back(process.pid);
  }
  return found;
}

/// Sets how readily the kernel kills the process when memory runs out, from 0 to 1000.
bool set_oom_score(pid_t pid, const std::string& score) {
  const arena::OwnedFd file(::open(("/proc/" + std::to_string(pid) + "/oom_score_adj").c_str(), O_WRONLY | O_CLOEXEC));
  return file.get() >= 0 && ::write(file.get(), score.data(), score.size()) == static_cast<ssize_t>(score.size());
}

/// A bot that takes so many megabytes when it is told to, and says when it has them. It takes them in /tmp: they count
/// as its group's, but do not make the kernel prefer it to other processes of the group.
LiveBot hog(int megabytes) {
  arena::Resources resources;
  resources.memory_mb = kMemoryMb;
  resources.tmp_mb = 4 * kMemoryMb;
  return LiveBot::python(Isolation::full,
                         "print('here', flush=True)\n"
                         "input()\n"
                         "with open('/tmp/taken', 'wb', 0) as file:\n"
                         "    for i in range(" +
                             std::to_string(megabytes) +
                             "): file.write(bytes(1 << 20))\n"
                             "print('taken', flush=True)\n"
                             "input()\n",
                         nullptr, resources);
}

pid_t launcher_of(LiveBot& bot) {
  REQUIRE(bot.receive().text == "here");
  const std::vector<pid_t> launchers = find_processes("arena-launcher");
  REQUIRE(launchers.size() == 1);
  return launchers.front();
}

/// What a control group says, in the files of either version.
class FakeGroup {
 public:
  explicit FakeGroup(bool version2) : version2_(version2) {
    set(false, false);
    if (!version2) arena::test::write_file(folder_ / "memory.limit_in_bytes", "50000000\n");
  }
  /// Sets what the group says after a bot has run in it.
  void set(bool has_killed, bool at_limit) const {
    const auto flag = [](bool is) { return std::string(is ? "1\n" : "0\n"); };
    if (version2_) {
      // Reclaiming memory at the limit ("max") is no shortage.
      arena::test::write_file(folder_ / "memory.events",
                              "max 12\noom " + flag(at_limit) + "oom_kill " + flag(has_killed));
    } else {
      arena::test::write_file(folder_ / "memory.oom_control",
                              "oom_kill_disable 0\nunder_oom 0\noom_kill " + flag(has_killed));
    }
    arena::test::write_file(folder_ / (version2_ ? "memory.peak" : "memory.max_usage_in_bytes"),
                            at_limit ? "50000000\n" : "40000000\n");
  }
  std::unique_ptr<arena::Cgroup> open() const {
    return std::make_unique<arena::Cgroup>(std::vector{folder_.path()}, version2_);
  }

 private:
  arena::test::ScratchFolder folder_;
  bool version2_;
};

}  // namespace

TEST_CASE("the bot's group says whose memory ran out, whichever process was killed") {
  struct Case {
    const char* what;
    Kind reported;  // sandbox_failed: the launcher reported nothing
    const char* figures;
    bool has_killed;
    bool at_limit;
    Kind verdict;
  };
  const Case cases[] = {
      {"the launcher was killed for the bot's memory", Kind::sandbox_failed, "", true, true, Kind::out_of_memory},
      {"the launcher was killed for others' memory", Kind::sandbox_failed, "", true, false, Kind::machine_full},
      {"somebody killed the launcher", Kind::sandbox_failed, "", false, false, Kind::sandbox_failed},
      {"somebody killed the launcher of a bot at its limit", Kind::sandbox_failed, "", false, true,
       Kind::sandbox_failed},
      {"the bot was killed for its memory", Kind::signaled, "9 1 1 1", true, true, Kind::out_of_memory},
      {"the bot was killed for others' memory", Kind::signaled, "9 1 1 1", true, false, Kind::machine_full},
      {"somebody killed the bot", Kind::signaled, "9 1 1 1", false, false, Kind::killed},
      {"somebody killed the bot at its limit", Kind::signaled, "9 1 1 1", false, true, Kind::killed},
      {"a child was killed for memory, and the bot crashed", Kind::signaled, "11 1 1 1", true, true, Kind::signaled},
      {"a child was killed for memory, and the bot ended", Kind::exited, "0 1 1 1", true, true, Kind::exited},
  };
  for (const Case& one : cases) {
    for (const bool version2 : {false, true}) {
      INFO(one.what << ", version " << (version2 ? 2 : 1));
      const FakeGroup group(version2);
      arena::LauncherReports reports;
      reports.group = group.open();
      group.set(one.has_killed, one.at_limit);
      reports.may_kill_itself = false;
      reports.settle(one.reported, one.figures);
      CHECK(reports.end.kind == one.verdict);
    }
  }
}

TEST_CASE("a bot answers for its memory if the kernel kills its launcher for it") {
  NEEDS_LEVEL(Isolation::full);
  processes::adopt_orphans();
  LiveBot bot = hog(2 * kMemoryMb);
  launcher_of(bot);
  // Both have offered themselves to the kernel.
  for (const pid_t pid : find_processes("python3")) {
    if (!set_oom_score(pid, "0")) SKIP("only root can choose the process that the kernel kills");
  }
  bot.send("go\n", kWait);
  const ProcessEnd end = bot.ended(kWait);
  CHECK(end.kind == Kind::out_of_memory);
  CHECK(end.number == 0);  // no launcher was left to report a signal
  bot.stop();
  CHECK(processes::left_after(2s) == "");
}

TEST_CASE("a bot does not answer for a launcher that somebody kills, however much memory it has") {
  NEEDS_LEVEL(Isolation::full);
  processes::adopt_orphans();
  LiveBot bot = hog(kMemoryMb / 2);
  const pid_t launcher = launcher_of(bot);
  bot.send("go\n", kWait);
  REQUIRE(bot.receive().text == "taken");
  ::kill(launcher, SIGKILL);
  CHECK(bot.ended(kWait).kind == Kind::sandbox_failed);
  bot.stop();
  CHECK(processes::left_after(2s) == "");
}

TEST_EVERY_LEVEL("a bot that refuses to die with its launcher is killed all the same") {
  processes::adopt_orphans();
  LiveBot bot = LiveBot::python(isolation,
                                "import ctypes, time\n"
                                "ctypes.CDLL(None).prctl(1, 0)\n"  // PR_SET_PDEATHSIG
                                "print('here', flush=True)\n"
                                "time.sleep(1000)\n");
  REQUIRE(bot.receive().text == "here");
  // Outside a process namespace only the arena can kill the bot, once the launcher has reported it.
  REQUIRE(bot.happens(10s, [&] { return bot.process().meters().cpu_time() > 0s; }));
  for (const pid_t launcher : find_processes("arena-launcher")) ::kill(launcher, SIGKILL);
  CHECK(bot.ended(kWait).kind == Kind::sandbox_failed);
  bot.stop();
  CHECK(processes::left_after(2s) == "");
}

}  // namespace killed_launcher_test
