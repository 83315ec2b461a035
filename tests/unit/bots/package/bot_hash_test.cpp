#include "arena/bots/package/bot_files.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <functional>
#include <set>

#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace bot_hash_test {

using namespace arena;
using namespace arena::test;
namespace fs = std::filesystem;

namespace {

/// The hash of a small bot's folder after a change.
std::string hash_after(const std::function<void(const ScratchFolder&)>& change, BotFiles files = BotFiles::whole_folder,
                       std::vector<std::string> words = {"python3", "./bot.py"}) {
  const ScratchFolder folder;
  write_file(folder / "bot.py", "print(1)\n");
  write_file(folder / "bot.json", "{}");
  fs::create_directory(folder / "data");
  write_file(folder / "data/table", "1 2 3");
  change(folder);
  return hash_bot({folder.path(), words}, files);
}

void nothing(const ScratchFolder&) {}

}  // namespace

TEST_CASE("the hash does not depend on where the folder is or when it was written") {
  const std::string hash = hash_after(nothing);
  CHECK(hash_after(nothing) == hash);
  CHECK(hash_after([](const ScratchFolder& folder) {
          fs::last_write_time(folder / "bot.py", fs::file_time_type::clock::now() - std::chrono::hours(100));
        }) == hash);
  CHECK(hash_after([](const ScratchFolder& folder) {
          write_file(folder / "new", "x");
          fs::remove(folder / "new");
        }) == hash);
  CHECK(hash_after([](const ScratchFolder& folder) { fs::create_directory(folder / "empty"); }) == hash);
}

TEST_CASE("what Python and git leave in a bot's folder is not a part of it, nor are records of runs") {
  const std::string hash = hash_after(nothing);
  for (const char* file : {"__pycache__/bot.pyc", ".git/HEAD", "results/first/games.jsonl"}) {
    INFO(file);
    CHECK(hash_after([&](const ScratchFolder& folder) {
            fs::create_directories((folder / file).parent_path());
            write_file(folder / file, "x");
          }) == hash);
  }
}

TEST_CASE("each change of a file, a name or the command changes the hash") {
  std::set<std::string> hashes;
  std::size_t tried = 0;
  const auto add = [&](const std::string& hash) {
    hashes.insert(hash);
    CHECK(hashes.size() == ++tried);
  };
  add(hash_after(nothing));
  add(hash_after([](const ScratchFolder& folder) { write_file(folder / "bot.py", "print(2)\n"); }));
  add(hash_after([](const ScratchFolder& folder) { write_file(folder / "bot.py", ""); }));
  add(hash_after([](const ScratchFolder& folder) { write_file(folder / "data/table", "1 2 4"); }));
  add(hash_after([](const ScratchFolder& folder) { write_file(folder / "new", ""); }));
  add(hash_after([](const ScratchFolder& folder) { write_file(folder / ".hidden", ""); }));
  add(hash_after([](const ScratchFolder& folder) { fs::remove(folder / "data/table"); }));
  add(hash_after([](const ScratchFolder& folder) { fs::rename(folder / "data/table", folder / "data/tables"); }));
  add(hash_after([](const ScratchFolder& folder) { fs::rename(folder / "data/table", folder / "table"); }));
  add(hash_after([](const ScratchFolder& folder) { fs::create_symlink("bot.py", folder / "link"); }));
  add(hash_after([](const ScratchFolder& folder) { fs::create_symlink("bot.json", folder / "link"); }));
  add(hash_after(nothing, BotFiles::whole_folder, {"python3", "./bot.py", "-v"}));
  add(hash_after(nothing, BotFiles::whole_folder, {"python3", "./bot.py", ""}));
  add(hash_after(nothing, BotFiles::whole_folder, {"python3 ./bot.py"}));
  add(hash_after(nothing, BotFiles::whole_folder, {"python3\nword 8 ./bot.py"}));
  add(hash_after(nothing, BotFiles::named));
}

TEST_CASE("bytes do not pass for names or sizes") {
  const auto two = [](const std::string& a, const std::string& b) {
    return hash_after([&](const ScratchFolder& folder) {
      write_file(folder / "x", a);
      write_file(folder / "y", b);
    });
  };
  CHECK(two("ab", "c") != two("a", "bc"));
  const std::string both =
      hash_after([](const ScratchFolder& folder) { write_file(folder / "x", "1\nsize 1\nfile 1 y\n2"); });
  CHECK(both != two("1", "2"));
}

