#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/bots/process/spawn.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/fork_server.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace fork_server_test {

// What becomes of starts and of running bots when the fork server is killed, stopped or short of something. What
// becomes of a run is in tests/process/crash/killed_server_test.cpp.

using namespace std::chrono_literals;
using arena::Isolation;
using arena::SpawnedBot;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr int kWaitMs = 10'000 * processes::kPatience;

/// A fork server of this test's own.
class Starter {
 public:
  explicit Starter(Isolation isolation) : sandbox_(processes::box_at(isolation)) {
    fs::permissions(folder_.path(), fs::perms(0755));  // bots are not root
    server_ = arena::start_fork_server(sandbox_.programs, isolation, sandbox_.users);
    sandbox_.server = server_.get();
  }

  SpawnedBot start(const std::string& program = "echo here; while read -r line; do echo $line; done") const {
    return start_in(folder_.path(), program);
  }
  SpawnedBot start_in(const fs::path& folder, const std::string& program) const {
    return arena::spawn_bot(sandbox_, {folder, {"sh", "-c", program}});
  }
  const fs::path& folder() const { return folder_.path(); }
  pid_t pid() const { return server_->pid(); }

 private:
  arena::test::ScratchFolder folder_;
  arena::Sandbox sandbox_;
  std::unique_ptr<arena::ForkServer> server_;
};

/// Reads a line, or what there is at the end of the stream.
std::string read_line(const arena::OwnedFd& pipe) {
  std::string line;
  for (char byte = 0; !line.ends_with('\n'); line += byte) {
    pollfd waits = {pipe.get(), POLLIN, 0};
    if (::poll(&waits, 1, kWaitMs) != 1 || ::read(pipe.get(), &byte, 1) != 1) break;
  }
  return line;
}

bool answers(const SpawnedBot& bot) {
  return ::write(bot.in.get(), "ping\n", 5) == 5 && read_line(bot.out) == "ping\n";
}

/// Ends the bot. Its user id and its control group may be used again only then.
void stop(SpawnedBot& bot) {
  bot.control = arena::OwnedFd();
  CHECK(arena::wait_pidfd(bot.pidfd.get(), kWaitMs));
}

void kill_and_wait(pid_t pid) {
  const arena::OwnedFd pidfd(arena::open_pidfd(pid));
  ::kill(pid, SIGKILL);
  REQUIRE(arena::wait_pidfd(pidfd.get(), kWaitMs));
}

/// How many bots each of some threads has started.
class Starts {
 public:
  explicit Starts(int threads) : of_(static_cast<std::size_t>(threads)) {}

  std::size_t threads() const { return of_.size(); }
  void add(std::size_t thread) { set(thread, of_[thread] + 1); }
  /// The thread starts no more bots.
  void end(std::size_t thread) { set(thread, kEnded); }
  /// Waits until each thread has started another bot, or has ended.
  void wait_for_all() const {
    const std::vector<int> before(of_.begin(), of_.end());
    for (std::size_t thread = 0; thread < of_.size(); ++thread) {
      for (int seen = changes_; before[thread] != kEnded && of_[thread] == before[thread]; seen = changes_)
        changes_.wait(seen);
    }
  }

 private:
  static constexpr int kEnded = -1;

  void set(std::size_t thread, int starts) {
    of_[thread] = starts;
    ++changes_;
    changes_.notify_all();
  }

  std::vector<std::atomic<int>> of_;
  std::atomic<int> changes_ = 0;
};

/// Starts `each` bots in each of these threads, one after the other. Returns what went wrong.
std::set<std::string> start_from_threads(const Starter& starter, int each, Starts& starts) {
  std::vector<std::string> wrong(starts.threads());
  std::vector<std::jthread> all;
  for (std::size_t thread = 0; thread < wrong.size(); ++thread) {
    all.emplace_back([&, thread] {
      std::string& what = wrong[thread];
      for (int i = 0; i < each && what.empty(); ++i) {
        try {
          SpawnedBot bot = starter.start();
          if (const std::string line = read_line(bot.out); line != "here\n") what = "the bot says '" + line + "'";
          bot.control = arena::OwnedFd();
          if (!arena::wait_pidfd(bot.pidfd.get(), kWaitMs)) what = "the bot does not end";
        } catch (const std::exception& error) {
          what = error.what();
        }
        starts.add(thread);
      }
      starts.end(thread);
    });
  }
  all.clear();
  std::set<std::string> all_wrong(wrong.begin(), wrong.end());
  all_wrong.erase("");
  return all_wrong;
}

