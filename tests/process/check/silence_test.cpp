// Bots that are silent, or late, each for another reason: the check must name the true one.

#include <sys/resource.h>

#include "tests/catch.h"
#include "tests/process/check/checked.h"
#include "tests/process/check/written_bot.h"
#include "tests/scratch_folder.h"

namespace silence_test {

using namespace check_test;
using arena::test::ScratchFolder;
using Catch::Matchers::ContainsSubstring;

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
          {"no_flush", replaced(loop, ", flush=True", ""), "flush", "only when its input was closed",
           "It does not flush"},
          {"perl", "#!/usr/bin/perl\nwhile (<STDIN>) { print \"ready\\n\" if /^hello/; last if /^quit/; }\n", "flush",
           "only when its input was closed", "It does not flush"},
          {"reads_all",
           kPython + "for line in sys.stdin.read().split('\\n'):\n  if line[:5] == 'hello': print('ready')\n", "flush",
           "only when its input was closed", "reads its input to the end"},
          {"ready_then_reads_all",
           kPython + "print('ready', flush=True)\nfor line in sys.stdin.read().split('\\n'):\n  word = line.split()\n"
                     "  if word[:1] == ['ask']: print(word[1], *word[word.index(':') + 1:][:int(word[3])])\n",
           "flush", "the answer came only when its input was closed", "reads its input to the end"},
          {"reads_ahead", next, "flush", "'ready' came only after another line", "Do not read ahead"},
          {"answers_ahead",
           replaced(replaced(next, "print(\"ready\", flush=True)", "pass"), "before = \"\"",
                    "before = \"\"\nprint('ready', flush=True)"),
           "flush", "the answer came only after another line", "Do not read ahead"},
          {"blocks",
           kPython +
               "while True:\n  block = sys.stdin.buffer.read(4096)\n  if block.startswith(b'hello'): print('ready', "
               "flush=True)\n  if not block: break\n",
           "flush", "'ready' came only after many more lines", "until a block is full"},
      },
      arena::Isolation::none);
}

TEST_CASE("blocks, dropped errors and questions left out are distinguished from answers that are not flushed") {
  const std::string blocks =
      "rest = b''\nwhile True:\n  block = sys.stdin.buffer.read(65536)\n  if not block: break\n"
      "  for line in block.decode().split('\\n'):\n    word = line.split()\n"
      "    if word[:1] == ['ask']: print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n";
  check_rows(
      {
          {"perl_blocks",
           "#!/usr/bin/perl\n$|=1;\nwhile (read(STDIN,$b,65536)) { print \"ready\\n\" if $b =~ /^hello/; }\n", "flush",
           "'ready' came only after many more lines", "by blocks of bytes"},
          {"answers_in_blocks", kPython + "print('ready', flush=True)\n" + blocks, "flush",
           "the answer came only when its input was closed", "by blocks of bytes"},
          {"drops_error",
           kPython + "asked = 0\n" +
               replaced(kPlays, "if word[:1] == [\"ask\"]: ",
                        "asked += word[:1] == [\"ask\"]\n    if word[:1] == [\"ask\"] and asked != 2: "),
           "flush", "question 2: timeout: no answer, not even", "Let errors end the program"},
          {"leaves_out_one",
           kPython + replaced(kPlays, "if word[:1] == [\"ask\"]: ",
                              "if word[:1] == [\"ask\"] and len(word) - word.index(':') - 1 > int(word[3]): "),
           "flush", "timeout: no answer", "leaves no choice"},
      },
      arena::Isolation::none);
}

TEST_CASE("a bot that does not share out its bank is told how far that lasts, one that does passes") {
  const auto bot = [&](const std::string& seconds) {
    return kPython +
           replaced(kPlays, "if word[:1] == [\"ask\"]: ", "if word[:1] == [\"ask\"]: time.sleep(" + seconds + "); ");
  };
  check_rows({{"spends", bot("0.05"), "time", "its bank", "Divide BANK", {"--bank", "3000", "--step", "words"}}},
             arena::Isolation::none);
  check_passes(bot("min(0.05, int(word[5]) / 1000 / 60)"), {"--bank", "6000", "--step", "words"});
}

TEST_CASE("a slow start is distinguished from a bot that is silent, however slow it is") {
  const std::vector<std::string> soon = {"--startup", "700"};
  check_rows(
      {{"slow", kPython + "time.sleep(4)" + kPlays, "start", " ms too late", "Load less", soon},
       {"slower", kPython + "time.sleep(8)" + kPlays, "start", " ms too late", "Load less", soon},
       {"ready_slowly",
        kPython + "sys.stdin.readline()\nwhile time.process_time() < 4: pass\nprint('ready', flush=True)" + kPlays,
        "start",
        " ms too late",
        "Load less",
        {"--startup", "1500"}},
       {"wakes_when_its_input_closes",
        replaced(kPython + kPlays, "print(\"ready\"", "time.sleep(2.9); print(\"ready\""), "start", " ms too late",
        "Load less", soon},
       {"knows_no_hello", replaced(kPython + kPlays, "hello", "hallo"), "start", "nor when its input was closed",
        "print the line 'ready'", soon}},
      arena::Isolation::none);
}