TEST_CASE("of a bot without bot.json the files that its command names count") {
  const std::vector<std::string> words = {"python3", "./bot.py", "data/table"};
  const std::string hash = hash_after(nothing, BotFiles::named, words);
  CHECK(hash_after([](const ScratchFolder& folder) { write_file(folder / "other", "x"); }, BotFiles::named, words) ==
        hash);
  CHECK(hash_after([](const ScratchFolder& folder) { write_file(folder / "bot.py", "x"); }, BotFiles::named, words) !=
        hash);
  CHECK(hash_after([](const ScratchFolder& folder) { write_file(folder / "data/table", "x"); }, BotFiles::named,
                   words) != hash);
}

TEST_CASE("links are not followed, out of the folder or round in it") {
  const ScratchFolder outside;
  write_file(outside / "secret", "1");
  fs::create_directory(outside / "folder");
  const auto linked = [&] {
    return hash_after([&](const ScratchFolder& folder) {
      fs::create_symlink(outside / "secret", folder / "file");
      fs::create_directory_symlink(outside / "folder", folder / "folder");
      fs::create_directory_symlink(".", folder / "round");
      fs::create_symlink("itself", folder / "itself");
      fs::create_symlink("nowhere", folder / "broken");
    });
  };
  const std::string before = linked();
  write_file(outside / "secret", "2");
  write_file(outside / "folder/new", "3");
  CHECK(linked() == before);
  CHECK(before != hash_after(nothing));
}

TEST_CASE("pipes, sockets and devices in the folder are left alone") {
  const std::string hash = hash_after(nothing);
  CHECK(hash_after([](const ScratchFolder& folder) {
          // Opening the pipe to read would wait for a writer for ever.
          REQUIRE(::mkfifo((folder / "pipe").c_str(), 0666) == 0);
          fs::create_directory(folder / "deep");
          REQUIRE(::mkfifo((folder / "deep/pipe").c_str(), 0666) == 0);
          const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
          sockaddr_un address{};
          address.sun_family = AF_UNIX;
          (folder / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
          REQUIRE(::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
          ::close(fd);
        }) == hash);
  CHECK(hash_after([](const ScratchFolder& folder) { fs::create_symlink("/dev/zero", folder / "endless"); }) != hash);
  CHECK(hash_after([](const ScratchFolder& folder) { REQUIRE(::mkfifo((folder / "-v").c_str(), 0666) == 0); },
                   BotFiles::named, {"python3", "./bot.py", "-v"}) ==
        hash_after(nothing, BotFiles::named, {"python3", "./bot.py", "-v"}));
}

TEST_CASE("a folder of huge files is refused before they are read") {
  const ScratchFolder folder;
  write_file(folder / "half", "");
  fs::resize_file(folder / "half", std::uintmax_t{1} << 40);  // as long as would take an hour to read
  CHECK_THROWS_WITH(hash_bot({folder.path(), {"./x"}}, BotFiles::whole_folder),
                    folder.path().string() + ": more than 2048 MiB of files; is this a bot's own folder?");
}

TEST_CASE("a named file behind a link is not a file of the bot") {
  const std::vector<std::string> words = {"python3", "./bot.py", "link/secret", "../x", "/etc/hostname", "data/", "."};
  const ScratchFolder outside;
  const auto linked = [&](const std::string& secret) {
    return hash_after(
        [&](const ScratchFolder& folder) {
          write_file(outside / "secret", secret);
          fs::create_directory_symlink(outside.path(), folder / "link");
        },
        BotFiles::named, words);
  };
  CHECK(linked("1") == linked("2"));
}

TEST_CASE("a folder of very many files is refused in words") {
  const ScratchFolder folder;
  for (int i = 0; i < 10001; ++i) {
    const int fd = ::open((folder / std::to_string(i)).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    REQUIRE(fd >= 0);
    ::close(fd);
  }
  CHECK_THROWS_WITH(hash_bot({folder.path(), {"./x"}}, BotFiles::whole_folder),
                    folder.path().string() + ": more than 10000 files; is this a bot's own folder?");
  CHECK_THROWS_AS(hash_bot({folder / "none", {"./x"}}, BotFiles::whole_folder), InputError);
}

TEST_CASE("folders within folders without end are refused in words") {
  const ScratchFolder folder;
  fs::path at = folder.path();
  for (int depth = 0; depth < 64; ++depth) at /= "f";
  fs::create_directories(at);
  CHECK_NOTHROW(hash_bot({folder.path(), {"./x"}}, BotFiles::whole_folder));
  fs::create_directory(at / "f");
  CHECK_THROWS_WITH(hash_bot({folder.path(), {"./x"}}, BotFiles::whole_folder),
                    folder.path().string() + ": folders more than 64 deep; is this a bot's own folder?");
}

}  // namespace bot_hash_test
