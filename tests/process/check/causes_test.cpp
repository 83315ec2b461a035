// Bots that do not run, or end, each for another reason: the check must name the true one.

#include <algorithm>
#include <fstream>
#include <iterator>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/check/checked.h"
#include "tests/process/check/written_bot.h"
#include "tests/scratch_folder.h"

namespace causes_test {

using namespace check_test;
using arena::test::ScratchFolder;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// A program of this machine with some of its bytes changed.
std::string changed_program(const std::string& old, const std::string& by) {
  std::ifstream file("/bin/true", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  REQUIRE(bytes.find(old) != std::string::npos);
  REQUIRE(old.size() == by.size());
  return replaced(bytes, old, by);
}

std::string of_another_machine() {
  std::string bytes = changed_program("ELF", "ELF");
  bytes.replace(18, 2, std::string("\xB7\0", 2));  // e_machine: AArch64
  return bytes;
}

}  // namespace

TEST_CASE("bytes that are no answer are reported by what they are") {
  const std::string answer = "print(word[1], *word[word.index(\":\") + 1:][:int(word[3])], flush=True)";
  const std::string words = "word[word.index(':') + 1:][:int(word[3])]";
  const auto bot = [&](const std::string& act) { return kPython + "import os\n" + replaced(kPlays, answer, act); };
  check_rows(
      {
          {"number", bot("print(float(word[1]), *" + words + ", flush=True)"), "number", "but not as it was asked with",
           "do not convert it"},
          {"suits", bot("print(word[1], *[c[0] + '\\u2663' for c in " + words + "], flush=True)"), "words",
           "the number is right, but ", "not a suit symbol"},
          {"commas", bot("print(word[1], ','.join(" + words + "), flush=True)"), "words",
           "words are separated by spaces, not commas", "Separate them by spaces"},
          {"zeros", bot("os.write(1, (word[1] + ' ' + ' '.join(" + words + ") + '\\n').encode() + bytes(40))"),
           "stdout", "40 bytes of value 0", "not the whole array"},
          {"no_newline", bot("print(word[1], *" + words + ", end='', flush=True)"), "flush", "without a newline",
           "End each line with one"},
          {"in_info", bot("print('info play', *" + words + ", flush=True)"), "words", "is a remark", "the next one"},
          {"ready_alone", replaced(kPython + kPlays, "print(\"ready\", ", "print(\"ready\", end='', "), "flush",
           "it wrote 'ready' without a newline", "End each line with one"},
          {"utf16", kPython + "sys.stdout.reconfigure(encoding='utf-16-le')\n" + kPlays, "start", "that is UTF-16",
           "Write ASCII"},
          {"umlaut", replaced(kPython + kPlays, "\"ready\"", "\"ready name=Gr\\u00f6\""), "start", "is not ASCII",
           "characters that are not ASCII"},
      },
      arena::Isolation::none);
}

TEST_CASE("what is wrong with a program file is named") {
  const std::vector<WrittenBot> bots = {
      {"crlf", replaced(kPython + kPlays, "\n", "\r\n"), "start", "its first line ends in CR LF", "sed -i"},
      {"no_interpreter", "#!/usr/bin/python4\n", "start", "asks for /usr/bin/python4, which this machine does not have",
       "Install it"},
      {"no_program", "#!/usr/bin/env no-such-language\n", "start", "asks for 'no-such-language'", "Install it"},
      {"no_first_line", "import sys\n" + kPlays, "start", "no first line like '#!", "python3 bot.py"},
      {"empty", "", "start", "an empty file", "Build it"},
      {"windows", "MZ\x90\x01", "start", "a program for Windows", "Build it for Linux"},
      {"another_machine", of_another_machine(), "start", "built for 64-bit ARM", "on this machine"},
      {"no_library", changed_program("libc.so.6", "libq.so.6"), "start", "lacks the shared library 'libq.so.6'",
       "link it statically"},
  };
  check_rows(bots, arena::Isolation::none);
}

TEST_CASE("an interpreter that no bot sees is distinguished from one that is missing") {
  const ScratchFolder folder;
  fs::create_directories(folder / "venv/bin");
  fs::permissions(folder.path(), fs::perms(0755));
  fs::copy_file("/bin/sh", folder / "venv/bin/python3");
  const std::string place = (folder / "venv/bin/python3").string();
  const WrittenBot bot = {"bot", "#!" + place + "\n", "start",
                          "is outside the system's folders, where bots cannot see it", "pip install --target"};
  NEEDS_LEVEL(arena::Isolation::confined);
  check_written(bot, folder.path(), arena::Isolation::confined);
}

TEST_CASE("a bot's last words are explained in plain words") {
  const ScratchFolder folder;
  write_program(folder / "helper_above.py", "");
  fs::create_directories(folder / "bots");
  write_program(folder / "bots/helper_beside.py", "");
  const auto row = [&](const WrittenBot& bot, arena::Isolation isolation) {
    WrittenBot below = bot;
    below.name = "bots/" + bot.name;
    check_written(below, folder.path(), isolation);
  };
  row({"module", kPython + "import no_such_module" + kPlays, "start",
       "lacks the module 'no_such_module', which is in none of the usual places of this machine", "apt-get install"},
      arena::Isolation::none);
  row({"above", kPython + "import helper_above" + kPlays, "start", "helper_above.py, where bots cannot see it",
       "Put it into the bot's folder"},
      arena::Isolation::none);
  row({"beside", kPython + "import helper_beside" + kPlays, "start",
       "it lacks the module 'helper_beside', which is beside its program but was not copied", "with a bot.json"},
      arena::Isolation::none);
  row({"perl_module", "#!/usr/bin/perl\nuse No::Such;\n", "start", "lacks the module 'No/Such.pm'", "Put it"},
      arena::Isolation::none);
  row({"fails", kPython + "raise ValueError('boom')\n", "start", "its stderr ends with: ValueError: boom", "by hand"},
      arena::Isolation::none);
  arena::test::write_file(folder / "bots/weights.json", "[]");
  const std::vector<WrittenBot> lacking = {
      {"beside", kPython + "open('weights.json')\n", "start", "is beside its program but was not copied",
       "with a bot.json"},
      {"nowhere", kPython + "open('no/such.json')\n", "start", "it lacks the file 'no/such.json'", "working directory"},
      {"home", kPython + "import os\nopen(os.path.expanduser('~/.config/duck.json'))\n", "start",
       "a bot's HOME is /tmp", "Put the file into the bot's folder"},
      {"variable", "#!/bin/bash\nset -u\necho $DUCK_LOG\n", "start", "it lacks the variable 'DUCK_LOG'",
       "only PATH, HOME, TMPDIR and LANG"},
      {"key", kPython + "import os\nos.environ['DUCK']\n", "start", "it lacks the variable 'DUCK'", "only PATH"},
      {"locale", kPython + "import locale\nlocale.setlocale(locale.LC_ALL, 'xx_YY.UTF-8')\n", "start",
       "asks for a locale", "LANG is C.UTF-8"},
      {"shared",
       kPython + "sys.exit('_multiprocessing.SemLock: FileNotFoundError: [Errno 2] No such file or directory')\n",
       "start", "no /dev/shm", "Pool, Lock, Queue"},
      {"threads", kPython + "sys.exit(\"RuntimeError: can't start new thread\")\n", "start",
       "could not start another thread", "64 threads"},
      {"worker", kPython + "sys.exit('Fatal process out of memory: Failed to reserve virtual memory for CodeRange')\n",
       "start", "too little memory for another JavaScript thread", "codeRangeSizeMb: 64"},
      {"files", kPython + "sys.exit(\"OSError: [Errno 24] Too many open files: 'x'\")\n", "start",
       "could not open another file", "128 open files"},
      {"wrapper", "#!/bin/bash\necho 'fork: Operation not permitted' >&2\nexit 254\n", "start",
       "starts another program", "exec python3 bot.py"},
      {"dash", "#!/bin/sh\necho './start.sh: 2: Cannot fork' >&2\nexit 2\n", "start", "starts another program",
       "exec python3 bot.py"},
      {"plain.sh", "echo './plain.sh: 1: Cannot fork' >&2\nexit 2\n", "start", "starts another program",
       "exec python3 bot.py"},
      {"forks", kPython + "sys.exit('os.fork(): Operation not permitted')\n", "start", "starts another program",
       "instead of subprocess"},
  };
  for (const WrittenBot& bot : lacking) row(bot, arena::Isolation::none);
  const arena::Isolation best = processes::best_isolation();
  if (best == arena::Isolation::none) NEEDS_LEVEL(arena::Isolation::confined);
  row({"network", kPython + "import socket\nsocket.create_connection(('example.org', 80), 2)" + kPlays, "start",
       "uses the network", "Put everything"},
      best);
  row({"network_by_number", kPython + "import socket\nsocket.socket().connect(('1.2.3.4', 80))" + kPlays, "start",
       "uses the network", "Put everything"},
      best);
  if (best < arena::Isolation::user) return;
  row({"writes", kPython + "open('log.txt', 'w')" + kPlays, "start", "writes to a folder that is read-only", "/tmp"},
      best);
}

TEST_CASE("a refused fork that the bot does not report is found by experiment") {
  NEEDS_LEVEL(arena::Isolation::confined);
  const std::string start = "import os\ntry: child = os.fork()\nexcept OSError: os._exit(3)\n";
  check_rows({{"forks", kPython + start + "if child == 0: os._exit(0)\nos.wait()" + kPlays, "start",
               "if it is allowed more processes it keeps running: it starts another program", "--processes 2"},
              {"daemon", kPython + start + "if child > 0: os._exit(0)\nos.setsid()\ntime.sleep(100)", "start",
               "its first one ends while others keep running", "in the foreground"},
              {"daemon_that_may",
               kPython + start + "if child > 0: os._exit(0)\nos.setsid()\ntime.sleep(100)",
               "start",
               "exit code 0 before 'ready'",
               "in the foreground",
               {"--processes", "4"}},
              {"forks_later",
               kPython + replaced(kPlays, "if word[:1] == [\"ask\"]: ", "if word[:1] == [\"ask\"]: refuse(); ")
                             .insert(0,
                                     "\nimport os\ndef refuse():\n  try:\n    if os.fork() == 0: "
                                     "os._exit(0)\n  except OSError: os._exit(4)\n  os.wait()\n"),
               "flush", "exit code 4; if it is allowed more processes it keeps running", "--processes 2"},
              {"ends_by_chance",
               kPython + replaced(kPlays, "if word[:1] == [\"ask\"]: ", "if word[:1] == [\"ask\"]: end_by_chance(); ")
                             .insert(0,
                                     "\nimport random\ndef end_by_chance():\n  if random.random() < 0.5: "
                                     "sys.exit(5)\n"),
               "flush", "exited: exit code 5", "wrote nothing to stderr"}},
             arena::Isolation::confined);
}

TEST_CASE("a bot that leaves with its game is distinguished from one that does not wait") {
  const ScratchFolder folder;
  check_rows({{"leaves",
               kPython + replaced(kPlays, "[\"quit\"]", "[\"end\"]"),
               "rests",
               "it ended on its own when its game was over: exited: exit code 0",
               "do not exit at 'end'",
               {"--step", "rests"}},
              {"fails",
               kPython + replaced(kPlays, "[\"quit\"]: break", "[\"end\"]: raise ValueError('total not found')"),
               "rests",
               "its stderr ends with: ValueError: total not found",
               "An error of its own",
               {"--step", "rests"}}},
             arena::Isolation::none);
}

TEST_CASE("what a process was sent that failed is kept where that is asked for") {
  const ScratchFolder folder;
  write_program(folder / "bot", kPython + replaced(kPlays, "for line in sys.stdin:",
                                                   "games = 0\nfor line in sys.stdin:\n    games += "
                                                   "line.startswith('game ')\n    if games == 4: sys.exit('no')"));
  const std::string bytes = (folder / "bytes").string();
  const json::object report =
      json_of(check_bot((folder / "bot").string(), {"--json", "--step", "tables", "--keep-bytes", bytes}));
  const json::object& step = step_in(report, "tables");
  INFO(step);
  CHECK_THAT(
      std::string(step.at("hint").as_string()),
      ContainsSubstring("'arena check BOT --step tables --keep-bytes DIR', with your other options, keeps the input"));
  const std::string detail(step.at("detail").as_string());
  const std::size_t at = detail.find("the bytes it was sent are in " + bytes);
  REQUIRE(at != std::string::npos);
  const std::string sent = arena::test::read_file(detail.substr(detail.find('/', at)));
  std::size_t games = 0;
  for (std::size_t place = 0; (place = sent.find("\ngame ", place)) != std::string::npos; ++place) ++games;
  CHECK(games == 4);
}

TEST_CASE("the end of stderr is shown, fifteen lines of it, and steps that were not tried take one line") {
  const ScratchFolder folder;
  write_program(folder / "talks", kPython + "for i in range(40): print('line', i, file=sys.stderr)\nsys.exit(3)\n");
  const Checked checked = check_bot((folder / "talks").string());
  INFO(checked.out);
  CHECK_THAT(checked.out, ContainsSubstring("\n2 to 23  skipped: step 1 failed\n"));
  CHECK_THAT(checked.out, ContainsSubstring("\n                line 25\n"));
  CHECK_THAT(checked.out, ContainsSubstring("\n                line 39\n              hint: "));
  CHECK_THAT(checked.out, !ContainsSubstring("line 24\n"));
  CHECK_THAT(checked.out, Catch::Matchers::EndsWith("\n\n0 passed, 1 failed, 22 skipped\n"));
}

TEST_CASE("steps that failed for one cause share its hint") {
  const Checked checked = check_bot(broken_bot("plays_one_game"));
  INFO(checked.out);
  CHECK_THAT(checked.out, ContainsSubstring("hint: An error of its own ended it") &&
                              ContainsSubstring("\n              hint: see step 14\n"));
  CHECK_THAT(checked.out.substr(checked.out.find("hint: ") + 1), !ContainsSubstring("hint: An error"));
}

TEST_CASE("a table of a size that a bot cannot play at is reported with the sizes that it can") {
  const ScratchFolder folder;
  write_program(folder / "bot",
                kPython + replaced(kPlays, "    if word[:1] == [\"quit\"]",
                                   "    if 'seats=3' in word: sys.exit('three')\n    if word[:1] == [\"quit\"]"));
  const json::object report = json_of(check_bot((folder / "bot").string(), {"--json", "--step", "tables"}));
  CHECK_THAT(std::string(step_in(report, "tables").at("detail").as_string()),
             ContainsSubstring("; it fails at tables of 3 seats, and passes at tables of 2, 4, 5, 6"));
}

TEST_CASE("who runs into a limit does not stay within its limits") {
  const ScratchFolder folder;
  write_program(folder / "bot", kPython + "games = 0\n" +
                                    replaced(kPlays, "    if word[:1] == [\"quit\"]",
                                             "    games += word[:1] == ['game']\n    if games == 2: sys.exit('OSError: "
                                             "[Errno 28] No space left on device')\n    if word[:1] == [\"quit\"]"));
  const json::object report = json_of(check_bot((folder / "bot").string(), {"--json"}));
  CHECK_THAT(std::string(step_in(report, "tables").at("hint").as_string()), ContainsSubstring("/tmp holds 64 MiB"));
  CHECK_THAT(std::string(step_in(report, "tables").at("detail").as_string()),
             ContainsSubstring("the end of game 1 of its process (") && ContainsSubstring("or the start of game 2"));
  CHECK(step_in(report, "limits").at("detail") == "it reached its limit: /tmp of 64 MiB");
}

TEST_CASE("a bot that reports its crash in comments on stdout, as Java does, is shown the report's beginning and end") {
  const arena::test::ScratchFolder folder;
  write_program(folder / "bot", kPython + "import os\n" + replaced(kPlays, "print(word[1],", R"(
        for i in range(20): print("#  SIGSEGV (0xb) at pc=0x01" if i == 2 else f"# line {i}", flush=True)
        os.abort()
        print(word[1],)"));
  const Checked checked = check_bot((folder / "bot").string());
  INFO(checked.out);
  CHECK(checked.code == 1);
  CHECK_THAT(checked.out, Catch::Matchers::ContainsSubstring("its stdout, without answers:\n"));
  for (const char* line : {"# line 0\n", "#  SIGSEGV (0xb) at pc=0x01\n", "... 10 lines left out ...\n", "# line 19\n"})
    CHECK_THAT(checked.out, Catch::Matchers::ContainsSubstring("                " + std::string(line)));
}

}  // namespace causes_test
