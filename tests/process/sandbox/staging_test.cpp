#include "arena/sandbox/staging.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "tests/catch.h"
#include "tests/process/scratch_folder.h"

namespace staging_test {

using arena::Staging;
using arena::sweep_staging;
using processes::ScratchFolder;
namespace fs = std::filesystem;

namespace {

unsigned mode_of(const fs::path& path) {
  struct stat info = {};
  REQUIRE(::lstat(path.c_str(), &info) == 0);
  return info.st_mode & 07777u;
}

std::string error_of(const std::vector<fs::path>& parents, bool for_others) {
  try {
    const Staging staging(parents, for_others);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "made";
}

/// What a killed arena leaves.
fs::path leftover(const fs::path& parent, const std::string& mark) {
  const fs::path folder = parent / ("hearts-arena-" + mark);
  fs::create_directories(folder / "copy");
  processes::write_file(folder / "copy/bot", "x");
  processes::write_file(folder / "lock", "");
  return folder;
}

}  // namespace

TEST_CASE("a staging folder is its user's alone, and goes with all that is in it") {
  const ScratchFolder parent;
  const mode_t before = ::umask(0);
  fs::path path;
  {
    const Staging staging({parent.path()}, false);
    path = staging.path();
    CHECK(path.parent_path() == parent.path());
    CHECK(path.filename().string().starts_with("hearts-arena-"));
    CHECK(mode_of(path) == 0700);
    const fs::path folder = staging.make_folder();
    CHECK(mode_of(folder) == 0700);
    fs::create_directory(folder / "deep");
    fs::create_directory_symlink(parent.path(), folder / "deep/up");
    processes::write_file(folder / "deep/file", "x");
  }
  ::umask(before);
  CHECK_FALSE(fs::exists(path));
  CHECK(fs::exists(parent.path()));
}

TEST_CASE("what another user runs can be reached by who knows its name, and not be listed") {
  const ScratchFolder parent;
  REQUIRE(::chmod(parent.path().c_str(), 0755) == 0);
  const mode_t before = ::umask(0077);
  const Staging staging({parent.path()}, true);
  CHECK(staging.for_others());
  CHECK(mode_of(staging.path()) == 0711);
  const fs::path one = staging.make_folder();
  const fs::path two = staging.make_folder();
  ::umask(before);
  CHECK(mode_of(one) == 0755);
  CHECK(one != two);
  CHECK(one.filename().string().size() == 32);
}

TEST_CASE("a program is copied into a folder of its own") {
  const ScratchFolder parent;
  const Staging staging({parent.path()}, false);
  const fs::path copy = staging.add_program("/bin/true");
  CHECK(copy.filename() == "true");
  CHECK(copy.parent_path().parent_path() == staging.path());
  CHECK(mode_of(copy) == 0755);
  CHECK(fs::file_size(copy) == fs::file_size("/bin/true"));
}

TEST_CASE("a parent that another user cannot reach is passed over, and named when there is no other") {
  const ScratchFolder shut;
  const ScratchFolder open;
  fs::create_directory(shut / "deep");
  REQUIRE(::chmod(shut.path().c_str(), 0700) == 0);
  REQUIRE(::chmod(open.path().c_str(), 0755) == 0);
  CHECK(Staging({shut / "deep"}, false).path().parent_path() == shut / "deep");
  CHECK(Staging({shut / "deep", open.path()}, true).path().parent_path() == open.path());
  CHECK(error_of({shut / "deep", "none", open / "none"}, true) ==
        "there is no folder for copies of bots: " + (shut / "deep").string() +
            ": an unprivileged user cannot reach it; none: no absolute path; " + (open / "none").string() +
            ": No such file or directory; set TMPDIR to one that serves");
}

TEST_CASE("a parent in which everybody may replace what is there, or that is not a folder, is passed over") {
  const ScratchFolder parent;
  REQUIRE(::chmod(parent.path().c_str(), 0777) == 0);
  CHECK(error_of({parent.path()}, false).find("everybody may replace what is in it") != std::string::npos);
  REQUIRE(::chmod(parent.path().c_str(), 01777) == 0);
  CHECK(error_of({parent.path()}, false) == "made");
  processes::write_file(parent / "file", "");
  CHECK(error_of({parent / "file"}, false).find(": no folder;") != std::string::npos);
  // Programs may not be run in /proc, as on many a machine in /tmp.
  CHECK(error_of({"/proc/self"}, false) != "made");
}

TEST_CASE("a parent that another user may replace is passed over") {
  if (::geteuid() != 0) SKIP("only root can make a folder of another user");
  const ScratchFolder folder;
  REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
  fs::create_directory(folder / "tmp");
  CHECK(error_of({folder / "tmp"}, true) == "made");
  REQUIRE(::chown((folder / "tmp").c_str(), 65534, 65534) == 0);
  const std::string reason = ": another user may replace what is in it;";
  CHECK(error_of({folder / "tmp"}, true).find(reason) != std::string::npos);
  CHECK(error_of({folder / "tmp"}, false).find(reason) != std::string::npos);
  fs::create_directory(folder / "tmp/deep");
  CHECK(error_of({folder / "tmp/deep"}, true).find(reason) != std::string::npos);
}

TEST_CASE("what a killed arena left is swept by the next, what a living one holds is not") {
  const ScratchFolder parent;
  const Staging alive({parent.path()}, false);
  const fs::path stale = leftover(parent.path(), "aaaaaa");
  const fs::path unlocked = leftover(parent.path(), "bbbbbb");
  fs::remove(unlocked / "lock");
  const Staging next({parent.path()}, false);
  CHECK_FALSE(fs::exists(stale));
  CHECK_FALSE(fs::exists(unlocked));
  CHECK(fs::exists(alive.path()));
  CHECK(fs::exists(next.path()));
  CHECK(sweep_staging(parent.path()) == 0);
}

TEST_CASE("the sweep follows no link and touches nothing that is not ours by name and kind") {
  const ScratchFolder parent;
  const ScratchFolder elsewhere;
  processes::write_file(elsewhere / "kept", "x");
  fs::create_directory_symlink(elsewhere.path(), parent / "hearts-arena-linked");
  fs::create_directory_symlink(elsewhere.path(), leftover(parent.path(), "inside") / "link");
  processes::write_file(parent / "hearts-arena-afile1", "x");
  const fs::path shorter = leftover(parent.path(), "short");
  const fs::path longer = leftover(parent.path(), "longer1");
  const fs::path other = leftover(parent.path(), "x").parent_path() / "hearts-bottle-aaaaaa";
  fs::create_directory(other);
  CHECK(sweep_staging(parent.path()) == 1);
  CHECK_FALSE(fs::exists(parent / "hearts-arena-inside"));
  CHECK(fs::exists(elsewhere / "kept"));
  CHECK(fs::is_symlink(parent / "hearts-arena-linked"));
  CHECK(fs::exists(parent / "hearts-arena-afile1"));
  CHECK(fs::exists(shorter / "copy/bot"));
  CHECK(fs::exists(longer / "copy/bot"));
  CHECK(fs::exists(other));
}

TEST_CASE("the sweep leaves alone what belongs to another user") {
  if (::geteuid() != 0) SKIP("only root can make a folder of another user");
  const ScratchFolder parent;
  const fs::path folder = leftover(parent.path(), "aaaaaa");
  REQUIRE(::chown(folder.c_str(), 65534, 65534) == 0);
  CHECK(sweep_staging(parent.path()) == 0);
  CHECK(fs::exists(folder / "copy/bot"));
}

TEST_CASE("one start sweeps a bounded number of leftovers") {
  const ScratchFolder parent;
  for (int i = 0; i < 20; ++i) leftover(parent.path(), "aaaa" + std::to_string(10 + i));
  CHECK(sweep_staging(parent.path()) == 16);
  CHECK(sweep_staging(parent.path()) == 4);
}

TEST_CASE("the temporary folders are the user's own and the system's") {
  const char* set = ::getenv("TMPDIR");
  const std::string before = set == nullptr ? "" : set;
  ::setenv("TMPDIR", "/mine", 1);
  CHECK(arena::temporary_folders() == std::vector<fs::path>{"/mine", "/tmp", "/var/tmp"});
  ::setenv("TMPDIR", "", 1);
  CHECK(arena::temporary_folders() == std::vector<fs::path>{"/tmp", "/var/tmp"});
  if (set == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", before.c_str(), 1);
  }
}

}  // namespace staging_test
