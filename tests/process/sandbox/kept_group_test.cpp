#include "arena/bots/sandbox/kept_group.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/bots/sandbox/cgroup.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/machine_lock.h"
#include "tests/process/process_tree.h"
#include "tests/scratch_folder.h"

namespace kept_group_test {

// Control groups that one bot after another uses: which are kept, and that no bot is charged with what an earlier one
// did.

using namespace std::chrono_literals;
using arena::test::ScratchFolder;
using arena::test::write_file;
namespace fs = std::filesystem;

namespace {

arena::Resources with_memory(int megabytes) {
  arena::Resources resources;
  resources.memory_mb = megabytes;
  return resources;
}

/// The names of all groups that exist, used or kept.
std::set<std::string> groups_of(const arena::CgroupParent& parent) {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent.folders().front())) {
    if (entry.is_directory()) names.insert(entry.path().filename());
  }
  return names;
}

/// Reads a number from a file of the group.
long long read_file(const fs::path& parent, const std::string& group, const char* file) {
  long long number = 0;
  std::ifstream(parent / group / file) >> number;
  return number;
}

/// Waits until no process of these groups is left: a launcher that has ended counts until the arena has reaped it.
void wait_until_empty(const arena::CgroupParent& parent, const std::set<std::string>& groups) {
  CHECK(processes::happens_within(20s, [&] {
    return std::ranges::all_of(groups, [&](const std::string& name) {
      return read_file(parent.folders().at(parent.version2() ? 0 : 1), name, "pids.current") == 0;
    });
  }));
}

/// Waits until a bot can get these groups again: the kernel has freed what ended processes had, which takes it some
/// milliseconds. That never happens if a bot of such a group was the first to read some files: hence kKernelCaches.
void settle(const arena::CgroupParent& parent, const std::set<std::string>& groups) {
  wait_until_empty(parent, groups);
  CHECK(processes::happens_within(20s, [&] {
    return std::ranges::all_of(groups, [&](const std::string& name) {
      const char* file = parent.version2() ? "memory.current" : "memory.usage_in_bytes";
      return read_file(parent.folders().front(), name, file) < 1 << 20;
    });
  }));
}

/// A parent of its own for a test. No folder of it may remain.
class Parent {
 public:
  Parent() : parent_(arena::CgroupParent::open(reason_)) {
    INFO(reason_);
    REQUIRE(parent_);
  }
  ~Parent() {
    const std::vector<fs::path> folders = parent_->folders();
    parent_.reset();
    for (const fs::path& folder : folders) CHECK_FALSE(fs::exists(folder));
  }
  Parent(const Parent&) = delete;
  Parent& operator=(const Parent&) = delete;
  arena::CgroupParent* operator->() const { return parent_.get(); }
  arena::CgroupParent& operator*() const { return *parent_; }

 private:
  std::string reason_;
  std::unique_ptr<arena::CgroupParent> parent_;
};

/// Starts a process in the group that does this and exits.
pid_t start_in(const arena::Cgroup& group, const std::function<void()>& act) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child != 0) return child;
  for (const int file : group.procs()) {
    if (::write(file, "0", 1) != 1) ::_exit(1);
  }
  act();
  ::_exit(0);
}

/// Runs a process in the group. Returns whether it exited, rather than being killed.
bool run_in(const arena::Cgroup& group, const std::function<void()>& act) {
  int status = 0;
  const pid_t child = start_in(group, act);
  REQUIRE(::waitpid(child, &status, 0) == child);
  if (WIFEXITED(status)) REQUIRE(WEXITSTATUS(status) == 0);
  return WIFEXITED(status);
}

/// Uses so many megabytes of memory, and calls `after` with the number that it has after each.
void use_memory(int megabytes, const std::function<void(int)>& after = [](int) {}) {
  for (int i = 1; i <= megabytes; ++i) {
    volatile char* bytes = new char[1 << 20];
    for (int at = 0; at < 1 << 20; at += 4096) bytes[at] = 1;
    after(i);
  }
}

