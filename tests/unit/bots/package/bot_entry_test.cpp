#include "arena/bots/package/bot_entry.h"

#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace bot_entry_test {

using namespace arena;
using namespace arena::test;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

std::string error_of(const std::string& word) {
  try {
    find_bot(word);
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "found";
}

/// The program runs in this folder while it lives.
class InFolder {
 public:
  explicit InFolder(const fs::path& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  ~InFolder() { fs::current_path(before_); }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 private:
  fs::path before_;
};

}  // namespace

TEST_CASE("an executable file is a bot that is called like it") {
  const ScratchFolder folder;
  write_program(folder / "duck.sh");
  const BotEntry bot = find_bot((folder / "duck.sh").string());
  CHECK(bot.name == "duck");
  CHECK(bot.command.folder == folder.path());
  CHECK(bot.command.words == Words{"./duck.sh"});
  CHECK(bot.hash.size() == 64);
  CHECK(bot.plays.empty());

  const InFolder inside(folder.path());
  CHECK(find_bot("duck.sh") == bot);
  CHECK(find_bot("./duck.sh") == bot);
}

TEST_CASE("a bot named through a link is the file behind it") {
  const ScratchFolder folder;
  fs::create_directory(folder / "real");
  write_program(folder / "real/duck");
  fs::create_symlink("real/duck", folder / "link");
  CHECK(find_bot((folder / "link").string()) == find_bot((folder / "real/duck").string()));
  fs::create_symlink("nowhere", folder / "broken");
  CHECK(error_of((folder / "broken").string()).starts_with("there is no bot '"));
}

TEST_CASE("a name is made of what a name may have") {
  const ScratchFolder folder;
  for (const auto& [file, name] :
       std::vector<std::pair<std::string, std::string>>{{"my bot", "my_bot"},
                                                        {"d\xC3\xBC"
                                                         "ck",
                                                         "d__ck"},
                                                        {"a+b=c.py", "a_b_c"},
                                                        {"v1.2-x_Y.sh", "v1.2-x_Y"},
                                                        {std::string(60, 'x'), std::string(32, 'x')},
                                                        {".hidden", "_hidden"}}) {
    write_program(folder / file);
    INFO(file);
    CHECK(find_bot((folder / file).string()).name == name);
  }
}

TEST_CASE("a command is split at spaces, and quotes keep them") {
  const ScratchFolder folder;
  const InFolder inside(folder.path());
  write_file("bot.py", "");
  write_file("my bot.py", "");
  const auto words = [](const std::string& command) { return find_bot(command).command.words; };
  CHECK(words("python3 bot.py") == Words{"python3", "./bot.py"});
  CHECK(words("  python3 \t bot.py  -v ") == Words{"python3", "./bot.py", "-v"});
  CHECK(words("python3 'my bot.py'") == Words{"python3", "./my bot.py"});
  CHECK(words("python3 \"my bot.py\" a") == Words{"python3", "./my bot.py", "a"});
  CHECK(words("python3 my' 'bot.py") == Words{"python3", "./my bot.py"});
  CHECK(words("python3 bot.py '' \"it's\" 'say \"x\"'") == Words{"python3", "./bot.py", "", "it's", "say \"x\""});
  CHECK(words("python3 bot.py a\\ b") == Words{"python3", "./bot.py", "a\\", "b"});
  CHECK(words("python3 -u bot.py $HOME *") == Words{"python3", "-u", "./bot.py", "$HOME", "*"});
  CHECK(find_bot("python3 bot.py").name == "bot");
  CHECK(find_bot("python3 bot.py").command.folder == folder.path());
  CHECK(find_bot("python3 -c pass").name == "python3");
  CHECK(find_bot("python3 -c pass").command.folder == "/usr");
}

TEST_CASE("the folder of a command is that of the first file it names") {
  const ScratchFolder folder;
  fs::create_directories(folder / "a/b");
  write_file(folder / "a/b/bot.py", "");
  write_program(folder / "a/run");
  CHECK(find_bot("python3 " + (folder / "a/b/bot.py").string()).command.folder == folder / "a/b");
  const BotEntry own = find_bot((folder / "a/run").string() + " --fast");
  CHECK(own.command.folder == folder / "a");
  CHECK(own.command.words == Words{"./run", "--fast"});
}

TEST_CASE("a command that is published has no path of the machine") {
  const auto shown = [](const std::string& word) { return published_command({word}).front(); };
  for (const char* word : {"./bot.py", "data/book.bin", "-v", "", "/usr/bin/python3", "--log=/dev/null", "s/a/b/g",
                           "a..b", "1/2", "/", "~", "open('/etc/hosts')", "--depth=3", "..."})
    CHECK(shown(word) == word);
  CHECK(shown("/home/ann/book.bin") == "<path>");
  CHECK(shown("--book=/home/ann/book.bin") == "--book=<path>");
  CHECK(shown("-I/home/ann") == "-I<path>");
  CHECK(shown("-I../ann/x") == "<path>");
  CHECK(shown("--book=~/book") == "--book=<path>");
  CHECK(shown("~ann/book") == "<path>");
  CHECK(shown("../ann/book") == "<path>");
  CHECK(shown("data/../../ann") == "<path>");
  CHECK(shown("--all=/usr/share/x:/home/ann/y") == "--all=/usr/share/x:<path>");
  CHECK(shown("cd '/home/ann smith' && ./bot") == "cd '<path>");
  CHECK(shown("file:///home/ann") == "file:<path>");
  CHECK(shown("/usrs/ann") == "<path>");
  CHECK(shown("/dev/shm/ann") == "<path>");
  const ScratchFolder folder;
  write_program(folder / "run");
  const BotEntry bot = find_bot((folder / "run").string() + " --book=/home/ann/book.bin");
  CHECK(bot.command.words == Words{"./run", "--book=/home/ann/book.bin"});
  CHECK(bot.shown_words == Words{"./run", "--book=<path>"});
  CHECK(find_bot((folder / "run").string()).shown_words.empty());
}

TEST_CASE("relative paths start in the folder that is given") {
  const ScratchFolder folder;
  fs::create_directories(folder / "bots/duck");
  write_program(folder / "bots/goose");
  write_file(folder / "bots/bot.py", "");
  write_program(folder / "bots/duck/run");
  write_file(folder / "bots/duck/bot.json", R"({"name": "duck", "command": ["./run"]})");
  const fs::path bots = folder / "bots";
  CHECK(find_bot("goose", bots) == find_bot((bots / "goose").string()));
  CHECK(find_bot("duck", bots) == find_bot((bots / "duck").string()));
  CHECK(find_bot("../bots/./duck", bots) == find_bot((bots / "duck").string()));
  CHECK(find_bot("python3 bot.py", bots) == find_bot("python3 " + (bots / "bot.py").string()));
  CHECK(find_bot((bots / "goose").string(), "/elsewhere") == find_bot("goose", bots));
  const InFolder inside(bots);
  CHECK_THROWS_AS(find_bot("goose", folder.path()), InputError);
}

TEST_CASE("what is not a bot is reported with what would be one") {
  const ScratchFolder folder;
  const InFolder inside(folder.path());
  CHECK(error_of("nosuch") ==
        "there is no bot 'nosuch': a bot is an executable file, a folder with bot.json, or a command in quotes "
        "(\"python3 bot.py\")");
  CHECK(error_of("nosuch --fast") == "the command 'nosuch --fast' cannot be run: there is no program 'nosuch'");
  CHECK(error_of("./none/bot a").ends_with("there is no program './none/bot'"));
  CHECK(error_of("") == "an empty word is not a bot");
  CHECK(error_of(" \t ") == "an empty word is not a bot");
  CHECK(error_of("python3 'bot.py") == "the command 'python3 'bot.py' has an unclosed quote");
  CHECK(error_of("python3 \"bot.py") == "the command 'python3 \"bot.py' has an unclosed quote");
  CHECK(error_of("no\x1B[31m\nsuch").starts_with("there is no bot 'no\\x1b[31m\\x0asuch'"));

  CHECK(error_of("python3 bto.py --fast") ==
        "the command 'python3 bto.py --fast' names the file 'bto.py', which does not exist");
  CHECK(error_of("python3 -u dir/bot") ==
        "the command 'python3 -u dir/bot' names the file 'dir/bot', which does not exist");

  write_file("bot.py", "");
  CHECK(error_of("bot.py") ==
        "bot.py is not executable: run chmod +x on it, or give a command in quotes (\"python3 bot.py\")");
  fs::create_directory("empty");
  CHECK(error_of("empty") == "empty has no bot.json; protocol.md describes that file");
  REQUIRE(::mkfifo("pipe", 0777) == 0);
  CHECK(error_of("pipe").starts_with("there is no bot 'pipe'"));
  CHECK(error_of("./pipe").starts_with("there is no bot './pipe'"));
}

TEST_CASE("patterns of variants match as a whole, with * for any text") {
  const auto plays = [](const Words& patterns, const std::string& variant) {
    BotEntry bot;
    bot.plays = patterns;
    return plays_variant(bot, variant);
  };
  CHECK(plays({}, "black-lady@4"));
  CHECK(plays({"*"}, "black-lady@4"));
  CHECK(plays({"black-lady*"}, "black-lady@4+no_blood"));
  CHECK(plays({"*@4"}, "royal-classic@4"));
  CHECK(plays({"*@4"}, "black-lady@4+no_blood"));
  CHECK(plays({"tournament-laws"}, "tournament-laws@4+reject_illegal"));
  CHECK(plays({"tournament-laws@4"}, "tournament-laws@4+reject_illegal"));
  CHECK_FALSE(plays({"tournament-laws@4+with_passing"}, "tournament-laws@4+reject_illegal"));
  CHECK_FALSE(plays({"*@5"}, "black-lady@4+no_blood"));
  CHECK(plays({"*@4*"}, "black-lady@4+no_blood"));
  CHECK(plays({"black*@*+*"}, "black-lady@4+no_blood"));
  CHECK(plays({"black-lady"}, "black-lady@4"));
  CHECK_FALSE(plays({"black"}, "black-lady@4"));
  CHECK_FALSE(plays({"lady@4"}, "black-lady@4"));
  CHECK_FALSE(plays({""}, "black-lady@4"));
  CHECK(plays({"royal*", "black-lady@4"}, "black-lady@4"));
  CHECK_FALSE(plays({"black-lad?@4"}, "black-lady@4"));
  CHECK(plays({"**a**@**"}, "black-lady@4"));
  // Many stars end in time, too.
  std::string stars;
  for (int i = 0; i < 2000; ++i) stars += "*a";
  CHECK_FALSE(plays({stars + "b"}, std::string(4000, 'a')));
}

}  // namespace bot_entry_test
