#include <unistd.h>

#include <algorithm>
#include <set>

#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"

namespace limits_test {

// A machine that gives less than the league asks for.

namespace {

using namespace std::chrono_literals;
using namespace crash;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

std::vector<std::string> limited(const std::string& limit, const std::vector<std::string>& words) {
  std::vector<std::string> line = {"sh", "-c", limit + "; exec \"$@\"", "sh"};
  line.insert(line.end(), words.begin(), words.end());
  return line;
}

/// The same without the right to raise limits, which root has.
std::vector<std::string> strictly_limited(const std::string& limit, const std::vector<std::string>& words) {
  std::vector<std::string> line = limited(limit, words);
  if (::geteuid() == 0) line.insert(line.begin(), {"setpriv", "--bounding-set=-sys_resource"});
  return line;
}

/// A league of many bots, one game at a time.
std::vector<std::string> many_bots(const fs::path& out) {
  std::vector<std::string> words = processes::arena_words({"run"});
  words.insert(words.end(), 40, CLINGING_BOT);
  for (const char* word : {"--games", "200", "--hands", "1", "--seed", "many", "--isolation", "none", "--concurrency",
                           "1", "--move", "10000", "--bank", "600000", "--out"}) {
    words.emplace_back(word);
  }
  words.push_back(out.string());
  return words;
}

/// The launchers of bots below this process. A launcher that has forked and is about to become its bot still bears
/// its own name: it is not counted again.
std::set<pid_t> launchers() {
  std::set<pid_t> found;
  std::vector<processes::Process> below = processes::descendants();
  std::erase_if(below, [](const auto& process) { return process.name != "arena-launcher" || process.state == 'Z'; });
  for (const processes::Process& process : below) found.insert(process.pid);
  for (const processes::Process& process : below) {
    if (found.contains(process.parent)) found.erase(process.pid);
  }
  return found;
}

/// The most bots seen alive at one moment. A reading of all processes takes its time, in which bots come and go: only
/// those found by two readings were alive together, between the two.
class MostAlive {
 public:
  void look() {
    const std::set<pid_t> now = launchers();
    const auto both = std::ranges::count_if(now, [&](pid_t pid) { return before_.contains(pid); });
    most_ = std::max(most_, static_cast<int>(both));
    before_ = now;
  }
  int count() const { return most_; }

 private:
  std::set<pid_t> before_;
  int most_ = 0;
};

}  // namespace

TEST_CASE("no more bots are alive than descriptors allow, from the trial of all to the last game") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  MostAlive most;
  // On a busy machine bots come and go between two looks: it may take more than one run to see many of them alive.
  for (int run = 0; run < 5 && most.count() < 10; ++run) {
    fs::remove_all(folder / "few");
    // Room for eighteen.
    processes::ChildProcess arena(limited("ulimit -n 350", many_bots(folder / "few")));
    REQUIRE(processes::happens_within(100s, [&] {
      most.look();
      return !arena.running();
    }));
    const auto end = arena.wait(1s);
    REQUIRE(end);
    INFO(arena.err());
    CHECK(end->number == 0);
  }
  CHECK(most.count() >= 10);
  CHECK(most.count() <= 18);
  CHECK(processes::left_after(kGone) == "");
  const auto whole = processes::run(many_bots(folder / "many"), 100s);
  CHECK(whole.end.number == 0);
  check_same_games(folder / "few", folder / "many");
}

TEST_BOTH_WAYS("a run asks for descriptors before it begins, and for enough") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  std::vector<std::string> words = CrashRun{60, isolation, 3}.words(folder / "run");
  const auto refused = processes::run(limited("ulimit -n 100", words), 20s);
  INFO(refused.err);
  CHECK(refused.end.number == 1);
  CHECK_FALSE(fs::exists(folder / "run/games.jsonl"));
  const std::string before = "the hard limit on file descriptors is 100, but 3 games at the same time need ";
  const std::size_t at = refused.err.find(before);
  REQUIRE(at != std::string::npos);
  const int needed = std::stoi(refused.err.substr(at + before.size()));
  const auto one_less = processes::run(limited("ulimit -n " + std::to_string(needed - 1), words), 20s);
  CHECK(one_less.end.number == 1);
  const auto played = processes::run(limited("ulimit -n " + std::to_string(needed), words), 60s);
  INFO(played.err);
  CHECK(played.end.number == 0);
  CHECK(processes::games_of(folder / "run").size() == 60);
}

TEST_CASE("the arena raises a soft limit of descriptors that is too low for it") {
  processes::adopt_orphans();
  const auto checked = processes::run(limited("ulimit -Sn 32", processes::arena_words({"check", HONEST_BOT})), 60s);
  INFO(checked.err);
  CHECK(checked.end.number == 0);
  CHECK(processes::left_after(kGone) == "");
}

