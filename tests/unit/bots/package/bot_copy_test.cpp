#include "arena/bots/package/bot_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <thread>

#include "arena/base/text/input_error.h"
#include "arena/bots/package/bot_files.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace bot_copy_test {

using namespace arena;
using namespace arena::test;
namespace fs = std::filesystem;

namespace {

/// A staging of its own. Not in a scratch folder: where these are no program may be run on many machines.
struct Stage {
  explicit Stage(bool for_others = false) : staging({"/tmp", "/var/tmp"}, for_others) {}
  Staging staging;
};

/// A folder with bot.json, of which tests make what they like.
class Bot {
 public:
  Bot() {
    write_program(folder_ / "duck");
    write_file(folder_ / "bot.json", R"({"name": "duck", "command": ["./duck"]})");
  }
  fs::path operator/(const std::string& name) const { return folder_ / name; }
  const fs::path& path() const { return folder_.path(); }
  BotEntry entry() const { return find_bot(folder_.path().string()); }

 private:
  ScratchFolder folder_;
};

fs::path copy_of(const BotEntry& bot, const Staging& staging) {
  return BotCopies({bot}, staging).commands().at(0).folder;
}

/// All below the folder: files with their mode and bytes, links with their target.
std::map<std::string, std::string> entries_of(const fs::path& folder) {
  std::map<std::string, std::string> entries;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    struct stat info = {};
    REQUIRE(::lstat(entry.path().c_str(), &info) == 0);
    char mode[16];
    std::snprintf(mode, sizeof mode, "%o ", info.st_mode & 07777u);
    std::string& text = entries[entry.path().lexically_relative(folder).string()];
    if (S_ISLNK(info.st_mode)) {
      text = "-> " + fs::read_symlink(entry.path()).string();
    } else if (S_ISREG(info.st_mode)) {
      text = mode + read_file(entry.path());
    } else {
      text = std::string(mode) + (S_ISDIR(info.st_mode) ? "folder" : "other");
    }
  }
  return entries;
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "done";
}

}  // namespace

TEST_CASE("a copy has the files of the hash, with plain modes and links as they are, and nothing else") {
  const Bot bot;
  fs::create_directories(bot / "data/deep");
  write_file(bot / "data/deep/table", "1 2 3");
  write_file(bot / "a name\nof two lines", "x");
  write_program(bot / "setuid", "#!/bin/sh\n");
  REQUIRE(::chmod((bot / "setuid").c_str(), 07755) == 0);
  write_file(bot / "open", "y");
  REQUIRE(::chmod((bot / "open").c_str(), 0666) == 0);
  fs::create_symlink("/etc/shadow", bot / "shadow");
  fs::create_symlink("round", bot / "round");
  fs::create_directory_symlink("..", bot / "data/up");
  REQUIRE(::mkfifo((bot / "pipe").c_str(), 0666) == 0);
  for (const char* file : {"__pycache__/x.pyc", ".git/HEAD", "results/games.jsonl", "results/key"}) {
    fs::create_directories((bot / file).parent_path());
    write_file(bot / file, "secret");
  }
  std::map<std::string, std::string> expected = {{"duck", "755 #!/bin/sh\n"},
                                                 {"bot.json", "644 " + read_file(bot / "bot.json")},
                                                 {"data", "755 folder"},
                                                 {"data/deep", "755 folder"},
                                                 {"data/deep/table", "644 1 2 3"},
                                                 {"data/up", "-> .."},
                                                 {"a name\nof two lines", "644 x"},
                                                 {"setuid", "755 #!/bin/sh\n"},
                                                 {"open", "644 y"},
                                                 {"shadow", "-> /etc/shadow"},
                                                 {"round", "-> round"}};
  const mode_t before = ::umask(0077);
  const Stage open(true);
  CHECK(entries_of(copy_of(bot.entry(), open.staging)) == expected);
  ::umask(0);
  expected["data"] = expected["data/deep"] = "700 folder";
  const Stage own(false);
  CHECK(entries_of(copy_of(bot.entry(), own.staging)) == expected);
  ::umask(before);
}

