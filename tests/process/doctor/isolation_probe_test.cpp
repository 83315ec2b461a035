#include "arena/bots/doctor/isolation_probe.h"

#include <algorithm>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"
#include "tests/scratch_folder.h"

namespace isolation_probe_test {

using arena::acts;
using arena::Isolation;
using arena::IsolationProbe;
using arena::LevelProbe;
using arena::SandboxPrograms;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

/// The real programs, but for a canary that is a shell script.
class ScriptedCanary {
 public:
  explicit ScriptedCanary(const std::string& script) {
    programs_ = processes::sandbox_programs();
    programs_.canary = folder_ / "canary";
    arena::test::write_file(programs_.canary, "#!/bin/sh\n" + script);
    fs::permissions(programs_.canary, static_cast<fs::perms>(0755));
  }
  const SandboxPrograms& programs() const { return programs_; }

 private:
  arena::test::ScratchFolder folder_;
  SandboxPrograms programs_;
};

/// A script that says of every act, from its second argument on, what `verdict` gives: shell text.
template <class Verdict>
std::string script_of(Verdict verdict) {
  std::string script = "begun=\n";
  for (const arena::Act& act : acts()) {
    const std::string name(act.name);
    script += "[ \"$2\" = " + name + " ] && begun=1\n[ -n \"$begun\" ] && { " + verdict(name) + "; }\n";
  }
  return script + "echo done\n";
}

std::string denied(const std::string& name) { return "echo " + name + " denied EPERM"; }

void denies_all(Isolation isolation) {
  const LevelProbe probe = arena::probe_level(processes::sandbox_programs(), isolation);
  if (!probe.failure.empty() && !processes::is_required(isolation)) {
    SKIP("no isolation '" << arena::isolation_name(isolation) << "' on this machine: " << probe.failure);
  }
  CHECK(probe.failure.empty());
  REQUIRE(probe.acts.size() == acts().size());
  for (const arena::TriedAct& tried : probe.acts) {
    INFO(tried.act->name << " " << tried.why);
    if (must_be_denied(*tried.act, isolation)) CHECK_FALSE(tried.allowed);
    if (!tried.allowed) CHECK_FALSE(tried.why.empty());
  }
}

}  // namespace

TEST_CASE("confined, the canary is denied whatever must be") { denies_all(Isolation::confined); }
TEST_CASE("in the sandbox of a user, the canary is denied whatever must be") { denies_all(Isolation::user); }
TEST_CASE("in the full sandbox the canary is denied whatever must be, and stopped at its memory limit") {
  denies_all(Isolation::full);
}

TEST_CASE("without isolation a canary is allowed to read what it finds, and nothing promises otherwise") {
  const LevelProbe probe = arena::probe_level(processes::sandbox_programs(), Isolation::none);
  CHECK(probe.failure.empty());
  CHECK(holes(probe).empty());
  REQUIRE(probe.acts.size() == acts().size());
  int allowed = 0;
  for (const arena::TriedAct& tried : probe.acts) {
    if (!tried.allowed) continue;
    ++allowed;
    CHECK(tried.act->name != "inherited_descriptors");
    CHECK(tried.act->name != "arena_environment");
  }
  CHECK(allowed > 20);
  CHECK(std::any_of(probe.acts.begin(), probe.acts.end(),
                    [](const auto& tried) { return tried.act->name == "read_secret" && tried.allowed; }));
}

TEST_CASE("the probe takes the strongest isolation that can be had, and says why not a stronger one") {
  const IsolationProbe probe = arena::probe_isolation(processes::sandbox_programs());
  CHECK(probe.best.failure.empty());
  CHECK(probe.best.acts.size() == acts().size());
  CHECK(holes(probe.best).empty());
  int level = static_cast<int>(Isolation::full);
  for (const LevelProbe& missed : probe.missed) {
    CHECK(static_cast<int>(missed.isolation) == level--);
    CHECK_FALSE(missed.failure.empty());
  }
  CHECK(static_cast<int>(probe.best.isolation) == level);
}

TEST_CASE("the probe tries nothing stronger than it was asked to") {
  const IsolationProbe probe = arena::probe_isolation(processes::sandbox_programs(), Isolation::none);
  CHECK(probe.best.isolation == Isolation::none);
  CHECK(probe.missed.empty());
}

TEST_CASE("each missed level has its own reason") {
  IsolationProbe probe;
  probe.missed.push_back({Isolation::full, {}, "no control groups"});
  probe.missed.push_back({Isolation::user, {}, "no namespaces"});
  REQUIRE(find_missed(probe, Isolation::user) != nullptr);
  CHECK(find_missed(probe, Isolation::user)->failure == "no namespaces");
  CHECK(find_missed(probe, Isolation::full)->failure == "no control groups");
  CHECK(find_missed(probe, Isolation::confined) == nullptr);
}