void use_processor(std::chrono::milliseconds time) {
  timespec used = {};
  do {
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  } while (std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec) < time);
}

/// Writes and reads a file of so many megabytes. The kernel charges its pages to the group of this process.
void use_file(const fs::path& path, int megabytes) {
  std::string bytes(1 << 20, 'x');
  for (int i = 0; i < megabytes; ++i) std::ofstream(path, std::ios::app) << bytes;
  std::ifstream file(path);
  while (file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) continue;
}

/// Returns how many megabytes a process gets in the group before the kernel kills it.
int megabytes_until_killed(const arena::Cgroup& group) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const bool exited = run_in(group, [&] {
    use_memory(1000, [&](int) {
      if (::write(ends[1], ".", 1) != 1) ::_exit(1);
    });
  });
  CHECK_FALSE(exited);
  ::close(ends[1]);
  char bytes[1024];
  const ssize_t count = ::read(ends[0], bytes, sizeof bytes);
  ::close(ends[0]);
  return static_cast<int>(count);
}

/// The files of a group that no kernel has made.
struct MadeUpGroup {
  ScratchFolder memory;
  ScratchFolder pids;
  bool version2;

  explicit MadeUpGroup(bool is_version2) : version2(is_version2) {
    for (const char* name : {"tasks", "cgroup.procs", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes",
                             "memory.max", "memory.swap.max"})
      write_file(memory / name, "");
    write_file(pids_folder() / "pids.max", "");
    set_tasks(0);
    set_kills(0, 0);
    set_peak("0");
  }
  const fs::path& pids_folder() const { return version2 ? memory.path() : pids.path(); }
  void set_tasks(int number) const { write_file(pids_folder() / "pids.current", std::to_string(number) + "\n"); }
  void set_kills(int ooms, int kills) const {
    write_file(memory / "memory.events", "oom " + std::to_string(ooms) + "\noom_kill " + std::to_string(kills) + "\n");
    write_file(memory / "memory.oom_control", "under_oom 0\noom_kill " + std::to_string(kills) + "\n");
  }
  void set_peak(const std::string& text) const {
    write_file(memory / (version2 ? "memory.peak" : "memory.max_usage_in_bytes"), text + "\n");
  }
  arena::KeptGroup open() const {
    return {version2 ? std::vector{memory.path()} : std::vector{memory.path(), pids.path()}, version2};
  }
};

}  // namespace

TEST_CASE("a bot gets the group that an earlier one had, and two bots never share one") {
  NEEDS_LEVEL(arena::Isolation::full);
  const processes::MachineLock lock(processes::kKernelCaches);
  arena::CgroupParent& parent = *processes::box_at(arena::Isolation::full).cgroups;
  arena::Resources resources;
  resources.processes = 3;
  const auto start = [&](const char* program) {
    auto bot = std::make_unique<processes::LiveBot>(
        processes::LiveBot::python(arena::Isolation::full, program, nullptr, resources));
    REQUIRE(bot->receive().text == "here");
    return bot;
  };
  start("print('here', flush=True)")->stop();  // reads files of Python, which are charged to its group
  wait_until_empty(parent, groups_of(parent));
  // Only one group is free, and it is new: all that earlier bots had are held.
  std::set<std::string> others;
  std::vector<std::unique_ptr<arena::Cgroup>> held;
  do {
    others = groups_of(parent);
    held.push_back(parent.lease({}));
  } while (groups_of(parent).size() == others.size());
  held.pop_back();
  std::set<std::string> before;
  for (const char* program : {"print('here', flush=True)",                                    //
                              "print('here', flush=True)\ninput()",                           // is ended by the arena
                              "import os\nif os.fork(): print('here', flush=True)\ninput()",  // so is its child
                              "import os\nprint('here', flush=True)\nos.kill(os.getpid(), 9)"}) {
    INFO(program);
    const auto bot = start(program);
    if (before.empty()) before = groups_of(parent);
    CHECK(groups_of(parent) == before);
    bot->stop();
    std::set<std::string> own;
    std::ranges::set_difference(before, others, std::inserter(own, own.end()));
    REQUIRE(own.size() == 1);
    settle(parent, own);
  }
  std::vector<std::unique_ptr<processes::LiveBot>> alive;
  for (int bots = 1; bots <= 3; ++bots) {
    alive.push_back(start("print('here', flush=True)\ninput()"));
    CHECK(groups_of(parent).size() == others.size() + alive.size());
  }
}