TEST_BOTH_WAYS("bots do not inherit the soft limits of the shell that starts the arena") {
  if (HEARTS_SANITIZED) SKIP("sanitizers need more address space than the limit");
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  arena::test::write_file(
      folder / "bot.py",
      "import resource as r, sys\n"
      "soft = [r.getrlimit(w)[0] for w in (r.RLIMIT_AS, r.RLIMIT_CPU, r.RLIMIT_STACK, r.RLIMIT_NOFILE)]\n"
      "if soft != [r.RLIM_INFINITY, r.RLIM_INFINITY, 8 << 20, 128]: sys.exit(str(soft))\n"
      "for line in sys.stdin:\n    word = line.split()\n"
      "    if word[0] == 'hello': print('ready', flush=True)\n"
      "    if word[0] == 'ask':\n"
      "        n = word.index(':') + 1\n"
      "        print(word[1], *word[n:n + int(word[3])], flush=True)\n");
  const std::string bot = "python3 " + (folder / "bot.py").string();
  const auto finished = processes::run(
      limited(
          "ulimit -S -v 4000000; ulimit -S -t 100; ulimit -S -s 1000; ulimit -S -n 100",
          processes::arena_words({"run", bot, bot, "--games", "2", "--hands", "1", "--concurrency", "1", "--isolation",
                                  std::string(arena::isolation_name(isolation)), "--out", (folder / "run").string()})),
      60s);
  INFO(finished.err);
  CHECK(finished.end.number == 0);
  CHECK(arena::test::read_file(folder / "run/faults.jsonl").find("\"fault\"") == std::string::npos);
}

TEST_CASE("a hard limit that bots would inherit is named before the first game") {
  if (HEARTS_SANITIZED) SKIP("sanitizers need more address space than the limit");
  const arena::test::ScratchFolder folder;
  const std::string out = (folder / "run").string();
  const std::vector<std::vector<std::string>> commands = {
      {"run", CLINGING_BOT, CLINGING_BOT, "--games", "2", "--concurrency", "1", "--out", out},
      {"check", CLINGING_BOT},
      {"doctor"},
      {"plan", CLINGING_BOT, CLINGING_BOT, "--games", "2"}};
  for (const auto& words : commands) {
    const auto finished =
        processes::run(strictly_limited("ulimit -v 4000000; ulimit -s 8192", processes::arena_words(words)), 30s);
    INFO(words.front() << ": " << finished.out << finished.err);
    CHECK(finished.end.number == (words.front() == "plan" ? 0 : 1));
    const std::string output = finished.out + finished.err;
    CHECK_THAT(output,
               ContainsSubstring("the hard limit of address space is 4000000, but bots need unlimited: ulimit -Hv "
                                 "unlimited"));
    CHECK_THAT(output,
               ContainsSubstring("the hard limit of stack size is 8192, but bots need 65536: ulimit -Hs 65536"));
  }
  const fs::path bot = folder / "bot";
  fs::create_directory(bot);
  arena::test::write_file(bot / "bot.json", R"({"name": "bot", "command": ["./bot.py"], "resources": {"files": 256}})");
  arena::test::write_program(bot / "bot.py");
  const auto finished =
      processes::run(strictly_limited("ulimit -n 250", processes::arena_words({"check", bot.string()})), 30s);
  CHECK(finished.end.number == 1);
  CHECK_THAT(finished.out + finished.err,
             ContainsSubstring("the hard limit of open files is 250, but bots need 256: ulimit -Hn 256"));
  CHECK_FALSE(fs::exists(folder / "run"));
}

TEST_CASE("a run ends with a message when the machine cannot give a thread to each of its games") {
  if (HEARTS_SANITIZED) SKIP("sanitizers need more address space than the limit");
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  // Stacks shall be what there is no room for, not the 64 MB that malloc sets apart for each of some threads.
  const std::string limit = "export MALLOC_ARENA_MAX=1; ulimit -S -v 700000";
  const auto finished =
      processes::run(limited(limit, CrashRun{400, arena::Isolation::none, 180}.words(folder / "run")), 60s);
  INFO(finished.err);
  CHECK(finished.end.exited);
  CHECK(finished.end.number == 1);
  CHECK_THAT(finished.err, ContainsSubstring(" of 180 games can run at the same time"));
  CHECK(processes::left_after(kGone) == "");
}

TEST_CASE("an arena that is out of memory says so, and leaves nothing behind") {
  if (HEARTS_SANITIZED) SKIP("sanitizers need more address space than the limit");
  processes::adopt_orphans();
  const auto with_memory = [](int kb, const std::vector<std::string>& words) {
    return processes::run(limited("ulimit -S -v " + std::to_string(kb), words), 60s);
  };
  // What its libraries take, or it could not even begin.
  int least = 16000;
  while (least < 400000 && with_memory(least, processes::arena_words({"--version"})).end.number != 0) least += 2000;
  int ended = 0;
  int reports = 0;
  for (int kb = least; kb <= least + 16000; kb += 2000) {
    const arena::test::ScratchFolder folder;
    const auto finished = with_memory(kb, CrashRun{8, arena::Isolation::none, 2}.words(folder / "run"));
    INFO(kb << " KB: " << finished.err);
    CHECK(processes::left_after(kGone) == "");
    if (finished.end.exited && finished.end.number == 0) continue;
    ++ended;
    // Where the memory ends just as a thread begins there may be none for the words.
    if (!finished.end.exited) continue;
    ++reports;
    CHECK(finished.end.number == 1);
    CHECK_THAT(finished.err,
               ContainsSubstring("the arena itself is out of memory") ||
                   ContainsSubstring("games can run at the same time, because no more threads can be started"));
  }
  CHECK(ended > 0);
  CHECK(2 * reports > ended);
}

}  // namespace limits_test
