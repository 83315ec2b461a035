#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "arena/bots/doctor/acts.h"
#include "arena/bots/doctor/canary/decoys.h"
#include "arena/bots/doctor/isolation_probe.h"
#include "tests/catch.h"
#include "tests/process/child_process.h"

namespace canary_test {

// The canary outside any sandbox: what it says is denied in one means something only if it is allowed here.

using arena::Act;
using arena::acts;
using arena::Isolation;

namespace {

/// Acts that may fail outside too, and why.
using Excuses = std::map<std::string, std::string>;

/// Whoever tries.
const Excuses kNotEverywhere = {
    {"open_terminal", "the tests have no terminal"},
    {"type_into_terminal", "the tests have no terminal"},
    {"change_attributes", "not every file system has attributes"},
    {"vsock_socket", "a kernel may have none"},
    {"io_uring", "a kernel may have none"},
    {"perf_events", "a kernel may have none"},
    {"bpf", "a kernel may have none"},
    {"userfaultfd", "a kernel may have none"},
    {"load_module", "a kernel may have none"},
    {"kexec", "a kernel may have none"},
    {"i386_calls", "a kernel may have none"},
    {"x32_calls", "a kernel has none as a rule"},
    {"add_key", "a kernel may have none"},
    {"keyrings", "a kernel may have none"},
    {"machine_settings", "in a container /proc/sys may be read-only"},
    {"core_file", "who started the tests may have forbidden core dumps"},
};

/// An ordinary user.
const Excuses kDeniedByUnix = {
    {"capabilities", "an ordinary user has none"},
    {"write_usr", "the folder is root's"},
    {"write_etc", "the folder is root's"},
    {"packet_socket", "root's"},
    {"raw_socket", "root's"},
    {"mount", "root's"},
    {"setns", "root's"},
    {"chroot", "root's"},
    {"pivot_root", "root's"},
    {"reboot", "root's"},
    {"kernel_log", "root's where kernel.dmesg_restrict is set"},
    {"read_arena_memory", "a machine may keep processes of a user apart"},
    {"trace_arena", "a machine may keep processes of a user apart"},
    {"trace_launcher", "a machine may keep processes of a user apart"},
    {"call_read_arena", "a machine may keep processes of a user apart"},
    {"steal_descriptor", "a machine may keep processes of a user apart"},
    {"namespaces_by_clone", "a machine may refuse namespaces to users"},
    {"namespaces_by_clone3", "a machine may refuse namespaces to users"},
    {"namespaces_by_unshare", "a machine may refuse namespaces to users"},
};

constexpr unsigned kNobody = 65534;
const std::filesystem::path kProgram = HEARTS_CANARY_PROGRAM;

std::string quoted(const std::string& word) { return "'" + word + "'"; }  // no quotes in ours

/// The command that lets the canary try everything, with a shell as its arena and launcher: a process of its own user.
std::vector<std::string> all_acts(const arena::CanaryScene& scene, bool drop_root) {
  const arena::BotCommand canary = scene.canary({});
  std::string command = "cd " + quoted(canary.folder) + " && ./arena-canary try " + std::string(acts().front().name);
  for (const std::string& word : arena::decoys_words(scene.decoys())) command += " " + quoted(word);
  std::vector<std::string> words = {"sh", "-c", command + " arena_pid=$$\n:"};
  if (drop_root) {
    const std::vector<std::string> drop = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    words.insert(words.begin(), drop.begin(), drop.end());
  }
  return words;
}

/// The acts by name, with "allowed" or the denial.
std::map<std::string, std::string> tried_outside(bool drop_root) {
  const arena::CanaryScene scene(kProgram, {});
  // An arena's records are its own user's.
  if (drop_root) REQUIRE(::chown(scene.decoys().records.c_str(), kNobody, kNobody) == 0);
  const int inherited = ::open("/dev/null", O_RDONLY);
  const processes::Finished finished = processes::run(all_acts(scene, drop_root), std::chrono::seconds(20));
  ::close(inherited);
  INFO(finished.err);
  CHECK(finished.end.exited);
  CHECK(finished.end.number == 0);
  std::istringstream lines(finished.out);
  std::map<std::string, std::string> tried;
  std::string last;
  for (std::string line; std::getline(lines, line); last = line) {
    const std::size_t space = line.find(' ');
    if (space != std::string::npos) tried[line.substr(0, space)] = line.substr(space + 1);
  }
  CHECK(last == "done");
  return tried;
}

void all_allowed_but(const std::map<std::string, std::string>& tried, const std::vector<Excuses>& excuses) {
  for (const Act& act : acts()) {
    INFO(act.name);
    const auto found = tried.find(std::string(act.name));
    REQUIRE(found != tried.end());
    const bool excused =
        std::any_of(excuses.begin(), excuses.end(), [&](const Excuses& list) { return list.contains(found->first); });
    if (!excused) CHECK(found->second == "allowed");
  }
}

}  // namespace

TEST_CASE("outside any sandbox the canary is allowed what root may do") {
  if (::geteuid() != 0) SKIP("root alone can try this");
  all_allowed_but(tried_outside(false), {kNotEverywhere});
}

TEST_CASE("outside any sandbox the canary is allowed what an ordinary user may do") {
  const auto tried = tried_outside(::geteuid() == 0);
  all_allowed_but(tried, {kNotEverywhere, kDeniedByUnix});
  CHECK(tried.at("write_usr") == "denied EACCES");
  CHECK(tried.at("capabilities") == "denied none");
}

TEST_CASE("every excuse is one for an act that there is") {
  for (const Excuses* list : {&kNotEverywhere, &kDeniedByUnix}) {
    for (const auto& excuse : *list) {
      INFO(excuse.first);
      CHECK(std::any_of(acts().begin(), acts().end(), [&](const Act& act) { return act.name == excuse.first; }));
    }
  }
}

TEST_CASE("the canary tries each act, in the order of the table") {
  const arena::CanaryScene scene(kProgram, {});
  const processes::Finished finished = processes::run(all_acts(scene, false), std::chrono::seconds(20));
  std::istringstream lines(finished.out);
  for (const Act& act : acts()) {
    std::string line;
    REQUIRE(std::getline(lines, line));
    CHECK(line.starts_with(std::string(act.name) + " "));
    CHECK(line.find("not_tried") == std::string::npos);
  }
}

TEST_CASE("the canary continues after any act") {
  const arena::CanaryScene scene(kProgram, {});
  const std::string program = scene.canary({}).folder / "arena-canary";
  const std::string last(acts().back().name);
  const processes::Finished finished = processes::run({program, "try", last}, std::chrono::seconds(20));
  CHECK(finished.out.starts_with(last + " "));
  CHECK(finished.out.ends_with("\ndone\n"));
  CHECK(std::count(finished.out.begin(), finished.out.end(), '\n') == 2);
}

TEST_CASE("the canary leaves its scene as it was") {
  const arena::CanaryScene scene(kProgram, {});
  const std::filesystem::path around = std::filesystem::path(scene.decoys().secret).parent_path();
  const auto listed = [&] {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(around)) found.insert(entry.path().string());
    return found;
  };
  const std::set<std::string> before = listed();
  processes::run(all_acts(scene, false), std::chrono::seconds(20));
  CHECK(listed() == before);
  CHECK(std::filesystem::file_size(scene.decoys().records) == 0);
  const auto records = std::filesystem::status(scene.decoys().records).permissions();
  CHECK(records == static_cast<std::filesystem::perms>(0666));
}