TEST_CASE("what one bot has used is not counted as the next one's") {
  if (HEARTS_SANITIZED) SKIP("sanitizers add memory of their own to a process");
  NEEDS_LEVEL(arena::Isolation::full);
  const processes::MachineLock lock(processes::kKernelCaches);
  const Parent parent;
  {
    const auto group = parent->lease(with_memory(128));
    REQUIRE(run_in(*group, [] {
      use_memory(64);
      use_processor(300ms);
    }));
    CHECK(group->peak_kb() > 64 << 10);
    CHECK(group->cpu_time() >= 300ms);
  }
  settle(*parent, groups_of(*parent));
  const std::set<std::string> before = groups_of(*parent);
  const auto next = parent->lease(with_memory(128));
  CHECK(groups_of(*parent) == before);
  CHECK(next->peak_kb() == 0);
  CHECK(next->cpu_time() < 100ms);
  REQUIRE(run_in(*next, [] { use_memory(16); }));
  CHECK(next->peak_kb() > 15 << 10);
  CHECK(next->peak_kb() < 48 << 10);
  CHECK(next->cpu_time() > 0ns);
  CHECK_FALSE(next->reached_limit());
}

TEST_CASE("a bot is not blamed for an earlier one that ran out of memory") {
  NEEDS_LEVEL(arena::Isolation::full);
  const Parent parent;
  {
    const auto group = parent->lease(with_memory(32));
    REQUIRE_FALSE(run_in(*group, [] { use_memory(100); }));
    CHECK(group->killed_for_memory());
    CHECK(group->reached_limit());
  }
  const auto next = parent->lease(with_memory(32));
  CHECK_FALSE(next->killed_for_memory());
  CHECK_FALSE(next->reached_limit());
  CHECK(next->peak_kb() == 0);
}

TEST_CASE("each bot has its own limits in a group that others have used") {
  NEEDS_LEVEL(arena::Isolation::full);
  const processes::MachineLock lock(processes::kKernelCaches);
  const Parent parent;
  std::set<std::string> first;
  for (const int megabytes : {64, 256, 256, 64, 128}) {
    INFO(megabytes << " MB");
    arena::Resources resources = with_memory(megabytes);
    resources.threads = megabytes;
    const auto group = parent->lease(resources);
    if (first.empty()) first = groups_of(*parent);
    CHECK(groups_of(*parent) == first);
    const auto read = [&](std::size_t folder, const char* file) {
      std::string text;
      std::ifstream(parent->folders().at(folder) / *first.begin() / file) >> text;
      return text;
    };
    const std::string bytes = std::to_string((megabytes + 4) << 20);
    CHECK(read(0, parent->version2() ? "memory.max" : "memory.limit_in_bytes") == bytes);
    const std::string swap = read(0, parent->version2() ? "memory.swap.max" : "memory.memsw.limit_in_bytes");
    if (!swap.empty()) CHECK(swap == (parent->version2() ? "0" : bytes));
    CHECK(read(parent->version2() ? 0 : 1, "pids.max") == std::to_string(megabytes + 1));
  }
  const auto small = parent->lease(with_memory(32));
  CHECK(groups_of(*parent) == first);
  CHECK_FALSE(run_in(*small, [] { use_memory(100); }));
}