TEST_CASE("a sandbox that cannot be made is none, and the launcher's own words are the reason") {
  SandboxPrograms programs = processes::sandbox_programs();
  programs.root = "/no/such/root";
  const std::string failure = arena::probe_level(programs, Isolation::user).failure;
  CHECK_THAT(failure, Catch::Matchers::StartsWith("arena-launcher: "));
  NEEDS_LEVEL(Isolation::user);
  CHECK(failure == "arena-launcher: /no/such/root: No such file or directory");
}

TEST_CASE("an act that was allowed is a hole where it must be denied, and the level is not available") {
  const ScriptedCanary canary(script_of(
      [](const std::string& name) { return name == "read_secret" ? "echo read_secret allowed" : denied(name); }));
  const LevelProbe probe = arena::probe_level(canary.programs(), Isolation::confined);
  CHECK(probe.failure == "it did not deny read_secret");
  REQUIRE(holes(probe).size() == 1);
  CHECK(holes(probe).front()->name == "read_secret");
  CHECK(arena::probe_level(canary.programs(), Isolation::none).failure.empty());
}

TEST_CASE("an act of a stronger isolation does not count against a weaker one") {
  const ScriptedCanary canary(script_of(
      [](const std::string& name) { return name == "machine_name" ? "echo machine_name allowed" : denied(name); }));
  CHECK(arena::probe_level(canary.programs(), Isolation::confined).failure.empty());
}

TEST_CASE("an act that a filter ends the canary for is denied, and the others are tried by another") {
  const ScriptedCanary canary(script_of([](const std::string& name) {
    return name == "read_secret" || name == acts().back().name ? "kill -SYS $$" : denied(name);
  }));
  const LevelProbe probe = arena::probe_level(canary.programs(), Isolation::none);
  CHECK(probe.failure.empty());
  REQUIRE(probe.acts.size() == acts().size());
  for (const arena::TriedAct& tried : probe.acts) {
    const bool ended = tried.act->name == "read_secret" || tried.act == &acts().back();
    CHECK(tried.why == (ended ? "SIGSYS" : "EPERM"));
    CHECK_FALSE(tried.allowed);
  }
}

TEST_CASE("a canary that dies of anything else proves nothing") {
  const ScriptedCanary killed(
      script_of([](const std::string& name) { return name == "read_secret" ? "kill -SEGV $$" : denied(name); }));
  CHECK(arena::probe_level(killed.programs(), Isolation::none).failure == "it was killed by signal 11");
  const ScriptedCanary gone("exit 3\n");
  CHECK(arena::probe_level(gone.programs(), Isolation::none).failure == "it exited with code 3");
}

TEST_CASE("a canary that says nonsense proves nothing") {
  const std::string first(acts().front().name);
  const std::string second(acts()[1].name);
  for (const std::string& line : std::vector<std::string>{"nonsense", "no_such_act denied EPERM", first + " perhaps",
                                                          second + " denied EPERM", first}) {
    INFO(line);
    const ScriptedCanary canary("echo '" + line + "'\n");
    CHECK(arena::probe_level(canary.programs(), Isolation::none).failure == "the canary printed an unexpected line");
  }
}

TEST_CASE("a canary that floods is heard no longer than it has acts") {
  const ScriptedCanary canary("while :; do echo " + std::string(acts().front().name) + " denied EPERM; done\n");
  CHECK(arena::probe_level(canary.programs(), Isolation::none).failure == "the canary printed an unexpected line");
  CHECK(processes::left_after(std::chrono::seconds(5)).empty());
}

TEST_CASE("a missing canary is an error that names it") {
  const arena::test::ScratchFolder folder;
  SandboxPrograms programs = processes::sandbox_programs();
  programs.canary = folder / "canary";
  CHECK_THROWS_WITH(arena::probe_level(programs, Isolation::none), ContainsSubstring(programs.canary.string()));
}

TEST_CASE("what a start costs is measured, and a start that fails is reported") {
  CHECK(arena::start_cost(processes::sandbox_programs(), Isolation::none, 3) > std::chrono::microseconds(0));
  const ScriptedCanary gone("echo broken >&2\nexit 3\n");
  CHECK_THROWS_WITH(arena::start_cost(gone.programs(), Isolation::none, 3), ContainsSubstring("broken"));
}

TEST_CASE("a probe leaves no process and no descriptor") {
  const SandboxPrograms programs = processes::sandbox_programs();
  arena::probe_isolation(programs);
  const int before = processes::open_descriptors();
  arena::probe_isolation(programs);
  CHECK(processes::open_descriptors() == before);
  CHECK(processes::left_after(std::chrono::seconds(5)).empty());
}

}  // namespace isolation_probe_test