TEST_CASE("a bot without bot.json is copied with the files that its command names") {
  const Bot bot;
  fs::create_directory(bot / "data");
  write_file(bot / "data/table", "1");
  write_file(bot / "data/other", "2");
  write_file(bot / "bot.py", "3");
  const Stage stage;
  const BotEntry file = find_bot((bot / "duck").string());
  CHECK(entries_of(copy_of(file, stage.staging)) == std::map<std::string, std::string>{{"duck", "755 #!/bin/sh\n"}});
  const BotEntry command = find_bot("python3 bot.py data/table -v ../x /etc/hostname", bot.path());
  CHECK(entries_of(copy_of(command, stage.staging)) ==
        std::map<std::string, std::string>{{"bot.py", "644 3"}, {"data", "700 folder"}, {"data/table", "644 1"}});
  CHECK(entries_of(copy_of(find_bot("python3 -c pass"), stage.staging)).empty());
}

TEST_CASE("a copy is started like the bot, with what the bot may use") {
  const Bot bot;
  BotEntry entry = find_bot("./duck --fast", bot.path());
  entry.command.resources.memory_mb = 77;
  const Stage stage;
  const BotCommand copy = BotCopies({entry}, stage.staging).commands().at(0);
  CHECK(copy.words == entry.command.words);
  CHECK(copy.resources == entry.command.resources);
  CHECK(copy.folder.is_absolute());
  CHECK(copy.folder.parent_path() == stage.staging.path());
}

TEST_CASE("equal bots share a copy, others do not, and each keeps its own resources") {
  const Bot bot;
  const Bot other;
  write_file(other / "more", "");
  std::vector<BotEntry> bots = {bot.entry(), other.entry(), bot.entry()};
  bots[2].command.resources.tmp_mb = 77;
  const Stage stage;
  const std::vector<BotCommand> copies = BotCopies(bots, stage.staging).commands();
  REQUIRE(copies.size() == 3);
  CHECK(copies[0].folder == copies[2].folder);
  CHECK(copies[0].folder != copies[1].folder);
  CHECK(copies[2].resources.tmp_mb == 77);
  CHECK(copies[0].resources == Resources{});
}

TEST_CASE("a bot that has changed since it was hashed is refused by name") {
  using Change = std::function<void(const Bot&)>;
  const std::vector<Change> changes = {[](const Bot& bot) { write_file(bot / "duck", "#!/bin/false\n"); },
                                       [](const Bot& bot) { write_file(bot / "new", ""); },
                                       [](const Bot& bot) { fs::remove(bot / "table"); },
                                       [](const Bot& bot) {
                                         fs::remove(bot / "table");
                                         fs::create_symlink("/etc/hostname", bot / "table");
                                       },
                                       [](const Bot& bot) {
                                         fs::remove(bot / "table");
                                         REQUIRE(::mkfifo((bot / "table").c_str(), 0600) == 0);
                                       }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    INFO("change " << i);
    const Bot bot;
    write_file(bot / "table", "1");
    const BotEntry entry = bot.entry();
    changes[i](bot);
    const Stage stage;
    CHECK(error_of([&] { BotCopies({entry}, stage.staging).commands(); }) ==
          "duck: its files in " + bot.path().string() + " changed while they were copied");
  }
}

TEST_CASE("a file that becomes something else while it is copied is an error, not a way out") {
  const Bot bot;
  fs::create_directory(bot / "data");
  write_file(bot / "data/table", "1");
  BotFolder folder(bot.path());
  const std::vector<BotFile> files = folder.files({}, BotFiles::whole_folder);
  const auto table =
      std::find_if(files.begin(), files.end(), [](const BotFile& file) { return file.name == "data/table"; });
  REQUIRE(table != files.end());
  const auto read = [&] { folder.read(*table, [](std::string_view) {}); };
  CHECK(error_of(read) == "done");

  fs::remove(bot / "data/table");
  fs::create_symlink("/etc/hostname", bot / "data/table");
  CHECK(error_of(read).starts_with((bot / "data/table").string() + " cannot be read: "));
  fs::remove(bot / "data/table");
  REQUIRE(::mkfifo((bot / "data/table").c_str(), 0600) == 0);
  CHECK(error_of(read) == (bot / "data/table").string() + " cannot be read: not a regular file");
  fs::remove_all(bot / "data");
  const ScratchFolder outside;
  write_file(outside / "table", "secret");
  fs::create_directory_symlink(outside.path(), bot / "data");
  CHECK(error_of(read).starts_with((bot / "data/table").string() + " cannot be read: "));
}

