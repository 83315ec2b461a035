#include "arena/bots/process/open_process.h"

#include <csignal>
#include <system_error>

#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace open_process_test {

using namespace arena;
using std::chrono::milliseconds;

namespace {

std::vector<std::string> shell(const std::string& script) { return {"sh", "-c", script}; }

/// The next line, or what there is instead.
std::string line_of(OpenProcess& process) {
  const Incoming incoming = process.receive();
  if (incoming.kind == Incoming::Kind::line) return std::string(incoming.text);
  return incoming.kind == Incoming::Kind::closed ? "(closed)" : "(flood)";
}

}  // namespace

TEST_CASE("an open process answers lines, in the folder it is started in", "[memory]") {
  const arena::test::ScratchFolder folder;
  arena::test::write_file(folder / "here", "");
  OpenProcess process(shell("ls; while read line; do echo \"got $line\"; done; exit 7"), folder.path());
  CHECK(line_of(process) == "here");
  CHECK(process.send("one\ntwo\n"));
  CHECK(line_of(process) == "got one");
  CHECK(line_of(process) == "got two");
  const ProcessEnd end = process.finish(std::chrono::minutes(1));
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.number == 7);
}

TEST_CASE("a line without its end, and a last one, are distinguished from a closed output") {
  OpenProcess process(shell("printf 'a\\r\\nb'"), {});
  CHECK(line_of(process) == "a");
  CHECK(line_of(process) == "(closed)");
  CHECK(line_of(process) == "(closed)");
}

TEST_CASE("a line longer than any bot may send is a flood", "[memory]") {
  OpenProcess process(shell("head -c 10000 /dev/zero | tr '\\0' x"), {});
  CHECK(line_of(process) == "(flood)");
}

TEST_CASE("a process that talks while it is written to holds nobody up") {
  OpenProcess process(shell("head -c 300000 /dev/zero | tr '\\0' '\\n'; cat >/dev/null"), {});
  CHECK(process.send(std::string(300000, 'x')));
  for (int i = 0; i < 300000; ++i) {
    if (!line_of(process).empty()) FAIL("line " << i << " is not empty");
  }
}

TEST_CASE("a process that has gone takes nothing, and one that stays is killed", "[memory]") {
  ::signal(SIGPIPE, SIG_IGN);
  OpenProcess gone(shell("exec <&-; echo closed; exit 1"), {});
  CHECK(line_of(gone) == "closed");
  CHECK(line_of(gone) == "(closed)");
  CHECK_FALSE(gone.send("x\n"));
  OpenProcess stays({"sleep", "1000"}, {});
  const ProcessEnd end = stays.finish(milliseconds(1));
  CHECK(end.kind == ProcessEnd::Kind::signaled);
  CHECK(end.number == SIGKILL);
}

TEST_CASE("a program that is not there cannot be started", "[memory]") {
  CHECK_THROWS_AS(OpenProcess({"/nowhere/bot"}, {}), std::system_error);
  CHECK_THROWS_AS(OpenProcess({"sh"}, "/nowhere"), std::system_error);
}

}  // namespace open_process_test
