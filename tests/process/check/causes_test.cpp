// Bots that do not run, or say nothing, each for another reason: the check must name the true one.

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/check/checked.h"
#include "tests/process/scratch_folder.h"

namespace causes_test {

using namespace check_test;
using Catch::Matchers::ContainsSubstring;
using processes::ScratchFolder;

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

const std::string kPython = "#!/usr/bin/env python3\nimport sys, time\n";

/// Answers as a bot must.
const std::string kPlays = R"(
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]: print("ready", flush=True)
    if word[:1] == ["ask"]: print(word[1], *word[word.index(":") + 1:][:int(word[3])], flush=True)
    if word[:1] == ["quit"]: break
)";

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size()))
    text.replace(at, old.size(), by);
  return text;
}

std::string without_flush(const std::string& program) { return replaced(program, ", flush=True", ""); }

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

struct Bot {
  std::string name;
  std::string program;
  std::string step;    ///< that fails
  std::string detail;  ///< must stand in what is said of it
  std::string hint;    ///< must stand in the hint
  std::vector<std::string> options = {};
};

void write_program(const fs::path& path, const std::string& text) {
  processes::write_file(path, text);
  fs::permissions(path, fs::perms(0755));
}

/// The step that the bot failed; every one before it has passed.
void check_row(const Bot& bot, const ScratchFolder& folder, arena::Isolation isolation) {
  CAPTURE(bot.name);
  write_program(folder / bot.name, bot.program);
  std::vector<std::string> options = {"--json"};
  options.insert(options.end(), bot.options.begin(), bot.options.end());
  const json::object report = json_of(check_bot((folder / bot.name).string(), options, isolation));
  const json::object& step = step_in(report, bot.step);
  INFO(step);
  CHECK(step.at("outcome") == "failed");
  CHECK(report.at("failed") == 1);
  CHECK_THAT(std::string(step.at("detail").as_string()), ContainsSubstring(bot.detail));
  CHECK_THAT(std::string(step.at("hint").as_string()), ContainsSubstring(bot.hint));
}

void check_rows(const std::vector<Bot>& bots, arena::Isolation isolation) {
  const ScratchFolder folder;
  for (const Bot& bot : bots) check_row(bot, folder, isolation);
}

}  // namespace

TEST_CASE("why a bot is silent is found by experiment") {
  const std::string loop = kPython + kPlays;
  const std::string next = kPython + R"(
before = ""
for line in sys.stdin:
    word, before = before.split(), line
    if word[:1] == ["hello"]: print("ready", flush=True)
    if word[:1] == ["ask"]: print(word[1], *word[word.index(":") + 1:][:int(word[3])], flush=True)
)";
  check_rows(
      {
          {"no_flush", without_flush(loop), "flush", "only when the input was closed", "You do not flush"},
          {"perl", "#!/usr/bin/perl\nwhile (<STDIN>) { print \"ready\\n\" if /^hello/; last if /^quit/; }\n", "flush",
           "only when the input was closed", "You do not flush"},
          {"reads_all",
           kPython + "for line in sys.stdin.read().split('\\n'):\n  if line[:5] == 'hello': print('ready')\n", "flush",
           "only when the input was closed", "reads its input to the end"},
          {"ready_then_reads_all",
           kPython + "print('ready', flush=True)\nfor line in sys.stdin.read().split('\\n'):\n  word = line.split()\n"
                     "  if word[:1] == ['ask']: print(word[1], *word[word.index(':') + 1:][:int(word[3])])\n",
           "flush", "the answer came only when the input was closed", "reads its input to the end"},
          {"reads_ahead", next, "flush", "'ready' came only with another line", "Do not read ahead"},
          {"answers_ahead",
           replaced(replaced(next, "print(\"ready\", flush=True)", "pass"), "before = \"\"",
                    "before = \"\"\nprint('ready', flush=True)"),
           "flush", "the answer came only with another line", "Do not read ahead"},
          {"blocks",
           kPython +
               "while True:\n  block = sys.stdin.buffer.read(4096)\n  if block.startswith(b'hello'): print('ready', "
               "flush=True)\n  if not block: break\n",
           "flush", "'ready' came only with many more lines", "until a block is full"},
      },
      arena::Isolation::none);
}