TEST_CASE("what may come by itself is waited for before a bot is ready") {
  for (const std::string wait : {"subprocess.run(['sleep', '3'], capture_output=True)",
                                 "socket.create_connection(('localhost', 9))", "time.sleep(3)"}) {
    CAPTURE(wait);
    std::string program = kPython + "import socket, subprocess\nsys.stdin.readline()\n";
    program += "try: " + wait + "\nexcept OSError: time.sleep(2.5)\nprint('ready', flush=True)" + kPlays;
    check_passes(program, {"--step", "words"});
  }
}

TEST_CASE("a bot that stands still before it is ready is told so as soon as that is sure") {
  const std::string deadlock = "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()\n";
  // Neither waits for the time to start, which would be over in ten seconds.
  check_rows(
      {{"locked", kPython + deadlock, "start",
        "none will come: it has not read its greeting, and all its threads wait for locks", "see where it waits"},
       {"locked_later", kPython + "sys.stdin.readline()\nprint('starts', file=sys.stderr)\n" + deadlock, "start",
        "none will come: it has read its greeting, and all its threads wait for locks", "see where it waits"},
       {"knows_no_hello", replaced(kPython + kPlays, "hello", "hallo"), "start",
        "none will come, nor after another line, nor when its input was closed", "print the line 'ready'"},
       {"prompts", kPython + "while input('name: ') != 'me': pass\n", "start",
        " ms: it wrote 'name: name: ' without a newline", "print the line 'ready'"},
       {"locked_after_a_while",
        kPython + "time.sleep(1)\n" + deadlock,
        "start",
        "no 'ready' within 900 ms: it has not read its greeting, and all its threads wait for locks",
        "see where it waits",
        {"--startup", "900"}}},
      arena::Isolation::none);
}

TEST_CASE("a bot that computes before it is ready is told so, with what it does meanwhile") {
  const ScratchFolder folder;
  write_program(folder / "loops", kPython + "while True: pass\n");
  const Checked checked = check_bot((folder / "loops").string(), {"--startup", "2500", "--step", "start"});
  INFO(checked.out << checked.err);
  CHECK(checked.code == 1);
  CHECK_THAT(checked.out,
             ContainsSubstring("it is computing, perhaps in an endless loop, and has not read its greeting"));
  CHECK_THAT(checked.out, ContainsSubstring("nor long after: it has not read its greeting, and it is"));
  CHECK_THAT(checked.out, ContainsSubstring("press Ctrl-C"));
}

TEST_CASE("a bot that closes its output with its greeting unread is not waited for in a loop") {
  const auto seconds_used = [] {
    rusage used = {};
    ::getrusage(RUSAGE_CHILDREN, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec;
  };
  const auto before = seconds_used();
  check_rows({{"closes",
               kPython + "import os\ntime.sleep(5)\nos.close(1)\ntime.sleep(100)\n",
               "start",
               "it has not read its greeting",
               "has not read the first line",
               {"--startup", "700"}}},
             arena::Isolation::none);
  CHECK(seconds_used() - before < 15);  // it would be the half minute that a long start may take
}

TEST_CASE("a bot that is ready after a while plays on, whatever was tried meanwhile") {
  for (const char* seconds : {"0.5", "0.7", "1.2", "1.9"}) {
    CAPTURE(seconds);
    check_passes(kPython + "time.sleep(" + seconds + ")" + kPlays, {"--step", "words"});
  }
}

TEST_CASE("a bot that waits for programs that it starts is distinguished from one that thinks too long") {
  const std::string before = kPython +
                             "import subprocess\ndef think():\n  end = time.process_time() + 0.5\n"
                             "  while time.process_time() < end: pass\n";
  const auto bot = [&](const std::string& act) {
    return before + replaced(kPlays, "if word[:1] == [\"ask\"]: ", "if word[:1] == [\"ask\"]: " + act + "; ");
  };
  const std::vector<std::string> quick = {"--move", "200", "--bank", "1", "--processes", "4"};
  check_rows({{"starts_programs", bot("subprocess.run(['sleep', '3'])"), "time",
               "its first process used the processor for ", "Start them once", quick},
              {"thinks", bot("think()"), "time", " ms too late", "Stop before MOVE and BANK", quick}},
             arena::Isolation::none);
}

}  // namespace silence_test
