// What a bot brings along, laid out as the tools of its language lay it out: protocol.md, "What you bring along".

#include "arena/bots/package/path_search.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/starters/played_bot.h"
#include "tests/scratch_folder.h"

namespace dependencies_test {

using arena::test::ScratchFolder;
using arena::test::write_file;
using starter_test::run_well;

namespace {

namespace fs = std::filesystem;

/// A bot whose choice comes from what it brings along.
constexpr const char* kPythonBot = R"(
import sys
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]: print("ready", flush=True)
    if word[:1] == ["ask"]: print(word[1], *firstcards.choose(word[word.index(":") + 1:], int(word[3])), flush=True)
    if word[:1] == ["quit"]: break
)";
constexpr const char* kPythonModule = "def choose(cards, count):\n    return cards[:count]\n";

constexpr const char* kNodeBot = R"(
const {choose} = require("firstcards");
require("readline").createInterface({input: process.stdin}).on("line", line => {
  const word = line.split(" ");
  if (word[0] === "hello") console.log("ready");
  if (word[0] === "ask") console.log([word[1], ...choose(word.slice(word.indexOf(":") + 1), +word[3])].join(" "));
  if (word[0] === "quit") process.exit();
});
)";

constexpr const char* kCppBot = R"(
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
std::string choose(const std::vector<std::string>& cards, int count);
int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string word, id, kind, skipped;
    int count = 0;
    words >> word;
    if (word == "hello") std::cout << "ready" << std::endl;
    if (word == "quit") break;
    if (word != "ask") continue;
    words >> id >> kind >> count;
    while (words >> skipped && skipped != ":") {}
    std::vector<std::string> cards;
    while (words >> word) cards.push_back(word);
    std::cout << id << choose(cards, count) << std::endl;
  }
}
)";
constexpr const char* kCppLibrary = R"(
#include <string>
#include <vector>
std::string choose(const std::vector<std::string>& cards, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += " " + cards[i];
  return text;
}
)";

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  write_file(path, text);
}

void run_in(const fs::path& folder, const std::string& command) { run_well(folder, {"sh", "-c", command}); }

void check_plays(const ScratchFolder& folder, const std::string& command) {
  write_file(folder / "bot.json", R"({"name": "bot", "command": )" + command + "}");
  starter_test::play_twice({folder.path().string(), HEARTS_RANDOM_BOT}, {"royal-classic@3"});
}

}  // namespace

TEST_CASE("a bot plays with the Python modules in its folder") {
  const ScratchFolder folder;
  write(folder / "bot.py", "import sys\nsys.path.insert(0, 'lib')\nimport firstcards\n" + std::string(kPythonBot));
  write(folder / "lib/firstcards/__init__.py", kPythonModule);
  write(folder / "lib/firstcards-1.0.dist-info/METADATA", "Name: firstcards\n");
  check_plays(folder, R"(["python3", "bot.py"])");
}

TEST_CASE("a bot plays in a virtual environment in its folder") {
  const ScratchFolder folder;
  write(folder / "bot.py", "import firstcards\n" + std::string(kPythonBot));
  run_in(folder.path(),
         "/usr/bin/python3 -m venv --without-pip venv && mkdir -p venv/lib/python3.*/site-packages/firstcards");
  for (const auto& entry : fs::directory_iterator(folder / "venv/lib")) {
    if (!entry.is_symlink()) write(entry.path() / "site-packages/firstcards/__init__.py", kPythonModule);
  }
  check_plays(folder, R"(["./venv/bin/python3", "bot.py"])");
}

TEST_CASE("a bot plays with the packages of Node.js in its folder") {
  const ScratchFolder folder;
  write(folder / "bot.js", kNodeBot);
  write(folder / "node_modules/firstcards/package.json",
        R"({"name": "firstcards", "version": "1.0.0", "main": "first.js"})");
  write(folder / "node_modules/firstcards/first.js", "exports.choose = (cards, count) => cards.slice(0, count);\n");
  check_plays(folder, R"(["node", "bot.js"])");
}

TEST_CASE("a bot in C++ plays with its own library, and without any") {
  const ScratchFolder folder;
  write(folder / "bot.cpp", kCppBot);
  write(folder / "first.cpp", kCppLibrary);
  run_in(folder.path(), "g++ -shared -fPIC -o libfirst.so first.cpp");
  run_in(folder.path(), "g++ -o shared bot.cpp -L. -lfirst '-Wl,-rpath,$ORIGIN'");
  check_plays(folder, R"(["./shared"])");
  run_in(folder.path(), "g++ -static -o alone bot.cpp first.cpp && rm libfirst.so");
  check_plays(folder, R"(["./alone"])");
}

TEST_CASE("a bot in Java plays with the jars in its folder") {
  std::vector<std::string> missing;
  for (const char* program : {"javac", "jar"}) {
    if (!arena::find_in_path(arena::own_path(), program)) missing.emplace_back(program);
  }
  starter_test::skip_where_missing("java", missing, "default-jdk-headless");
  const ScratchFolder folder;
  write(folder / "First.java",
        "public class First {\n  public static String choose(String[] cards, int count) {\n    String text = \"\";\n"
        "    for (int i = 0; i < count; i++) text += \" \" + cards[i];\n    return text;\n  }\n}\n");
  write(folder / "Bot.java", R"(
import java.io.*;
import java.util.*;
public class Bot {
  public static void main(String[] none) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null;) {
      String[] word = line.split(" ");
      if (word[0].equals("hello")) System.out.println("ready");
      if (word[0].equals("quit")) break;
      if (!word[0].equals("ask")) continue;
      int from = Arrays.asList(word).indexOf(":") + 1;
      System.out.println(word[1] + First.choose(Arrays.copyOfRange(word, from, word.length), Integer.parseInt(word[3])));
    }
  }
}
)");
  run_in(folder.path(),
         "javac First.java && mkdir lib && jar cf lib/first.jar First.class && rm First.class First.java");
  run_in(folder.path(), "javac -cp lib/first.jar Bot.java");
  check_plays(folder, R"(["java", "-cp", ".:lib/first.jar", "Bot"])");
}

}  // namespace dependencies_test