TEST_CASE("a folder that changes all the time is copied as it was hashed, or not at all") {
  const Bot bot;
  fs::create_directory(bot / "data");
  write_file(bot / "data/table", "mine");
  write_file(bot / "data/new", "mine");
  const ScratchFolder outside;
  write_file(outside / "table", "not mine");
  fs::create_directory_symlink(outside.path(), bot / "other");
  const BotEntry entry = bot.entry();
  // Folder and link to a folder outside change places, and back.
  const auto exchange = [&] {
    ::renameat2(AT_FDCWD, (bot / "data").c_str(), AT_FDCWD, (bot / "other").c_str(), RENAME_EXCHANGE);
  };
  std::jthread changes([&](const std::stop_token& stop) {
    for (int round = 0; !stop.stop_requested(); ++round) {
      for (int twice = 0; twice < 2; ++twice) {
        exchange();
        for (int pause = 0; pause < round % 7; ++pause) std::this_thread::yield();
      }
      for (int pause = 0; pause < round % 1000; ++pause) std::this_thread::yield();
    }
  });
  std::set<std::string> tables;
  for (int i = 0; i < 300; ++i) {
    const Stage stage;
    const std::string error = error_of([&] { tables.insert(read_file(copy_of(entry, stage.staging) / "data/table")); });
    if (error != "done") CHECK(error.starts_with("duck: "));
    for (const auto& [name, text] : entries_of(stage.staging.path())) CHECK(text.find("not mine") == std::string::npos);
  }
  changes = {};
  tables.insert("mine");
  CHECK(tables.size() == 1);
  // Nor was anything written through the link.
  CHECK(entries_of(outside.path()) == std::map<std::string, std::string>{{"table", "644 not mine"}});
}

TEST_CASE("a bot of too many files or bytes is refused by name when it has grown") {
  const Bot bot;
  const BotEntry entry = bot.entry();
  const Stage stage;
  write_file(bot / "huge", "");
  fs::resize_file(bot / "huge", kBotBytesMax + 1);
  CHECK(error_of([&] { BotCopies({entry}, stage.staging).commands(); }) ==
        "duck: " + bot.path().string() + ": more than 2048 MiB of files; is this a bot's own folder?");
  fs::remove(bot / "huge");
  fs::create_directory(bot / "many");
  for (std::size_t i = 0; i < kBotEntriesMax; ++i) fs::create_directory(bot / ("many/" + std::to_string(i)));
  CHECK(error_of([&] { BotCopies({entry}, stage.staging).commands(); }) ==
        "duck: " + bot.path().string() + ": more than 10000 files; is this a bot's own folder?");
}

TEST_CASE("a file that may not be read is named") {
  const Bot bot;
  write_file(bot / "table", "1");
  REQUIRE(::chmod(bot.path().c_str(), 0755) == 0);
  REQUIRE(::chmod((bot / "duck").c_str(), 0755) == 0);
  REQUIRE(::chmod((bot / "table").c_str(), 0) == 0);
  const uid_t self = ::geteuid();
  if (self == 0) REQUIRE(::seteuid(65534) == 0);  // root may read everything
  const std::string error = error_of([&] { hash_bot({bot.path(), {"./duck"}}, BotFiles::whole_folder); });
  REQUIRE(::seteuid(self) == 0);
  CHECK(error == (bot / "table").string() + " cannot be read: Permission denied");
}

TEST_CASE("the author of a bot without bot.json is told what was copied") {
  const Bot bot;
  write_file(bot / "bot.py", "");
  write_file(bot / "table", "");
  CHECK(copied_note(bot.entry()).empty());
  const std::string rest = " copied; a bot with several files must be a folder with a bot.json";
  CHECK(copied_note(find_bot("python3 bot.py", bot.path())) == "only bot.py was" + rest);
  CHECK(copied_note(find_bot("python3 bot.py table", bot.path())) == "only bot.py, table were" + rest);
  CHECK(copied_note(find_bot("python3 -c pass")) == "none of its files was" + rest);
}

}  // namespace bot_copy_test
