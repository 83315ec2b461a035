#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace languages_test {

// Every language that bots are written in runs at every level under the default limits: it answers a line, and does
// what its run-time system likes to do behind one's back: threads, timers, collecting garbage, looking at the machine.

using processes::LiveBot;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

struct Language {
  const char* name;
  const char* file;
  std::string program;
  std::vector<std::string> build;  ///< in the bot's folder; empty: nothing to build
  std::vector<std::string> words;
  arena::Isolation from = arena::Isolation::none;  ///< the lowest level at which the default limits suffice
};

/// A bot that starts a Worker with these options.
std::string javascript(const std::string& options) {
  return "const { Worker } = require('worker_threads');\n"
         "process.stdin.on('data', data => {\n"
         "  const line = data.toString().trim();\n"
         "  const worker = new Worker(\"require('worker_threads').parentPort.postMessage(1)\", {eval: true" +
         options +
         "});\n"
         "  worker.on('message', n => setTimeout(() => {\n"
         "    process.stdout.write('heard ' + line + ' ' + n + '\\n', () => process.exit(0)); }, 1));\n"
         "});\n";
}

const std::vector<Language> kLanguages = {
    {"Python",
     "bot.py",
     "import sys, threading, random, asyncio, gc\n"
     "line = sys.stdin.readline().strip()\n"
     "done = []\n"
     "worker = threading.Thread(target=lambda: done.append(1))\n"
     "worker.start(); worker.join()\n"
     "asyncio.run(asyncio.sleep(0.001))\n"
     "gc.collect()\n"
     "print('heard', line, len(done), flush=True)\n",
     {},
     {"python3", "bot.py"}},
    // node 24 asks for 512 MiB of code for a Worker unless it is told otherwise, as protocol.md says.
    {"JavaScript", "bot.js", javascript(", resourceLimits: {codeRangeSizeMb: 64}"), {}, {"node", "bot.js"}},
    {"JavaScript, a Worker of the usual size",
     "bot.js",
     javascript(""),
     {},
     {"node", "bot.js"},
     arena::Isolation::full},
    {"Java",
     "Bot.java",
     "import java.io.*;\n"
     "public class Bot {\n"
     "  public static void main(String[] arguments) throws Exception {\n"
     "    String line = new BufferedReader(new InputStreamReader(System.in)).readLine();\n"
     "    int[] done = {0};\n"
     "    Thread worker = new Thread(() -> done[0] = 1);\n"
     "    worker.start(); worker.join();\n"
     "    Thread.sleep(1); System.gc();\n"
     "    System.out.println(\"heard \" + line + \" \" + done[0]);\n"
     "  }\n"
     "}\n",
     {"javac", "Bot.java"},
     {"java", "-cp", ".", "Bot"}},
    {"Go",
     "bot.go",
     "package main\n"
     "import (\"bufio\"; \"fmt\"; \"os\"; \"runtime\"; \"strings\"; \"time\")\n"
     "func main() {\n"
     "  line, _ := bufio.NewReader(os.Stdin).ReadString('\\n')\n"
     "  done := make(chan int)\n"
     "  go func() { time.Sleep(time.Millisecond); done <- 1 }()\n"
     "  runtime.GC()\n"
     "  fmt.Println(\"heard\", strings.TrimSpace(line), <-done)\n"
     "}\n",
     {"go", "build", "-o", "bot", "bot.go"},
     {"./bot"}},
    {"Rust",
     "bot.rs",
     "use std::{io, thread, time};\n"
     "fn main() {\n"
     "    let mut line = String::new();\n"
     "    io::stdin().read_line(&mut line).unwrap();\n"
     "    let worker = thread::spawn(|| { thread::sleep(time::Duration::from_millis(1)); 1 });\n"
     "    println!(\"heard {} {}\", line.trim(), worker.join().unwrap());\n"
     "}\n",
     {"rustc", "-O", "bot.rs"},
     {"./bot"}},
    {"C++",
     "bot.cpp",
     // Two threads begin with one static variable, and one waits for what another promises.
     "#include <chrono>\n"
     "#include <future>\n"
     "#include <iostream>\n"
     "#include <string>\n"
     "#include <thread>\n"
     "void pause(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }\n"
     "int made() { static const int one = [] { pause(20); return 1; }(); return one; }\n"
     "int main() {\n"
     "  std::string line; std::getline(std::cin, line);\n"
     "  std::promise<int> promise; auto done = promise.get_future();\n"
     "  if (done.wait_for(std::chrono::milliseconds(1)) != std::future_status::timeout) return 1;\n"
     "  std::thread other([] { pause(5); made(); });\n"
     "  std::thread worker([&] { pause(5); promise.set_value(made()); });\n"
     "  const int one = done.get(); worker.join(); other.join();\n"
     "  std::cout << \"heard \" << line << ' ' << one << std::endl;\n"
     "}\n",
     {"c++", "-O1", "-pthread", "-o", "bot", "bot.cpp"},
     {"./bot"}},
    {"Perl",
     "bot.pl",
     "use POSIX; $| = 1; my $line = <STDIN>; chomp $line; print \"heard $line 1\\n\";\n",
     {},
     {"perl", "bot.pl"}},
    {"Lua",
     "bot.lua",
     "local line = io.read(); collectgarbage(); print('heard ' .. line .. ' 1'); io.flush()\n",
     {},
     {"lua5.4", "bot.lua"}},
    {"Ruby",
     "bot.rb",
     "line = $stdin.gets.chomp; n = Thread.new { sleep 0.001; 1 }.value; GC.start; puts \"heard #{line} #{n}\"\n",
     {},
     {"ruby", "bot.rb"}},
    {"PHP",
     "bot.php",
     "<?php $line = trim(fgets(STDIN)); usleep(1000); gc_collect_cycles(); echo \"heard $line \", random_int(1, 1), "
     "\"\\n\";\n",
     {},
     {"php", "bot.php"}},
    {"C#, by Mono",
     "bot.cs",
     "using System; using System.Threading; using System.Threading.Tasks;\n"
     "class Bot { static void Main() {\n"
     "  string line = Console.ReadLine(); int done = 0;\n"
     "  var worker = new Thread(() => done += new Random(7).Next(1, 2)); worker.Start(); worker.Join();\n"
     "  Task.Run(() => Thread.Sleep(1)).Wait(); GC.Collect();\n"
     "  Console.WriteLine(\"heard \" + line + \" \" + done);\n"
     "} }\n",
     {"mcs", "-out:bot.exe", "bot.cs"},
     {"mono", "bot.exe"}},
    {"OCaml",
     "bot.ml",
     "let () = let line = input_line stdin in Gc.full_major (); print_endline (\"heard \" ^ line ^ \" 1\")\n",
     {"ocamlopt", "-o", "bot", "bot.ml"},
     {"./bot"}},
    {"Haskell",
     "bot.hs",
     "import Control.Concurrent\nimport System.Mem\n"
     "main = do\n"
     "  line <- getLine\n"
     "  done <- newEmptyMVar\n"
     "  _ <- forkIO (threadDelay 1000 >> putMVar done (1 :: Int))\n"
     "  performGC\n"
     "  n <- takeMVar done\n"
     "  putStrLn (\"heard \" ++ line ++ \" \" ++ show n)\n",
     {"ghc", "-threaded", "bot.hs"},
     {"./bot"}},
    {"bash",
     "bot.sh",
     "read -r line; mapfile -t words <<<\"$line\"; echo \"heard ${words[0]} ${#words[@]}\"\n",
     {},
     {"bash", "bot.sh"}},
    {"awk", "bot.awk", "{ print \"heard\", $1, NR; fflush(); exit }\n", {}, {"gawk", "-f", "bot.awk"}},
    {"awk, by mawk",
     "bot.awk",
     "{ print \"heard\", $1, NR; fflush(); exit }\n",
     {},
     {"mawk", "-W", "interactive", "-f", "bot.awk"}},
};