TEST_CASE("a group in which a process is left is not given again before that has ended") {
  NEEDS_LEVEL(arena::Isolation::full);
  const Parent parent;
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  auto group = parent->lease({});
  const pid_t left = start_in(*group, [&] {
    if (::write(ready[1], ".", 1) != 1) ::_exit(1);
    ::pause();
  });
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  const std::set<std::string> first = groups_of(*parent);
  group.reset();
  CHECK(groups_of(*parent) == first);  // the kernel does not remove it
  group = parent->lease({});
  CHECK(groups_of(*parent).size() == 2);
  ::kill(left, SIGKILL);
  ::waitpid(left, nullptr, 0);
  const auto third = parent->lease({});
  CHECK(groups_of(*parent).size() == 2);
  for (const int end : ready) ::close(end);
}

TEST_CASE("a bot gets all its memory, whatever files an earlier one has read") {
  if (HEARTS_SANITIZED) SKIP("sanitizers add memory of their own to a process");
  NEEDS_LEVEL(arena::Isolation::full);
  const Parent parent;
  const ScratchFolder folder;
  for (int round = 0; round < 3; ++round) {
    INFO("round " << round);
    {
      const auto group = parent->lease(with_memory(64));
      REQUIRE(run_in(*group, [&] { use_file(folder / ("big" + std::to_string(round)), 100); }));
    }
    for (int bot = 0; bot < 2; ++bot) {
      const auto group = parent->lease(with_memory(64));
      CHECK(group->peak_kb() == 0);
      CHECK(run_in(*group, [] { use_memory(62); }));
      CHECK_FALSE(group->killed_for_memory());
    }
  }
}

TEST_CASE("a bot cannot tell from its memory whether another one had its group before") {
  if (HEARTS_SANITIZED) SKIP("sanitizers add memory of their own to a process");
  NEEDS_LEVEL(arena::Isolation::full);
  const processes::MachineLock lock(processes::kKernelCaches);
  const Parent fresh;
  const int in_new_group = megabytes_until_killed(*fresh->lease(with_memory(48)));
  CHECK(in_new_group >= 48);
  const Parent used;
  const ScratchFolder folder;
  std::set<std::string> first;
  for (int bot = 0; bot < 5; ++bot) {
    const auto group = used->lease(with_memory(48));
    if (first.empty()) first = groups_of(*used);
    REQUIRE(run_in(*group, [&] {
      for (int i = 0; i < 100; ++i) std::ifstream(folder / std::to_string(bot * 100 + i)).peek();
      use_memory(40);
    }));
  }
  settle(*used, groups_of(*used));
  const auto group = used->lease(with_memory(48));
  CHECK(groups_of(*used) == first);
  const int in_used_group = megabytes_until_killed(*group);
  CHECK(in_used_group >= in_new_group - 1);
  CHECK(in_used_group <= in_new_group + 1);
}

TEST_CASE("threads that take and give groups at the same time never have the same one") {
  NEEDS_LEVEL(arena::Isolation::full);
  constexpr int kThreads = 4;
  const Parent parent;
  std::atomic<int> shared = 0;
  {
    std::mutex mutex;
    std::set<ino_t> in_use;
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int round = 0; round < 200; ++round) {
          const auto group = parent->lease(with_memory(32 + thread));
          struct stat file = {};
          ::fstat(group->procs().front(), &file);
          const auto note = [&](bool taken) {
            const std::lock_guard lock(mutex);
            return taken ? in_use.insert(file.st_ino).second : in_use.erase(file.st_ino) == 1;
          };
          if (!note(true)) ++shared;
          note(false);
        }
      });
    }
  }
  CHECK(shared == 0);
  CHECK(groups_of(*parent).size() <= kThreads);
}

TEST_CASE("a kept group holds few descriptors, and is closed when it is removed") {
  NEEDS_LEVEL(arena::Isolation::full);
  const int before = processes::open_descriptors();
  {
    const Parent parent;
    const int with_parent = processes::open_descriptors();
    {
      std::vector<std::unique_ptr<arena::Cgroup>> groups;
      for (int i = 0; i < 10; ++i) groups.push_back(parent->lease({}));
      CHECK(processes::open_descriptors() - with_parent <= 10 * arena::kDescriptorsOfGroup);
    }
    CHECK(processes::open_descriptors() - with_parent <= 10 * arena::kDescriptorsOfGroup);
  }
  CHECK(processes::open_descriptors() == before);
}

