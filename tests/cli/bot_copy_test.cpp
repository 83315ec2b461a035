#include <unistd.h>
#include <algorithm>

#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"

namespace bot_copy_test {

// What is started is a copy of what was hashed, whatever becomes of the bots' own folders.

using namespace cli_test;

namespace {

/// A program that reports where it is and what it sees there, and plays nothing. The arena calls the place /bot where
/// it knows it again.
const std::string kSpy =
    "#!/usr/bin/python3\n"
    "import os, sys\n"
    "print('at', os.getcwd().replace('/', '|'), 'sees', sorted(os.listdir('.')), file=sys.stderr, flush=True)\n"
    "sys.exit(1)\n";

/// The folder that the spy says it was in.
fs::path place_in(const std::string& text) {
  const std::size_t at = text.find("at |");
  REQUIRE(at != std::string::npos);
  std::string place = text.substr(at + 3, text.find(" sees", at) - at - 3);
  std::ranges::replace(place, '|', '/');
  return place;
}

}  // namespace

TEST_CASE("a bot that is changed during a run plays on as it was") {
  const ScratchFolder folder;
  fs::create_directory(folder / "bot");
  // In the first game it spoils the file that it was copied from, if it is told to.
  write_program(folder / "bot/duck",
                "#!/usr/bin/python3\n"
                "import os, sys\n"
                "for line in sys.stdin:\n"
                "    word = line.split()\n"
                "    if word[0] == 'hello': print('ready', flush=True)\n"
                "    if word[0] == 'game' and os.path.exists('" +
                    (folder / "spoil").string() + "'):\n" + "        with open('" + (folder / "bot/duck").string() +
                    "', 'w') as own: own.write('#!/bin/sh\\nexit 1\\n')\n"
                    "    if word[0] == 'ask':\n"
                    "        offered = word[word.index(':') + 1:]\n"
                    "        print(word[1], *offered[-int(word[3]):], flush=True)\n"
                    "    if word[0] == 'quit': break\n");
  write_file(folder / "bot/bot.json", R"({"name": "duck", "command": ["./duck"]})");
  // When root plays, bots are not root.
  fs::permissions(folder.path(), fs::perms::owner_all | fs::perms::others_exec);
  fs::permissions(folder / "bot/duck", fs::perms::all);
  const auto play = [&](const std::string& out) {
    return run_arena(folder.path(), {"run", "bot", sample_bot("random_c"), "--hands", "1", "--games", "4", "--seed",
                                     "7", "--concurrency", "1", "--out", out, "--isolation", "none"});
  };
  REQUIRE(play("unchanged").code == 0);
  write_file(folder / "spoil", "");
  REQUIRE(play("changed").code == 0);
  CHECK(read_file(folder / "bot/duck") == "#!/bin/sh\nexit 1\n");
  const Words lines = processes::sorted_lines(folder / "changed/games.jsonl");
  CHECK(lines.size() > 3);  // several games, and each has its own processes
  CHECK(lines == processes::sorted_lines(folder / "unchanged/games.jsonl"));
  // The next start looks at the files again.
  CHECK_THAT(play("changed").err,
             ContainsSubstring("changed: this command would change the run in it: duck~2 is a new version of duck"));
}

TEST_CASE("bots run in copies without records, and the copies go with the run") {
  const ScratchFolder folder;
  write_program(folder / "spy", kSpy);
  write_file(folder / "bot.json", R"({"name": "spy", "command": ["./spy"]})");
  write_file(folder / "notes", "");
  for (const char* isolation : {"auto", "none"}) {
    INFO(isolation);
    const Outcome outcome = run_arena(folder.path(), {"run", ".", "--out", "results/run", "--isolation", isolation});
    CHECK(outcome.code == 1);
    REQUIRE(fs::exists(folder / "results/run/key"));
    CHECK_THAT(outcome.err, ContainsSubstring("sees ['bot.json', 'notes', 'spy']"));
    if (std::string(isolation) == "none") {
      CHECK_THAT(place_in(outcome.err).string(), ContainsSubstring("/.hearts-arena-staging-"));
      CHECK_FALSE(fs::exists(place_in(outcome.err).parent_path()));
    }
  }
}

TEST_CASE("copies are made in the user's temporary folder, or where bots can reach them") {
  const arena::test::ScratchFolder folder;
  write_program(folder / "spy", kSpy);
  fs::permissions(folder.path(), fs::perms::owner_all | fs::perms::others_exec);
  fs::create_directory(folder / "tmp");
  const auto place = [&] {
    return place_in(run_in(folder.path(), {"/usr/bin/env", "TMPDIR=" + (folder / "tmp").string(), HEARTS_ARENA_PROGRAM,
                                           "run", "./spy", "--isolation", "none", "--out", "run"})
                        .err)
        .parent_path()
        .parent_path();
  };
  CHECK(place() == folder / "tmp");
  CHECK(fs::is_empty(folder / "tmp"));
  fs::permissions(folder.path(), fs::perms::owner_all);
  if (::geteuid() == 0) CHECK(place() != folder / "tmp");
}

TEST_CASE("a bot that lacks files that were not copied is told how to have them") {
  const ScratchFolder folder;
  write_program(folder / "bot.py", "import rules\n");
  write_file(folder / "rules.py", "");
  const std::string note = "Here only bot.py was copied; a bot with several files must be a folder with a bot.json.\n";
  CHECK_THAT(run_arena(folder.path(), {"run", "python3 bot.py", "--out", "run"}).err,
             ContainsSubstring("error: bot: it lacks the module 'rules', which is beside its program but was not "
                               "copied\nerror: bot: hint: " +
                               note));
  // Also in words that are none of a language.
  write_program(folder / "bot.py", "#!/bin/sh\necho The weights were not found. >&2\nexit 1\n");
  CHECK_THAT(run_arena(folder.path(), {"run", "./bot.py", "--out", "run"}).err,
             ContainsSubstring("error: bot: it did not find something that it needs\nerror: bot: hint: " + note));
  // One that fails by itself lacks nothing.
  write_program(folder / "bot.py", "#!/bin/sh\necho no luck >&2\nexit 1\n");
  CHECK_THAT(run_arena(folder.path(), {"run", "./bot.py", "--out", "run"}).err,
             ContainsSubstring("bot cannot play: start_failed") && !ContainsSubstring("copied"));
  // One that starts and does not answer has all that it needs to start.
  write_program(folder / "bot.py", "#!/bin/sh\necho nonsense\n");
  CHECK_THAT(run_arena(folder.path(), {"run", "./bot.py", "--out", "run"}).err,
             ContainsSubstring("bot cannot play: garbage") && !ContainsSubstring("copied"));
}

TEST_CASE("records cannot be in a folder with files of a bot") {
  const ScratchFolder folder;
  fs::create_directories(folder / "bots/spy/data");
  fs::create_directories(folder / "bots/spy/empty");
  write_program(folder / "bots/spy/spy", kSpy);
  write_file(folder / "bots/spy/bot.json", R"({"name": "spy", "command": ["./spy"]})");
  write_file(folder / "bots/spy/data/table", "");
  const auto error = [&](const std::string& bot, const std::string& out) {
    const auto before = files_of(folder.path());
    const Outcome outcome = run_arena(folder.path(), {"run", bot, "--out", out});
    if (outcome.code == 1) return std::string("started");
    CHECK(outcome.code == 2);
    CHECK(files_of(folder.path()) == before);
    return one_error(outcome);
  };
  CHECK(error("bots/spy", "bots/spy") == "bots/spy contains files of the bot spy; choose another --out");
  CHECK(error("bots/spy", "bots/spy/data") == "bots/spy/data contains files of the bot spy; choose another --out");
  for (const char* out : {"bots/spy/empty", "bots/spy/new/run", "bots"}) {
    INFO(out);
    CHECK(error("bots/spy", out) == "started");
    CHECK(error("bots/spy", out) == "started");  // and the run resumes: the bot is still the same
  }
  CHECK(error("bots/spy", ".hearts-arena-staging-mine00/run") ==
        ".hearts-arena-staging-mine00/run is in a folder where the arena deletes copies of bots; choose another --out");
  // Of a bot without bot.json nothing but what it names counts.
  CHECK(error("bots/spy/spy", "bots/spy") == "started");
  CHECK(error("bots/spy/spy", "bots/spy") == "started");
}

TEST_CASE("what bots may use is recorded, and a run cannot be resumed with other resources") {
  const ScratchFolder folder;
  const auto play = [&](const Words& more) {
    return run_arena(folder.path(), Words{"run", sample_bot("random_c"), "--hands", "1", "--games", "1", "--seed", "7",
                                          "--out", "run", "--log-level", "error"} +
                                        more);
  };
  REQUIRE(play({"--memory", "512", "--processes", "2"}).code == 0);
  CHECK_THAT(read_file(folder / "run/games.jsonl"),
             ContainsSubstring(R"("resources":{"memory_mb":512,"processes":2,"threads":64,"tmp_mb":64,"files":128,)"
                               R"("stderr_kb":64,"idle_cpu_ms":5000})"));
  CHECK(one_error(play({})) ==
        "run holds another run: it gives random_c memory_mb 512, not 1024; choose another --out, then rate both runs: "
        "arena rate run OUT");
  CHECK(one_error(play({"--memory", "512"})) ==
        "run holds another run: it gives random_c processes 2, not 1; choose another --out, then rate both runs: arena "
        "rate run OUT");
  CHECK_THAT(one_error(play({"--memory", "15"})),
             ContainsSubstring("--memory: '15' is not a whole number from 16 to 1048576"));
  CHECK_THAT(one_error(play({"--processes", "65"})),
             ContainsSubstring("--processes: '65' is not a whole number from 1 to 64"));
}

}  // namespace bot_copy_test