/// The links of a process's open descriptors, such as "pipe:[123]".
std::vector<std::string> descriptors_of(pid_t pid) {
  std::vector<std::string> links;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd", error)) {
    const fs::path link = fs::read_symlink(entry.path(), error);
    if (!error) links.push_back(link.native());
  }
  return links;
}

/// While it lives, no process of this one may open more descriptors than these, unless it raises its soft limit.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t most) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit few = {most, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  }
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;

 private:
  rlimit before_ = {};
};

}  // namespace

TEST_EVERY_LEVEL("bots outlive their fork server, and the next start has another one") {
  processes::adopt_orphans();
  {
    const Starter starter(isolation);
    SpawnedBot first = starter.start();
    REQUIRE(read_line(first.out) == "here\n");
    const pid_t killed = starter.pid();
    kill_and_wait(killed);
    SpawnedBot second = starter.start();
    CHECK(read_line(second.out) == "here\n");
    CHECK(starter.pid() != killed);
    CHECK(answers(first));
    CHECK(answers(second));
    stop(first);
    stop(second);
  }
  CHECK(processes::left_after(2s) == "");
}

TEST_BOTH_WAYS("a fork server that is killed while many threads start bots costs none of them a start") {
  processes::adopt_orphans();
  {
    constexpr int kThreads = 16;
    constexpr int kEach = 6;
    const Starter starter(isolation);
    Starts starts(kThreads);
    int kills = 0;
    std::jthread killer([&] {
      for (int round = 0; round < kEach - 1; ++round) {
        // A start is tried a few times only, so it must not meet every kill.
        starts.wait_for_all();
        const pid_t pid = starter.pid();
        const arena::OwnedFd pidfd(arena::open_pidfd(pid));
        if (pidfd.get() < 0 || ::kill(pid, SIGKILL) != 0) continue;
        if (arena::wait_pidfd(pidfd.get(), kWaitMs)) ++kills;
      }
    });
    CHECK(start_from_threads(starter, kEach, starts) == std::set<std::string>());
    killer.join();
    CHECK(kills > 0);
  }
  CHECK(processes::left_after(2s) == "");
}

/// So many requests fill the socket. Some starts then wait for room in it, and others for their launcher.
TEST_CASE("a fork server that is stopped is replaced, however many threads wait for it") {
  processes::adopt_orphans();
  {
    const Starter starter(processes::best_isolation());
    const pid_t stopped = starter.pid();
    ::kill(stopped, SIGSTOP);
    Starts starts(300);
    CHECK(start_from_threads(starter, 1, starts) == std::set<std::string>());
    CHECK(starter.pid() != stopped);
  }
  CHECK(processes::left_after(2s) == "");
}

TEST_EVERY_LEVEL("a fork server needs no more descriptors than a shell gives it") {
  for (const rlim_t most : {rlim_t{40}, rlim_t{64}}) {
    CAPTURE(most);
    processes::box_at(isolation);  // opens what all tests share
    const FewDescriptors few(static_cast<rlim_t>(processes::open_descriptors()) + most);
    const Starter starter(isolation);
    SpawnedBot bot = starter.start();
    CHECK(read_line(bot.out) == "here\n");
    stop(bot);
  }
}

TEST_CASE("a message is refused if not all of its descriptors can be opened") {
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
  const arena::OwnedFd here(ends[0]);
  const arena::OwnedFd there(ends[1]);
  const int two[] = {STDOUT_FILENO, STDERR_FILENO};
  REQUIRE(arena::send_with_descriptors(there.get(), "m", 1, two, 2) == 1);
  const int before = processes::open_descriptors();
  const int next = ::dup(STDERR_FILENO);
  ::close(next);
  int got[2] = {0, 0};
  char byte = 0;
  {
    const FewDescriptors one_more(static_cast<rlim_t>(next) + 1);
    CHECK(arena::receive_with_descriptors(here.get(), &byte, 1, got, 2, 0) == -1);
    CHECK(errno == EMFILE);
  }
  CHECK(got[0] == -1);
  CHECK(got[1] == -1);
  CHECK(processes::open_descriptors() == before);
}

