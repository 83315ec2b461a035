#include <boost/json/parse.hpp>
#include <cstdlib>
#include <set>

#include "arena/bots/doctor/acts.h"
#include "arena/bots/sandbox/isolation.h"
#include "tests/cli/arena_command.h"

namespace doctor_test {

using namespace cli_test;
using arena::Isolation;

namespace {

Outcome doctor(Words words) {
  words.insert(words.begin(), "doctor");
  return run_arena(fs::temp_directory_path(), words);
}

json::object examined(const Words& words) {
  Words all = {"--json"};
  all = all + words;
  const Outcome outcome = doctor(all);
  INFO(outcome.err);
  const json::object found = json::parse(outcome.out).as_object();
  CHECK(outcome.code == (found.at("good").as_bool() ? 0 : 1));
  return found;
}

Isolation isolation_in(const json::object& object) {
  const auto found = arena::find_isolation(object.at("isolation").as_string());
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("doctor prints every act with allowed or denied, the machine, the level and the costs") {
  const Outcome outcome = doctor({"--require-isolation", "none"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  for (const arena::Act& act : arena::acts()) {
    CHECK_THAT(outcome.out, ContainsSubstring("\n" + std::string(act.name) + " "));
    CHECK_THAT(outcome.out, ContainsSubstring(std::string(act.meaning) + "\n"));
  }
  for (const char* row :
       {"kernel ", "arena runs as ", "user namespaces ", "Landlock ", "system-call filters ", "control groups "}) {
    CHECK_THAT(outcome.out, ContainsSubstring("\n" + std::string(row)));
  }
  CHECK_THAT(outcome.out, ContainsSubstring(" (median of 20 starts).\n"));
  CHECK(outcome.out.find("\nBots are isolated at the level '") != std::string::npos);
}

TEST_CASE("the doctor's exit code says whether the isolation is good enough") {
  const Isolation best = isolation_in(examined({"--require-isolation", "none"}));
  for (const Isolation required : {Isolation::confined, Isolation::user, Isolation::full}) {
    const std::string name(arena::isolation_name(required));
    INFO(name);
    const Outcome outcome = doctor({"--require-isolation", name});
    CHECK(outcome.code == (best >= required ? 0 : 1));
    CHECK((outcome.out.find("'" + name + "' is required") == std::string::npos) == (best >= required));
  }
}

TEST_CASE("the doctor requires the sandbox of a user when nothing is said") {
  const json::object found = examined({});
  CHECK(found.at("required") == "user");
  CHECK(found.at("good").as_bool() == (isolation_in(found) >= Isolation::user));
}

TEST_CASE("the doctor's JSON has every act of every level that was tried to its end", "[memory]") {
  const json::object found = examined({"--require-isolation", "none"});
  const json::array& levels = found.at("levels").as_array();
  REQUIRE_FALSE(levels.empty());
  const json::object& best = levels.back().as_object();
  CHECK(isolation_in(best) == isolation_in(found));
  CHECK(best.at("failure") == "");
  std::set<std::string> names;
  for (const json::value& value : best.at("acts").as_array()) {
    const json::object& act = value.as_object();
    names.insert(std::string(act.at("name").as_string()));
    INFO(act);
    CHECK_FALSE((act.at("allowed").as_bool() && act.at("must_be_denied").as_bool()));
    CHECK(act.at("allowed").as_bool() == act.at("why").as_string().empty());
  }
  CHECK(names.size() == arena::acts().size());
  for (const arena::Act& act : arena::acts()) CHECK(names.contains(std::string(act.name)));
  CHECK(found.at("starts").at("measured") == 20);
  CHECK(found.at("starts").at("us").as_int64() > 0);
}

TEST_CASE("the doctor lists the interpreters that bots find, and those that only its user sees") {
  const ScratchFolder folder;
  const fs::path mine = folder / "bun";  // a name that no package of Debian has
  write_file(mine, "#!/bin/sh\n");
  fs::permissions(mine, static_cast<fs::perms>(0755));
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
  const Outcome text = doctor({"--runtimes", "--require-isolation", "none"});
  const json::object found = examined({"--runtimes", "--require-isolation", "none"});
  ::setenv("PATH", path.c_str(), 1);

  CHECK(text.code == 0);
  CHECK_THAT(text.out, ContainsSubstring("\nbash "));
  CHECK_THAT(text.out, ContainsSubstring("Bots do not see " + mine.string() + ": "));
  const auto runtime = [&](std::string_view program) -> json::object {
    for (const json::value& one : found.at("runtimes").as_array()) {
      if (one.at("program").as_string() == program) return one.as_object();
    }
    FAIL("no " << program);
    return {};
  };
  CHECK_THAT(std::string(runtime("bash").at("version").as_string()), ContainsSubstring("GNU bash, version "));
  CHECK_THAT(std::string(runtime("perl").at("version").as_string()), ContainsSubstring("This is perl 5"));
  CHECK(runtime("bash").at("failure") == "");
  CHECK(runtime("bun").at("outside").as_string() == mine.string());
  CHECK(runtime("bun").at("version") == "");
  CHECK_FALSE(examined({"--require-isolation", "none"}).contains("runtimes"));
}

TEST_CASE("an isolation that the doctor does not know is refused") {
  const Outcome outcome = doctor({"--require-isolation", "perfect"});
  CHECK(outcome.code == 2);
  CHECK_THAT(one_error(outcome), ContainsSubstring("--require-isolation"));
}

}  // namespace doctor_test
