#include "arena/base/text/whole_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/file_size_limit.h"

namespace whole_file_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

unsigned mode_of(const fs::path& file) {
  struct stat info = {};
  REQUIRE(::stat(file.c_str(), &info) == 0);
  return info.st_mode & 0777U;
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a file is written whole, and an older one replaced") {
  const ScratchFolder folder;
  const auto file = folder / "ratings.json";
  for (const std::string& text : {std::string("first"), std::string(), std::string(300'000, 'x') + "\n",
                                  std::string("a\0b", 3), std::string("last")}) {
    write_whole(file, text);
    CHECK(read_file(file) == text);
    CHECK(files_in(folder.path()) == 1);
  }
}

TEST_CASE("a file has the mode that is asked for from its first byte on") {
  const ScratchFolder folder;
  write_whole(folder / "key", "secret", 0600);
  CHECK(mode_of(folder / "key") == 0600);
  write_whole(folder / "open", "text");
  CHECK((mode_of(folder / "open") & 0600U) == 0600);
  CHECK((mode_of(folder / "open") & 0133U) == 0);
}

TEST_CASE("what a crash left beside the file does not matter") {
  const ScratchFolder folder;
  const auto file = folder / "key";
  SECTION("a file that all may read") {
    write_file(folder / "key.new", "a long text that was torn");
    fs::permissions(folder / "key.new", fs::perms(0666));
  }
  SECTION("a link to somewhere") {
    write_file(folder / "other", "other");
    fs::create_symlink("other", folder / "key.new");
  }
  write_whole(file, "secret", 0600);
  CHECK(read_file(file) == "secret");
  CHECK(mode_of(file) == 0600);
  CHECK_FALSE(fs::is_symlink(file));
  CHECK_FALSE(fs::exists(fs::symlink_status(folder / "key.new")));
  if (fs::exists(folder / "other")) CHECK(read_file(folder / "other") == "other");
}

TEST_CASE("a write that fails leaves the older file and nothing beside it") {
  const ScratchFolder folder;
  const auto file = folder / "ratings.json";
  write_whole(file, "older");
  for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{999}}) {
    INFO(room << " bytes of room");
    std::string error;
    {
      const FileSizeLimit limit(room);
      try {
        write_whole(file, std::string(1000, 'x'));
      } catch (const std::system_error& caught) {
        CHECK(caught.code() == std::errc::file_too_large);
        error = caught.what();
      }
    }
    CHECK_THAT(error, ContainsSubstring(file.string()) && ContainsSubstring("File too large"));
    CHECK(read_file(file) == "older");
    CHECK(files_in(folder.path()) == 1);
  }
}

TEST_CASE("a file is appended to where it is, never through a link") {
  const ScratchFolder folder;
  const auto file = folder / "faults.jsonl";
  for (int i = 0; i < 2; ++i) {
    const int fd = open_to_append(file);
    CHECK(write_all(fd, "line\n"));
    ::close(fd);
  }
  CHECK(read_file(file) == "line\nline\n");
  fs::create_symlink("faults.jsonl", folder / "link");
  fs::create_symlink("missing", folder / "dangling");
  fs::create_symlink("itself", folder / "itself");
  for (const char* name : {"link", "dangling", "itself"}) {
    CHECK_THROWS_WITH(open_to_append(folder / name),
                      (folder / name).string() + ": a link; the arena writes only to a file of the folder itself");
  }
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  REQUIRE(::mknod((folder / "socket").c_str(), S_IFSOCK | 0600, 0) == 0);
  fs::create_directory(folder / "folder");
  for (const char* name : {"pipe", "socket", "folder"})
    CHECK_THROWS_WITH(open_to_append(folder / name), (folder / name).string() + ": not a regular file");
  CHECK_FALSE(fs::exists(folder / "missing"));
}

TEST_CASE("a place where no file can be is named") {
  const ScratchFolder folder;
  CHECK_THROWS_WITH(write_whole(folder / "none/key", "x"), ContainsSubstring((folder / "none/key").string()));
  CHECK_THROWS_AS(write_whole(folder / "none/key", "x"), std::system_error);
  fs::create_directory(folder / "key");
  CHECK_THROWS_WITH(write_whole(folder / "key", "x"), ContainsSubstring((folder / "key").string()));
  CHECK(files_in(folder.path()) == 1);
  fs::create_directories(folder / "code.new");
  CHECK_THROWS_WITH(write_whole(folder / "code", "x"), (folder / "code.new").string() + ": Is a directory");
}

TEST_CASE("a folder is made where it is wanted, never through a link") {
  const ScratchFolder folder;
  make_folder(folder / "logs", 0700);
  CHECK(mode_of(folder / "logs") == 0700);
  write_file(folder / "logs/kept", "x");
  make_folder(folder / "logs");
  CHECK(fs::exists(folder / "logs/kept"));
  fs::create_directory_symlink(folder / "logs", folder / "link");
  fs::create_symlink("missing", folder / "dangling");
  fs::create_symlink("itself", folder / "itself");
  for (const char* name : {"link", "dangling", "itself"})
    CHECK_THROWS_WITH(make_folder(folder / name),
                      (folder / name).string() + ": a link; the arena needs a folder of its own here");
  write_file(folder / "file", "x");
  CHECK_THROWS_WITH(make_folder(folder / "file"), (folder / "file").string() + ": not a folder");
  CHECK_THROWS_AS(make_folder(folder / "none/logs"), std::system_error);
  CHECK_FALSE(fs::exists(folder / "missing"));
}

}  // namespace whole_file_test
