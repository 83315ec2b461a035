// Bots as authors write them who have read half of protocol.md: folders with bot.json, in several languages. The check
// must name the cause, and what to do.

#include <filesystem>

#include "tests/catch.h"
#include "tests/process/check/checked.h"
#include "tests/scratch_folder.h"

namespace clumsy_bots_test {

using namespace check_test;
using arena::test::ScratchFolder;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// One that answers by the line `answer`.
std::string bot(const std::string& answer, const std::string& ready = "print('ready', flush=True)") {
  return "import sys, time, os, traceback\nbefore = ''\nasked = 0\nfor line in sys.stdin:\n"
         "  word = line.split() or ['']\n  if word[0] == 'hello': " +
         ready +
         "\n  if word[0] == 'quit': break\n  if word[0] != 'ask': continue\n  asked += 1\n"
         "  words = word[word.index(':') + 1:][:int(word[3])]\n  " +
         answer + "\n";
}

struct Clumsy {
  std::string name;
  std::string command;  ///< the words of bot.json, with their quotes
  std::string file;     ///< its name; empty: none
  std::string text;
  std::string step;    ///< that fails first
  std::string detail;  ///< what is said of it must contain this
  std::string hint;    ///< the hint must contain this
};

void check_clumsy(const std::vector<Clumsy>& bots) {
  const ScratchFolder folder;
  for (const Clumsy& one : bots) {
    CAPTURE(one.name);
    fs::create_directories(folder / one.name);
    arena::test::write_file(folder / one.name / "bot.json",
                            "{\"name\": \"" + one.name + "\", \"command\": [" + one.command + "]}");
    arena::test::write_file(folder / one.name / "weights.json", "[]");
    if (!one.file.empty()) arena::test::write_file(folder / one.name / one.file, one.text);
    if (!one.file.empty()) fs::permissions(folder / one.name / one.file, fs::perms(0755));
    const json::object report = json_of(check_bot((folder / one.name).string(), {"--json"}));
    const json::object& step = step_in(report, one.step);
    INFO(step);
    CHECK(step.at("outcome") == "failed");
    CHECK_THAT(std::string(step.at("detail").as_string()), ContainsSubstring(one.detail));
    CHECK_THAT(std::string(step.at("hint").as_string()), ContainsSubstring(one.hint));
  }
}

Clumsy python(const std::string& name, const std::string& text, const std::string& step, const std::string& detail,
              const std::string& hint) {
  return {name, R"("python3", "bot.py")", "bot.py", text, step, detail, hint};
}

TEST_CASE("words that are nearly those of the question are reported with the ones that were meant") {
  const std::string tens = "print(word[1], *['10' + w[1] if w[0] == 'T' else w for w in words], flush=True)";
  check_clumsy({
      python("tens", bot(tens), "words", "the ten is written T, as it is offered: T", "not from the cards"),
      python("turned", bot("print(word[1], *[w[::-1] for w in words], flush=True)"), "words", "the rank comes first",
             "not from the cards"),
      python("list", bot("print(word[1], words, flush=True)"), "words", "without brackets, quotes and commas",
             "not from the cards"),
      python("remark", bot("print(word[1], *words, '# lowest', flush=True)"), "words", "a comment is a line of its own",
             "not from the cards"),
      python("kind_first", bot("print(word[2], *words, flush=True)"), "number", "begin it with the number",
             "the second word"),
      python("capital", bot("print(word[1], *words, flush=True)", "print('Ready!', flush=True)"), "start", "Ready!",
             "It misspells 'ready'"),
  });
}

TEST_CASE("a bot that is stuck, answers one behind or drops its errors is told so") {
  check_clumsy({
      python("behind", bot("if before: print(before, flush=True)\n  before = ' '.join([word[1], *words])"), "flush",
             "the answer came only after another line", "Do not read ahead"),
      python("sleeps", bot("if asked == 2: time.sleep(100)\n  print(word[1], *words, flush=True)"), "flush",
             "question 2: timeout: no answer", "neither computes nor reads"),
      python("sleeps_before_it_reads", bot("print(word[1], *words, flush=True)\n  if asked == 2: time.sleep(100)"),
             "flush", ", and it has not read what it was sent", "neither computes nor reads"),
      python("wakes_up", bot("if asked == 5: time.sleep(3)\n  print(word[1], *words, flush=True)"), "flush",
             ", and it has not read what it was sent", "neither computes nor reads"),
      python("loops", bot("while asked == 5: pass\n  print(word[1], *words, flush=True)"), "time",
             ", of which it computed for ", "it loops, or thinks too long"),
      python("drops",
             "import sys, traceback\nfor line in sys.stdin:\n  try:\n    word = line.split()\n"
             "    if word[0] == 'hello': print('ready', flush=True)\n    if word[0] == 'quit': break\n"
             "    if word[0] == 'ask': raise ValueError('no rank')\n  except Exception: traceback.print_exc()\n",
             "flush", "its stderr ends with: ValueError: no rank", "let any error end the program"),
      python("nodes_words", bot("sys.exit('Error: boom\\n    at emitErrorNT (node:internal:1:2)')"), "flush",
             "its stderr ends with: Error: boom", "An error of its own"),
  });
}

TEST_CASE("a bot that lacks what it names, or does not build, is told what and where") {
  check_clumsy({
      python("elsewhere", "import os\nos.chdir('/')\nopen('weights.json')\n", "start",
             "which is in its folder: it has changed its working directory", "__file__"),
      {"no_script", R"("python3", "main.py")", "", "", "start", "it lacks the file 'main.py'",
       "Put the file into the bot's folder"},
      {"no_perl", R"("perl", "main.pl")", "", "", "start", "it lacks the file 'main.pl'",
       "Put the file into the bot's folder"},
      python("no_jar", "raise SystemExit('Error: Unable to access jarfile duck.jar')\n", "start",
             "it lacks the file 'duck.jar'", "Put the file into the bot's folder"),
      python("no_node_script", "raise SystemExit(\"Error: Cannot find module '/bot/main.js'\")\n", "start",
             "it lacks the file 'main.js'", "Put the file into the bot's folder"),
      {"unbuilt", R"("sh", "-c", "echo Error: Could not find or load main class Duck >&2; exit 1")", "Duck.java", "",
       "start", "Duck.java is there, but is not compiled", "javac Duck.java"},
      python(
          "new_java",
          "raise SystemExit('UnsupportedClassVersionError: Duck has been compiled by a more recent version (class file "
          "version 69.0)')\n",
          "start", "newer Java that reads class file version '69.0'", "--release"),
      python("syntax", "print(f\"{\"duck\"}\" if)\n", "start", "has a syntax error", "arena doctor --runtimes"),
      python("tabs", "if 1:\n        x = 1\n\tx = 2\n", "start", "has a syntax error", "arena doctor --runtimes"),
      {"bashism", R"("./bot")", "bot", "#!/bin/sh\nread -a word\n[[ $word ]]\nexit 1\n", "start",
       "written for bash, but its first line asks for sh", "#!/bin/bash"},
  });
}

TEST_CASE("a bot that answers by numbers, or reads lines in pieces, is told so") {
  const std::string pieces =
      "import os\nwhile True:\n  part = b''\n  while len(part) < 64 and not part.endswith(b'\\n'):\n"
      "    byte = os.read(0, 1)\n    if not byte: raise SystemExit\n    part += byte\n"
      "  word = part.decode().split() or ['']\n  if word[0] == 'hello': print('ready', flush=True)\n"
      "  if word[0] == 'quit': break\n"
      "  if word[0] == 'ask': print(word[1], *word[word.index(':') + 1:][-int(word[3]):], flush=True)\n";
  check_clumsy({
      python("positions", bot("print(word[1], *range(len(words)), flush=True)"), "words", "0: ", "It writes positions"),
      python("pieces", pieces, "words", "that is not a card of this pack", "it reads lines in pieces"),
  });
}

TEST_CASE("a bot that leaves while it waits fails, also by a signal") {
  check_clumsy({
      python("time_out",
             "import select, sys, os\ndata = b''\nwhile select.select([0], [], [], 0.6)[0]:\n"
             "  more = os.read(0, 65536)\n  if not more: break\n  data += more\n"
             "  while b'\\n' in data:\n    line, data = data.split(b'\\n', 1)\n"
             "    word = line.decode().split() or ['']\n    if word[0] == 'hello': print('ready', flush=True)\n"
             "    if word[0] == 'quit': sys.exit()\n"
             "    if word[0] == 'ask': print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n",
             "rests", "it ended on its own while it waited after a game: exited: exit code 0",
             "stopped waiting for its next line"),
      python("alarm",
             "import signal\n" +
                 bot("print(word[1], *words, flush=True)", "signal.alarm(1) or print('ready', flush=True)"),
             "rests", "it ended on its own while it waited after a game: killed_by_signal: signal 14 (SIGALRM)",
             "stopped waiting for its next line"),
  });
}

TEST_CASE("a bot that answers in its first game only, or leaves out a kind of question, is told so") {
  check_clumsy({
      python("reads_ahead",
             "import io, sys, os\ngames = 0\nwhile games < 9:\n  games += 1\n  lines = open(0, closefd=False)\n"
             "  for line in lines:\n    word = line.split() or ['']\n"
             "    if word[0] == 'hello': print('ready', flush=True)\n    if word[0] == 'quit': sys.exit()\n"
             "    if word[0] == 'ask': print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n"
             "    if word[0] == 'game' and games > 1: continue\n    if word[0] == 'end': break\n"
             "  if games > 1:\n    for line in sys.stdin: pass\n",
             "choices", " of its process, ", "Create one reader, once"),
      python("plays_only", bot("if word[2] != 'choose': print(word[1], *words, flush=True)"), "choices",
             "no answer to a question of kind 'choose'; it has answered those of kind 'play'",
             "questions of that KIND"),
  });
}

TEST_CASE("the check reports that a bot ended without a word, and a language's trace is not its last word") {
  check_clumsy({
      python("silent", "raise SystemExit(3)", "start", "exit code 3 before 'ready'", "wrote nothing to stderr"),
      python("silent_later", bot("raise SystemExit(3)"), "flush", "exited: exit code 3", "wrote nothing to stderr"),
      {"lua", R"("sh", "-c", "printf 'lua: bot.lua:8: no rank\\nstack traceback:\\n\\t[C]: in ?\\n' >&2; exit 1")", "",
       "", "start", "its stderr ends with: lua: bot.lua:8: no rank", "by hand"},
      {"haskell",
       R"("sh", "-c", "printf 'bot: oops\\nCallStack (from HasCallStack):\\n  error, called at bot.hs:1:8\\n' >&2; exit 1")",
       "", "", "start", "its stderr ends with: bot: oops", "by hand"},
      python("terminal", "raise SystemExit('termios.error: (25, Inappropriate ioctl for device)')", "start",
             "it asks for a terminal", "no keyboard"),
  });
}

TEST_CASE("the errors of Ruby, PHP, Mono, OCaml and Haskell are understood") {
  const auto failing = [](const std::string& name, const std::string& said, const std::string& detail,
                          const std::string& hint) {
    return python(name, "raise SystemExit(" + said + ")", "start", detail, hint);
  };
  const std::string lacks = "it lacks the file 'lost.txt'";
  const std::string bring = "Put the file into the bot's folder";
  check_clumsy({
      failing("ruby_file",
              "'<main>: warning: timer_create failed: Operation not permitted, signals racy\\nbot.rb:1:in `read\\': No "
              "such "
              "file or directory @ rb_sysopen - lost.txt (Errno::ENOENT)\\n\\tfrom bot.rb:1:in `<main>\\''",
              lacks, bring),
      failing("ruby_starts", "'bot.rb:1:in ``\\': Operation not permitted - ls (Errno::EPERM)'",
              "starts another program", "processes"),
      failing("php_file",
              "'PHP Warning:  file_get_contents(lost.txt): Failed to open stream: No such file or directory in "
              "/bot/bot.php on line 1'",
              lacks, bring),
      failing("php_module",
              "\"PHP Fatal error:  Uncaught Error: Failed opening required 'lost.txt' (include_path='.')\"", lacks,
              bring),
      failing("mono_assembly", "\"Cannot open assembly 'lost.txt': No such file or directory.\"", lacks, bring),
      failing("mono_file", "'System.IO.FileNotFoundException: Could not find file \"/bot/lost.txt\"'", lacks, bring),
      failing(
          "mono_library",
          "\"System.IO.FileNotFoundException: Could not load file or assembly 'Lib, Version=1.0.0.0' or one of its\"",
          "it lacks the module 'Lib'", "Put it into the bot's folder"),
      failing("mono_starts",
              "'System.ComponentModel.Win32Exception (0x80004005): Out of memory\\n  at "
              "System.Diagnostics.Process.StartWithShellExecuteEx'",
              "starts another program", "processes"),
      failing("ocaml_file", "'Fatal error: exception Sys_error(\"lost.txt: No such file or directory\")'", lacks,
              bring),
      failing("haskell_file", "'bot: lost.txt: openFile: does not exist (No such file or directory)'", lacks, bring),
      failing("haskell_timer", "'bot: timer_create: Operation not permitted'", "a timer that bots may not have",
              "-threaded"),
      python("php_stdout", bot("print('Warning: Undefined variable $x in /bot/bot.php on line 7', flush=True)"),
             "stdout", "Undefined variable", "display_errors=stderr"),
      {"exe", R"("./bot.exe")", "bot.exe", "MZ\x90", "start", "a program for Windows", "\"mono\", \"bot.exe\""},
  });
}

TEST_CASE("a bot that fails at its third hand fails the check") {
  check_clumsy({
      {"third", R"("python3", "bot.py")", "bot.py",
       "import sys\nfor line in sys.stdin:\n  word = line.split() or ['']\n"
       "  if word[0] == 'hello': print('ready', flush=True)\n  if word[0] == 'quit': break\n"
       "  if word[0] == 'hand': 1 / (3 - int(word[1]))\n"
       "  if word[0] == 'ask': print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n",
       "tables", "hand 3, question ", "An error of its own"},
  });
}

}  // namespace

}  // namespace clumsy_bots_test