TEST_CASE("blocks, dropped errors and questions left out are told from answers that are not flushed") {
  const std::string blocks =
      "rest = b''\nwhile True:\n  block = sys.stdin.buffer.read(65536)\n  if not block: break\n"
      "  for line in block.decode().split('\\n'):\n    word = line.split()\n"
      "    if word[:1] == ['ask']: print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n";
  check_rows(
      {
          {"perl_blocks",
           "#!/usr/bin/perl\n$|=1;\nwhile (read(STDIN,$b,65536)) { print \"ready\\n\" if $b =~ /^hello/; }\n", "flush",
           "'ready' came only with many more lines", "by blocks of bytes"},
          {"answers_in_blocks", kPython + "print('ready', flush=True)\n" + blocks, "flush",
           "the answer came only when the input was closed", "by blocks of bytes"},
          {"drops_error",
           kPython + "asked = 0\n" +
               replaced(kPlays, "if word[:1] == [\"ask\"]: ",
                        "asked += word[:1] == [\"ask\"]\n    if word[:1] == [\"ask\"] and asked != 2: "),
           "flush", "question 2: timeout: no answer, not even", "catch an error of its own"},
          {"leaves_out_one",
           kPython + replaced(kPlays, "if word[:1] == [\"ask\"]: ",
                              "if word[:1] == [\"ask\"] and len(word) - word.index(':') - 1 > int(word[3]): "),
           "flush", "timeout: no answer", "only as many words are offered"},
      },
      arena::Isolation::none);
}

TEST_CASE("bytes that are no answer are told by what they are") {
  const std::string answer = "print(word[1], *word[word.index(\":\") + 1:][:int(word[3])], flush=True)";
  const std::string words = "word[word.index(':') + 1:][:int(word[3])]";
  const auto bot = [&](const std::string& act) { return kPython + "import os\n" + replaced(kPlays, answer, act); };
  check_rows(
      {
          {"number", bot("print(float(word[1]), *" + words + ", flush=True)"), "number", "but not as it was asked with",
           "Do not convert it"},
          {"suits", bot("print(word[1], *[c[0] + '\\u2663' for c in " + words + "], flush=True)"), "words",
           "the number is right, but ", "not a symbol of the suit"},
          {"commas", bot("print(word[1], ','.join(" + words + "), flush=True)"), "words",
           "words are separated by spaces, not commas", "not commas"},
          {"zeros", bot("os.write(1, (word[1] + ' ' + ' '.join(" + words + ") + '\\n').encode() + bytes(40))"),
           "stdout", "40 bytes of value 0", "not the whole array"},
          {"no_newline", bot("print(word[1], *" + words + ", end='', flush=True)"), "flush", "and no newline after it",
           "End each line with a newline"},
          {"ready_alone", replaced(kPython + kPlays, "print(\"ready\", ", "print(\"ready\", end='', "), "flush",
           "it wrote 'ready' and no newline after it", "End each line with a newline"},
          {"utf16", kPython + "sys.stdout.reconfigure(encoding='utf-16-le')\n" + kPlays, "start", "that is UTF-16",
           "Write ASCII"},
          {"umlaut", replaced(kPython + kPlays, "\"ready\"", "\"ready name=Gr\\u00f6\""), "start", "is not ASCII",
           "Lines are ASCII"},
      },
      arena::Isolation::none);
}

TEST_CASE("a bot that does not share out its bank is told how far that lasts, one that does passes") {
  const auto bot = [&](const std::string& seconds) {
    return kPython +
           replaced(kPlays, "if word[:1] == [\"ask\"]: ", "if word[:1] == [\"ask\"]: time.sleep(" + seconds + "); ");
  };
  check_rows({{"spends", bot("0.05"), "time", "its bank", "Share out BANK", {"--bank", "3000", "--step", "words"}}},
             arena::Isolation::none);
  const ScratchFolder folder;
  write_program(folder / "shares", bot("min(0.05, int(word[5]) / 1000 / 60)"));
  const Checked checked = check_bot((folder / "shares").string(), {"--bank", "6000", "--step", "words"});
  INFO(checked.out << checked.err);
  CHECK(checked.code == 0);
}

TEST_CASE("a slow start is told from a bot that is silent, however slow it is") {
  const std::vector<std::string> soon = {"--startup", "700"};
  check_rows(
      {{"slow", kPython + "time.sleep(4)" + kPlays, "start", " ms too late", "Load less", soon},
       {"slower", kPython + "time.sleep(8)" + kPlays, "start", " ms too late", "Load less", soon},
       {"ready_slowly",
        kPython + "sys.stdin.readline()\nwhile time.process_time() < 5: pass\nprint('ready', flush=True)" + kPlays,
        "start", " ms too late", "Load less", soon},
       {"wakes_when_its_input_closes",
        replaced(kPython + kPlays, "print(\"ready\"", "time.sleep(2.9); print(\"ready\""), "start", " ms too late",
        "Load less", soon},
       {"knows_no_hello", replaced(kPython + kPlays, "hello", "hallo"), "start", "nor when the input was closed",
        "print the line 'ready'", soon}},
      arena::Isolation::none);
}