/// An executable of that name, where the shell would look; empty: none.
bool is_installed(const std::string& program) {
  const std::string line = "command -v " + program;
  return processes::run({"sh", "-c", line}, 10s).end.number == 0;
}

/// Whether a bot in the sandbox finds it, too: bots are run by what is in the system's own folders.
bool is_on_system(const std::string& program) {
  for (const char* folder : {"/usr/local/bin/", "/usr/bin/", "/bin/"}) {
    if (fs::exists(folder + program)) return true;
  }
  return false;
}

}  // namespace

TEST_EVERY_LEVEL("every language runs under the default limits") {
  for (const Language& language : kLanguages) {
    if (isolation < language.from) continue;
    INFO(language.name);
    const bool builds = !language.build.empty();
    const std::string& tool = builds ? language.build.front() : language.words.front();
    const bool runs_program = language.words.front() != "./bot";
    if (!is_installed(tool) || (runs_program && !is_on_system(language.words.front()))) {
      WARN(language.name << " is NOT tested: there is no " << tool);
      continue;
    }
    const arena::test::ScratchFolder made;
    arena::test::write_file(made / language.file, language.program);
    if (builds) {
      std::string line = "cd " + made.path().string() + " && HOME=" + made.path().string() + " exec";
      // Rust's programs find their toolchain by the home folder.
      if (language.words.front() == "./bot" && tool == "rustc") line = "cd " + made.path().string() + " && exec";
      for (const std::string& word : language.build) line += " " + word;
      const auto built = processes::run({"sh", "-c", line}, 120s * processes::kPatience);
      INFO(built.err);
      REQUIRE(built.end.number == 0);
    }
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& entry : fs::directory_iterator(made.path())) {
      if (entry.is_regular_file()) files.emplace_back(entry.path().filename(), arena::test::read_file(entry.path()));
    }
    LiveBot bot(isolation, language.words, files);
    bot.send("hello\n", 10s);
    const std::string said = bot.read_all();
    for (const arena::StderrChunk& chunk : bot.process().meters().stderr_tail()) UNSCOPED_INFO(chunk.text);
    CHECK(said == "heard hello 1\n");
    CHECK(bot.ended(10s).kind == arena::ProcessEnd::Kind::exited);
  }
}

}  // namespace languages_test