TEST_CASE("the scene of a canary goes with it") {
  std::filesystem::path around;
  {
    const arena::CanaryScene scene(kProgram, {});
    around = std::filesystem::path(scene.decoys().secret).parent_path();
    CHECK(std::filesystem::exists(around));
  }
  CHECK_FALSE(std::filesystem::exists(around));
}

TEST_CASE("decoys is read as it was written") {
  arena::Decoys decoys{17, "/a b/key", "/r", "/o", "/t", "/s", "name", 4711, "host", 4026531838, {}};
  decoys.resources.memory_mb = 7;
  decoys.resources.files = 9;
  CHECK(arena::read_decoys(arena::decoys_words(decoys)) == decoys);
}

TEST_CASE("decoys that is not as it must be is refused") {
  CHECK_FALSE(arena::read_decoys({"port"}));
  CHECK_FALSE(arena::read_decoys({"port=x"}));
  CHECK_FALSE(arena::read_decoys({"port=1x"}));
  CHECK_FALSE(arena::read_decoys({"unknown=1"}));
  CHECK(processes::run({kProgram, "try", "read_secret", "unknown=1"}, std::chrono::seconds(10)).end.number == 2);
  CHECK(processes::run({kProgram}, std::chrono::seconds(10)).end.number == 2);
}

TEST_CASE("a canary told to begin at no act says so by its exit code") {
  const processes::Finished finished = processes::run({kProgram, "try", "nothing"}, std::chrono::seconds(10));
  CHECK(finished.end.number == 1);
  CHECK(finished.out.empty());
}

TEST_CASE("each act has a name of its own, a meaning, and an isolation that denies it") {
  std::set<std::string_view> names;
  for (const Act& act : acts()) {
    INFO(act.name);
    CHECK(names.insert(act.name).second);
    CHECK(act.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string_view::npos);
    CHECK(act.meaning.size() > 4);
    CHECK(act.denied_from > Isolation::none);
  }
}

TEST_CASE("a stronger isolation denies what a weaker one does, but for what a cgroup counts") {
  for (const Act& act : acts()) {
    INFO(act.name);
    CHECK_FALSE(must_be_denied(act, Isolation::none));
    CHECK(must_be_denied(act, Isolation::user));
    CHECK(must_be_denied(act, Isolation::full) != act.counted_at_full);
    CHECK(must_be_denied(act, Isolation::confined) == (act.denied_from == Isolation::confined));
  }
}

}  // namespace canary_test