TEST_CASE("a bot's folder that cannot be shown is a fault of the sandbox, and the launcher says which") {
  NEEDS_LEVEL(Isolation::user);
  const Starter starter(Isolation::user);
  const auto refuses = [&](const fs::path& folder) {
    CAPTURE(folder);
    SpawnedBot bot = starter.start_in(folder, "echo here");
    CHECK(read_line(bot.out) == "");
    CHECK_THAT(read_line(bot.err), ContainsSubstring("arena-launcher: "));
    bot.control = arena::OwnedFd();
  };
  refuses(starter.folder() / "missing");
  arena::test::write_file(starter.folder() / "file", "");
  refuses(starter.folder() / "file");
  refuses(starter.folder() / std::string(1000, 'x'));

  fs::path longest = starter.folder();
  while (longest.native().size() < arena::kStartPathMax - 1)
    longest /= std::string(std::min<std::size_t>(200, arena::kStartPathMax - 2 - longest.native().size()), 'x');
  REQUIRE(longest.native().size() == arena::kStartPathMax - 1);
  refuses(longest);
  CHECK_THROWS_WITH(starter.start_in(longest.native() + "x", "echo here"), ContainsSubstring("File name too long"));

  // The fork server is none the worse for it.
  const fs::path odd = starter.folder() / "a\nb c\"d";
  fs::create_directory(odd);
  fs::permissions(odd, fs::perms(0755));
  SpawnedBot bot = starter.start_in(odd, "echo here");
  CHECK(read_line(bot.out) == "here\n");
  stop(bot);
}

TEST_CASE("a copy of the launcher that is still open for writing is started once it is closed") {
  if (HEARTS_SANITIZED) SKIP("the thread sanitizer forks in place of vfork, so the error of exec does not arrive");
  const arena::test::ScratchFolder folder;
  arena::Sandbox sandbox = processes::box_at(Isolation::none);
  fs::copy_file(sandbox.programs.launcher, folder / "launcher");
  sandbox.programs.launcher = folder / "launcher";
  arena::OwnedFd writer(::open((folder / "launcher").c_str(), O_WRONLY | O_CLOEXEC));
  REQUIRE(writer.get() >= 0);
  const std::jthread closer([&] {
    ::poll(nullptr, 0, 100);
    writer = arena::OwnedFd();
  });
  CHECK(arena::start_fork_server(sandbox.programs, Isolation::none, sandbox.users)->pid() > 0);
}

TEST_EVERY_LEVEL("bots that many threads start at the same time hold no descriptor of each other") {
  if (::geteuid() != 0) SKIP("only root sees the descriptors of launchers");
  constexpr std::size_t kBots = 16;
  const Starter starter(isolation);
  std::vector<SpawnedBot> bots(kBots);
  {
    std::vector<std::jthread> threads;
    for (SpawnedBot& bot : bots) threads.emplace_back([&] { bot = starter.start(); });
  }
  for (SpawnedBot& bot : bots) {
    REQUIRE(read_line(bot.out) == "here\n");
    // A bot may write before its launcher has left the bot's streams; the launcher reports that it has.
    REQUIRE(processes::happens_within(
        10s, [&] { return bot.reports.read(bot.control.get()) && bot.reports.bot.is_known(); }));
  }
  std::map<std::string, int> holders;
  std::set<pid_t> launchers;
  for (const processes::Process& process : processes::descendants()) {  // parents before their children
    const bool is_server = process.pid == starter.pid();
    if (process.parent == starter.pid()) launchers.insert(process.pid);
    if (!is_server && !launchers.contains(process.pid) && !launchers.contains(process.parent)) continue;
    for (const std::string& link : descriptors_of(process.pid)) {
      CAPTURE(process.name, link);
      if (link.starts_with("pipe:") || link.starts_with("socket:")) ++holders[link];
      // The fork server has the machine's /proc and two mount namespaces. Nobody else has them, or a process.
      CHECK((is_server || !(link.ends_with("/proc") || link.starts_with("mnt:"))));
      CHECK_FALSE(link.ends_with("[pidfd]"));
    }
  }
  CHECK(launchers.size() == kBots);
  // The fork server's socket and stderr, and a socket and three pipes of each bot.
  CHECK(holders.size() == 4 * kBots + 2);
  for (const auto& [link, count] : holders) {
    CAPTURE(link);
    CHECK(count == 1);
  }
  for (SpawnedBot& bot : bots) stop(bot);
}

}  // namespace fork_server_test