TEST_CASE("figures of a bot are what the kernel counts from its start on, in either version") {
  for (const bool version2 : {false, true}) {
    INFO("version " << (version2 ? 2 : 1));
    const MadeUpGroup made_up(version2);
    const auto set_cpu = [&](const std::string& digits) {
      write_file(made_up.memory / "cpu.stat", "usage_usec " + digits + "\nuser_usec 1\n");
      write_file(made_up.memory / "cpuacct.usage", digits + "000\n");
    };
    set_cpu("1000");
    made_up.set_peak("5120000");  // a kernel that is told to reset this makes it 120000
    const arena::Cgroup group({made_up.memory.path()}, version2);
    set_cpu("1700");
    made_up.set_peak("3120000");
    CHECK(group.cpu_time() == 700us);
    CHECK(group.peak_kb() == 3000000 >> 10);
  }
}

TEST_CASE("a group is given again only if the next bot finds nothing of an earlier one in it") {
  struct Case {
    const char* what;
    std::function<void(const MadeUpGroup&)> change;
    bool given1;
    bool given2;
  };
  const auto without_peak = [](const MadeUpGroup& group) {
    fs::remove(group.memory / (group.version2 ? "memory.peak" : "memory.max_usage_in_bytes"));
  };
  const Case cases[] = {
      {"nothing is left", [](const MadeUpGroup&) {}, true, true},
      {"a process is left", [](const MadeUpGroup& group) { group.set_tasks(1); }, false, false},
      {"the number of processes cannot be read",
       [](const MadeUpGroup& group) { fs::remove(group.pids_folder() / "pids.current"); }, false, false},
      {"a process was killed for memory", [](const MadeUpGroup& group) { group.set_kills(1, 1); }, false, false},
      {"memory ran out, and nothing was killed", [](const MadeUpGroup& group) { group.set_kills(1, 0); }, true, false},
      {"the peak cannot be reset", without_peak, false, false},
      // The first digit is written over, as if that reset the peak.
      {"a little memory is left", [](const MadeUpGroup& group) { group.set_peak("1900000"); }, true, true},
      {"more memory is left", [](const MadeUpGroup& group) { group.set_peak("19000000"); }, false, false},
  };
  for (const Case& one : cases) {
    for (const bool version2 : {false, true}) {
      INFO(one.what << ", version " << (version2 ? 2 : 1));
      const MadeUpGroup made_up(version2);
      one.change(made_up);
      const arena::KeptGroup group = made_up.open();
      CHECK((group.is_unmarked() && group.is_empty() && group.has_little_left()) ==
            (version2 ? one.given2 : one.given1));
    }
  }
}

TEST_CASE("limits that a group has already are not written again") {
  for (const bool version2 : {false, true}) {
    const MadeUpGroup made_up(version2);
    arena::KeptGroup group = made_up.open();
    const fs::path memory = made_up.memory / (version2 ? "memory.max" : "memory.limit_in_bytes");
    const fs::path tasks = made_up.pids_folder() / "pids.max";
    REQUIRE_FALSE(group.set_limits({1000, 10}));
    CHECK(arena::test::read_file(memory) == "1000");
    CHECK(arena::test::read_file(tasks) == "10");
    for (const fs::path& file : {memory, tasks}) write_file(file, "");
    REQUIRE_FALSE(group.set_limits({1000, 10}));
    CHECK(arena::test::read_file(memory).empty());
    CHECK(arena::test::read_file(tasks).empty());
    REQUIRE_FALSE(group.set_limits({1000, 11}));
    CHECK(arena::test::read_file(memory).empty());
    CHECK(arena::test::read_file(tasks) == "11");
    fs::remove(memory);
    CHECK(group.set_limits({2000, 11}) == memory);
  }
}

}  // namespace kept_group_test