TEST_CASE("a bot that closes its output with its greeting unread is not waited for in a loop") {
  const auto seconds_used = [] {
    rusage used = {};
    ::getrusage(RUSAGE_CHILDREN, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec;
  };
  const auto before = seconds_used();
  check_rows({{"closes",
               kPython + "import os\ntime.sleep(1)\nos.close(1)\ntime.sleep(100)\n",
               "start",
               "its greeting lies unread",
               "has not read the first line",
               {"--startup", "700"}}},
             arena::Isolation::none);
  CHECK(seconds_used() - before < 15);  // it would be the half minute that a long start may take
}

TEST_CASE("a bot that is ready after a while plays on, whatever was tried meanwhile") {
  const ScratchFolder folder;
  for (const char* seconds : {"0.5", "0.7", "1.2", "1.9"}) {
    CAPTURE(seconds);
    write_program(folder / "slow", kPython + "time.sleep(" + seconds + ")" + kPlays);
    const Checked checked = check_bot((folder / "slow").string(), {"--step", "words"});
    INFO(checked.out << checked.err);
    CHECK(checked.code == 0);
  }
}

TEST_CASE("what is wrong with a program file is named") {
  const std::vector<Bot> bots = {
      {"crlf", replaced(kPython + kPlays, "\n", "\r\n"), "start", "its first line ends in CR LF", "sed -i"},
      {"no_interpreter", "#!/usr/bin/python4\n", "start", "asks for /usr/bin/python4, which this machine does not have",
       "Install it"},
      {"no_program", "#!/usr/bin/env no-such-language\n", "start", "asks for 'no-such-language'", "Install it"},
      {"no_first_line", "import sys\n" + kPlays, "start", "no first line like '#!", "python3 bot.py"},
      {"empty", "", "start", "an empty file", "Build it"},
      {"windows", "MZ\x90\x01", "start", "a program for Windows", "Build it for Linux"},
      {"another_machine", of_another_machine(), "start", "built for ARM of 64 bits", "on this machine"},
      {"no_library", changed_program("libc.so.6", "libq.so.6"), "start", "lacks the shared library 'libq.so.6'",
       "link it statically"},
  };
  check_rows(bots, arena::Isolation::none);
}

TEST_CASE("an interpreter that no bot sees is told from one that is missing") {
  const ScratchFolder folder;
  fs::create_directories(folder / "venv/bin");
  fs::permissions(folder.path(), fs::perms(0755));
  fs::copy_file("/bin/sh", folder / "venv/bin/python3");
  const std::string place = (folder / "venv/bin/python3").string();
  const Bot bot = {"bot", "#!" + place + "\n", "start", "is a program of yours and no bot sees",
                   "pip install --target"};
  NEEDS_LEVEL(arena::Isolation::confined);
  check_row(bot, folder, arena::Isolation::confined);
}

TEST_CASE("what a bot's last words tell is said in plain words") {
  const ScratchFolder folder;
  write_program(folder / "helper_above.py", "");
  fs::create_directories(folder / "bots");
  const auto row = [&](const Bot& bot, arena::Isolation isolation) {
    Bot below = bot;
    below.name = "bots/" + bot.name;
    check_row(below, folder, isolation);
  };
  row({"module", kPython + "import no_such_module" + kPlays, "start",
       "lacks the module 'no_such_module', which this machine has in none of the usual places", "apt-get install"},
      arena::Isolation::none);
  row({"above", kPython + "import helper_above" + kPlays, "start", "helper_above.py, where no bot sees it",
       "Put it into the bot's folder"},
      arena::Isolation::none);
  row({"perl_module", "#!/usr/bin/perl\nuse No::Such;\n", "start", "lacks the module 'No/Such.pm'", "Put it"},
      arena::Isolation::none);
  row({"fails", kPython + "raise ValueError('boom')\n", "start", "its stderr ends: ValueError: boom", "by hand"},
      arena::Isolation::none);
  processes::write_file(folder / "bots/weights.json", "[]");
  const std::vector<Bot> lacking = {
      {"beside", kPython + "open('weights.json')\n", "start", "lies beside its program and was not copied",
       "with bot.json"},
      {"nowhere", kPython + "open('no/such.json')\n", "start", "it lacks the file 'no/such.json'", "working directory"},
      {"home", kPython + "import os\nopen(os.path.expanduser('~/.config/duck.json'))\n", "start",
       "a bot's HOME is /tmp", "Bring the file along"},
      {"variable", "#!/bin/bash\nset -u\necho $DUCK_LOG\n", "start", "it lacks the variable 'DUCK_LOG'",
       "only PATH, HOME, TMPDIR and LANG"},
      {"key", kPython + "import os\nos.environ['DUCK']\n", "start", "it lacks the variable 'DUCK'", "only PATH"},
      {"locale", kPython + "import locale\nlocale.setlocale(locale.LC_ALL, 'xx_YY.UTF-8')\n", "start",
       "asks for a locale", "LANG is C.UTF-8"},
      {"shared",
       kPython + "sys.exit('_multiprocessing.SemLock: FileNotFoundError: [Errno 2] No such file or directory')\n",
       "start", "no /dev/shm", "Pool, Lock and Queue"},
      {"threads", kPython + "sys.exit(\"RuntimeError: can't start new thread\")\n", "start",
       "could not start another thread", "64 threads"},
      {"files", kPython + "sys.exit(\"OSError: [Errno 24] Too many open files: 'x'\")\n", "start",
       "could not open another file", "256 open files"},
      {"wrapper", "#!/bin/bash\necho 'fork: Operation not permitted' >&2\nexit 254\n", "start",
       "starts another program", "exec python3 bot.py"},
      {"forks", kPython + "sys.exit('os.fork(): Operation not permitted')\n", "start", "starts another program",
       "in place of subprocess"},
  };
  for (const Bot& bot : lacking) row(bot, arena::Isolation::none);
  const arena::Isolation best = processes::best_isolation();
  if (best == arena::Isolation::none) NEEDS_LEVEL(arena::Isolation::confined);
  row({"network", kPython + "import socket\nsocket.create_connection(('example.org', 80), 2)" + kPlays, "start",
       "uses the network", "Bring along"},
      best);
  row({"network_by_number", kPython + "import socket\nsocket.socket().connect(('1.2.3.4', 80))" + kPlays, "start",
       "uses the network", "Bring along"},
      best);
  if (best < arena::Isolation::user) return;
  row({"writes", kPython + "open('log.txt', 'w')" + kPlays, "start", "writes where nothing can be written", "/tmp"},
      best);
}

TEST_CASE("a fork that is refused and not told is found by experiment") {
  NEEDS_LEVEL(arena::Isolation::confined);
  const std::string start = "import os\ntry: child = os.fork()\nexcept OSError: os._exit(3)\n";
  check_rows({{"forks", kPython + start + "if child == 0: os._exit(0)\nos.wait()" + kPlays, "start",
               "where it may have more processes it goes on: it starts another program", "--processes 2"},
              {"daemon", kPython + start + "if child > 0: os._exit(0)\nos.setsid()\ntime.sleep(100)", "start",
               "its first one ends while others run on", "stay in the foreground"},
              {"daemon_that_may",
               kPython + start + "if child > 0: os._exit(0)\nos.setsid()\ntime.sleep(100)",
               "start",
               "exit code 0 before 'ready'",
               "stay in the foreground",
               {"--processes", "4"}},
              {"forks_later",
               kPython + replaced(kPlays, "if word[:1] == [\"ask\"]: ", "if word[:1] == [\"ask\"]: refuse(); ")
                             .insert(0,
                                     "\nimport os\ndef refuse():\n  try:\n    if os.fork() == 0: "
                                     "os._exit(0)\n  except OSError: os._exit(4)\n  os.wait()\n"),
               "flush", "exit code 4; where it may have more processes it goes on", "--processes 2"},
              {"ends_by_chance",
               kPython + replaced(kPlays, "if word[:1] == [\"ask\"]: ", "if word[:1] == [\"ask\"]: end_by_chance(); ")
                             .insert(0,
                                     "\nimport random\ndef end_by_chance():\n  if random.random() < 0.5: "
                                     "sys.exit(5)\n"),
               "flush", "exited: exit code 5", "wrote nothing to stderr"}},
             arena::Isolation::confined);
}

TEST_CASE("a bot that leaves with its game is told from one that does not wait") {
  const ScratchFolder folder;
  check_rows({{"leaves",
               kPython + replaced(kPlays, "[\"quit\"]", "[\"end\"]"),
               "rests",
               "when its game was over, it ended by itself: exited: exit code 0",
               "do not leave at 'end'",
               {"--step", "rests"}},
              {"fails",
               kPython + replaced(kPlays, "[\"quit\"]: break", "[\"end\"]: raise ValueError('no total')"),
               "rests",
               "its stderr ends: ValueError: no total",
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
  CHECK_THAT(std::string(step.at("hint").as_string()),
             ContainsSubstring(
                 "'arena check BOT --step tables --keep-bytes DIR', with the other options as here, keeps the input"));
  const std::string detail(step.at("detail").as_string());
  const std::size_t at = detail.find("what it was sent is in " + bytes);
  REQUIRE(at != std::string::npos);
  const std::string sent = processes::read_file(detail.substr(detail.find('/', at)));
  std::size_t games = 0;
  for (std::size_t place = 0; (place = sent.find("\ngame ", place)) != std::string::npos; ++place) ++games;
  CHECK(games == 4);
}

TEST_CASE("the end of stderr is shown, fifteen lines of it, and steps that were not tried take one line") {
  const ScratchFolder folder;
  write_program(folder / "talks", kPython + "for i in range(40): print('line', i, file=sys.stderr)\nsys.exit(3)\n");
  const Checked checked = check_bot((folder / "talks").string());
  INFO(checked.out);
  CHECK_THAT(checked.out, ContainsSubstring("\n2 to 22  skipped: step 1 failed\n"));
  CHECK_THAT(checked.out, ContainsSubstring("\n                line 25\n"));
  CHECK_THAT(checked.out, ContainsSubstring("\n                line 39\n              hint: "));
  CHECK_THAT(checked.out, !ContainsSubstring("line 24\n"));
  CHECK_THAT(checked.out, Catch::Matchers::EndsWith("\n\n0 passed, 1 failed, 21 skipped\n"));
}

TEST_CASE("steps that failed for one cause share its hint") {
  const Checked checked = check_bot(broken_bot("plays_one_game"));
  INFO(checked.out);
  CHECK_THAT(checked.out, ContainsSubstring("hint: An error of its own ended it") &&
                              ContainsSubstring("\n              hint: that of step 14\n"));
  CHECK_THAT(checked.out.substr(checked.out.find("hint: ") + 1), !ContainsSubstring("hint: An error"));
}

TEST_CASE("a table of a size that a bot cannot play at is told with the sizes that it can") {
  const ScratchFolder folder;
  write_program(folder / "bot",
                kPython + replaced(kPlays, "    if word[:1] == [\"quit\"]",
                                   "    if 'seats=3' in word: sys.exit('three')\n    if word[:1] == [\"quit\"]"));
  const json::object report = json_of(check_bot((folder / "bot").string(), {"--json", "--step", "tables"}));
  CHECK_THAT(std::string(step_in(report, "tables").at("detail").as_string()),
             ContainsSubstring("; it fails at tables of 3 seats; it passed those of 2, 4, 5, 6"));
}

TEST_CASE("who runs into a limit does not stay within its limits") {
  const ScratchFolder folder;
  write_program(folder / "bot", kPython + "games = 0\n" +
                                    replaced(kPlays, "    if word[:1] == [\"quit\"]",
                                             "    games += word[:1] == ['game']\n    if games == 2: sys.exit('OSError: "
                                             "[Errno 28] No space left on device')\n    if word[:1] == [\"quit\"]"));
  const json::object report = json_of(check_bot((folder / "bot").string(), {"--json"}));
  CHECK_THAT(std::string(step_in(report, "tables").at("hint").as_string()), ContainsSubstring("/tmp holds 64 MiB"));
  CHECK_THAT(
      std::string(step_in(report, "tables").at("detail").as_string()),
      ContainsSubstring("the end of game 1 of its process (") && ContainsSubstring("or the beginning of game 2"));
  CHECK(step_in(report, "limits").at("detail") == "it ran into its limit: /tmp of 64 MiB");
}

TEST_CASE("a bot that waits for programs that it starts is told from one that thinks too long") {
  const std::string before = kPython +
                             "import subprocess\ndef think():\n  end = time.process_time() + 0.5\n"
                             "  while time.process_time() < end: pass\n";
  const auto bot = [&](const std::string& act) {
    return before + replaced(kPlays, "if word[:1] == [\"ask\"]: ", "if word[:1] == [\"ask\"]: " + act + "; ");
  };
  const std::vector<std::string> quick = {"--move", "200", "--bank", "1", "--processes", "4"};
  check_rows({{"starts_programs", bot("subprocess.run(['sleep', '3'])"), "time",
               "its first process used the processor for ", "Start them once", quick},
              {"thinks", bot("think()"), "time", " ms too late", "Stop thinking", quick}},
             arena::Isolation::none);
}

}  // namespace causes_test
