#include "arena/bots/process/bot_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace bot_log_test {

using arena::BotLog;
using arena::LogBounds;
using arena::OwnedFd;
using arena::ProcessLog;
using arena::test::read_file;
using arena::test::ScratchFolder;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

/// Writes a file, and makes the folder around it.
void put(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  arena::test::write_file(path, text);
}

/// Keeps the folder as the /tmp of a process, by a descriptor like the launcher's, which only names it.
void keep(const ScratchFolder& scratch, const LogBounds& bounds = {}, const std::string& errors = {}) {
  ProcessLog log(std::make_shared<BotLog>(scratch / "logs", bounds), "0.1");
  log.add_stderr(errors);
  log.finish(OwnedFd(::open((scratch / "tmp").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)));
}

/// The paths of all that is in logs/, folders too, sorted.
std::vector<std::string> kept(const ScratchFolder& scratch) {
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(scratch / "logs")) {
    CHECK((entry.is_directory() || entry.is_regular_file()));
    CHECK_FALSE(entry.is_symlink());
    paths.push_back(fs::relative(entry.path(), scratch / "logs").string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string left_out(const ScratchFolder& scratch) { return read_file(scratch / "logs/left_out.txt"); }

}  // namespace

TEST_CASE("all stderr of a process and the files it leaves are kept in the folder of its bot") {
  const ScratchFolder scratch;
  put(scratch / "tmp/search.log", "depth 3\n");
  put(scratch / "tmp/games/first", "");
  keep(scratch, {}, std::string(200'000, 'x') + "end");
  CHECK(kept(scratch) == std::vector<std::string>{"0.1.stderr", "0.1.tmp", "0.1.tmp/games", "0.1.tmp/games/first",
                                                  "0.1.tmp/search.log"});
  CHECK(read_file(scratch / "logs/0.1.stderr") == std::string(200'000, 'x') + "end");
  CHECK(read_file(scratch / "logs/0.1.tmp/search.log") == "depth 3\n");
  CHECK((fs::status(scratch / "logs").permissions() & fs::perms::all) == fs::perms::owner_all);
}

TEST_CASE("a process that leaves nothing makes no file") {
  const ScratchFolder scratch;
  fs::create_directories(scratch / "tmp/empty");
  keep(scratch);
  CHECK(kept(scratch).empty());
}

TEST_CASE("links, pipes and devices of a bot are not followed, opened or copied") {
  const ScratchFolder scratch;
  put(scratch / "secret", "the key");
  fs::create_directories(scratch / "tmp");
  fs::create_symlink("../secret", scratch / "tmp/file");
  fs::create_symlink("..", scratch / "tmp/above");
  fs::create_symlink(".", scratch / "tmp/itself");
  REQUIRE(::mkfifo((scratch / "tmp/pipe").c_str(), 0666) == 0);
  put(scratch / "tmp/one", "mine");
  fs::create_hard_link(scratch / "tmp/one", scratch / "tmp/two");
  keep(scratch);
  CHECK(kept(scratch) == std::vector<std::string>{"0.1.tmp", "0.1.tmp/one", "0.1.tmp/two", "left_out.txt"});
  CHECK(left_out(scratch) ==
        "0.1: left out of /tmp: 4 special files (links, devices, pipes, sockets), which are never kept\n");
  CHECK(fs::hard_link_count(scratch / "logs/0.1.tmp/one") == 1);
}

TEST_CASE("names of a bot's files become harmless, and none replaces another") {
  const ScratchFolder scratch;
  put(scratch / "tmp/a\nb", "1");
  put(scratch / "tmp/a b", "2");
  put(scratch / "tmp/a_b", "3");
  put(scratch / "tmp/\xff\x1b[31m", "4");
  put(scratch / ("tmp/" + std::string(250, 'n')), "5");
  put(scratch / "tmp/d\n/in", "6");
  put(scratch / "tmp/d ", "7");
  keep(scratch);
  const std::vector<std::string> paths = kept(scratch);
  std::string all;
  for (const std::string& path : paths) {
    for (const char c : path) CHECK((c > ' ' && c < 127));
    CHECK(path.size() < 120);
    if (fs::is_regular_file(scratch / "logs" / path)) all += read_file(scratch / "logs" / path);
  }
  std::sort(all.begin(), all.end());
  CHECK(all == "1234567");
}

TEST_CASE("files in folders without rights are kept") {
  const ScratchFolder scratch;
  put(scratch / "tmp/closed/file", "mine");
  fs::permissions(scratch / "tmp/closed/file", fs::perms::none);
  fs::permissions(scratch / "tmp/closed", fs::perms::none);
  keep(scratch);
  CHECK(read_file(scratch / "logs/0.1.tmp/closed/file") == "mine");
  CHECK(left_out(scratch).empty());
}

TEST_CASE("what is kept of a bot is bounded, and what is left out is described") {
  const ScratchFolder scratch;
  put(scratch / "tmp/large", std::string(5000, 'x'));
  keep(scratch, {.stderr_bytes = 10, .file_bytes = 1000, .files = 3}, "0123456789abc");
  CHECK(read_file(scratch / "logs/0.1.stderr") == "0123456789");
  CHECK(read_file(scratch / "logs/0.1.tmp/large") == std::string(1000, 'x'));
  CHECK_THAT(left_out(scratch), ContainsSubstring("0.1: left out of stderr: 3 bytes beyond the 0 MiB that are kept"));
  CHECK_THAT(left_out(scratch), ContainsSubstring("1 file cut: large has 1000 of 5000 bytes"));
}

TEST_CASE("what an earlier session has kept counts, and nothing of it is replaced") {
  const ScratchFolder scratch;
  const LogBounds bounds = {.stderr_bytes = 10, .file_bytes = 100, .files = 3};
  put(scratch / "tmp/file", "first");
  keep(scratch, bounds, "12345678");
  put(scratch / "tmp/file", "second");
  keep(scratch, bounds, "abcdefgh");
  CHECK(read_file(scratch / "logs/0.1.stderr") == "12345678ab");
  CHECK(read_file(scratch / "logs/0.1.tmp/file") == "first");
  CHECK(read_file(scratch / "logs/0.1.tmp.2/file") == "second");
  for (const char* name : {"a", "b", "c"}) put(scratch / "tmp" / name, "x");
  keep(scratch, bounds);
  CHECK_THAT(left_out(scratch), ContainsSubstring("3 files beyond the 3 files or 0 MiB"));
}

TEST_CASE("a folder that was there before keeps its rights, and its other files do not count") {
  const ScratchFolder scratch;
  constexpr auto kRights = static_cast<fs::perms>(0755);
  put(scratch / "logs/notes.stderr", "0123456789");
  put(scratch / "logs/mine/file", "xxxxx");
  fs::create_directories(scratch / "logs/closed");
  fs::permissions(scratch / "logs/closed", fs::perms::none);
  fs::permissions(scratch / "logs", kRights);
  put(scratch / "tmp/left_out.txt", "12345");
  const LogBounds bounds = {.stderr_bytes = 10, .file_bytes = 5, .files = 1};
  keep(scratch, bounds, "abcdefgh");
  CHECK((fs::status(scratch / "logs").permissions() & fs::perms::all) == kRights);
  CHECK(read_file(scratch / "logs/0.1.stderr") == "abcdefgh");
  CHECK(read_file(scratch / "logs/0.1.tmp/left_out.txt") == "12345");
  CHECK_FALSE(fs::exists(scratch / "logs/left_out.txt"));
  keep(scratch, bounds);  // a file of the bot counts whatever its name is
  CHECK_THAT(left_out(scratch), ContainsSubstring("1 file beyond the 1 files"));
}

TEST_CASE("deep folders and very many names end early") {
  const ScratchFolder scratch;
  fs::path deep = scratch / "tmp";
  for (int i = 0; i < 40; ++i) deep /= "d";
  put(deep / "lost", "x");
  keep(scratch);
  CHECK_THAT(left_out(scratch), ContainsSubstring("1 folder deeper than 16 folders"));
  fs::create_directories(scratch / "tmp/many");
  for (int i = 0; i < 10'100; ++i) fs::create_directory(scratch / "tmp/many" / std::to_string(i));
  keep(scratch);
  CHECK_THAT(left_out(scratch), ContainsSubstring("everything after the first 10000 names"));
}

TEST_CASE("stderr that cannot be kept is an error at the end of the process, not in the middle of a game") {
  const ScratchFolder scratch;
  const fs::path in_the_way = scratch / "logs/0.1.stderr";
  fs::create_directories(in_the_way);
  ProcessLog log(std::make_shared<BotLog>(scratch / "logs"), "0.1");
  log.add_stderr("first");
  log.add_stderr("second");
  CHECK_THROWS_WITH(log.finish(OwnedFd()), ContainsSubstring(in_the_way.string()));
}

TEST_CASE("a list of what was left out is bounded, too") {
  const ScratchFolder scratch;
  BotLog log(scratch / "logs");
  for (int i = 0; i < 2000; ++i) log.note_left_out("line");
  const std::string text = left_out(scratch);
  CHECK(std::count(text.begin(), text.end(), '\n') == 1001);
  CHECK(text.ends_with("More is not noted.\n"));
}

TEST_CASE("a name for the next process is one that the folder does not have") {
  const ScratchFolder scratch;
  put(scratch / "logs/001.stderr", "");
  fs::create_directories(scratch / "logs/002.tmp");
  BotLog log(scratch / "logs");
  CHECK(log.next_name() == "003");
  CHECK(log.next_name() == "004");
}

}  // namespace bot_log_test
