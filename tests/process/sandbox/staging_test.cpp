#include "arena/bots/sandbox/staging.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include "arena/base/text/whole_file.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace staging_test {

using arena::Staging;
using arena::sweep_staging;
using arena::test::ScratchFolder;
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

/// What a killed arena leaves: of one that ends without its destructor. Moved to `parent`, since a new one sweeps
/// there.
fs::path leftover(const fs::path& parent) {
  const ScratchFolder made;
  auto [read_end, write_end] = arena::make_pipe();
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto* staging = new Staging({made.path()}, false);
    arena::test::write_file(staging->make_folder() / "bot", "x");
    const std::string path = staging->path().string();
    ::_exit(arena::write_all(write_end.get(), path) ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  char path[4096];
  const ssize_t size = ::read(read_end.get(), path, sizeof path);
  REQUIRE(size > 0);
  const fs::path folder(std::string(path, static_cast<std::size_t>(size)));
  const fs::path moved = parent / folder.filename();
  fs::rename(folder, moved);
  return moved;
}

/// The folder of a bot's copy in a staging folder.
fs::path copy_in(const fs::path& staging) {
  for (const fs::directory_entry& entry : fs::directory_iterator(staging)) {
    if (entry.is_directory()) return entry.path();
  }
  return {};
}

/// A folder that somebody else has made, with a file that must stay.
fs::path own_folder(const fs::path& folder) {
  fs::create_directories(folder);
  arena::test::write_file(folder / "kept", "x");
  return folder;
}

}  // namespace

TEST_CASE("a copy for which the disk has no room is named, with the variable that chooses another") {
  const auto error_for = [](const fs::path& path, int error) -> std::string {
    try {
      arena::throw_unwritten(path, error);
    } catch (const std::system_error& failure) {
      return failure.what();
    }
  };
  CHECK(error_for("/tmp/.hearts-arena-staging-abcdef/0123/bot.py", ENOSPC) ==
        "/tmp/.hearts-arena-staging-abcdef/0123/bot.py (a copy for bots; to keep these in another folder, set "
        "TMPDIR=FOLDER): No space left on device");
  CHECK(error_for("/tmp/.hearts-arena-staging-abcdef/0123/bot.py", EACCES) ==
        "/tmp/.hearts-arena-staging-abcdef/0123/bot.py: Permission denied");
  CHECK(error_for("/srv/league/bot.py", ENOSPC) == "/srv/league/bot.py: No space left on device");
}

TEST_CASE("a staging folder is its user's alone, and goes with all that is in it") {
  const ScratchFolder parent;
  const mode_t before = ::umask(0);
  fs::path path;
  {
    const Staging staging({parent.path()}, false);
    path = staging.path();
    CHECK(path.parent_path() == parent.path());
    CHECK(path.filename().string().starts_with(".hearts-arena-staging-"));
    CHECK(mode_of(path) == 0700);
    const fs::path folder = staging.make_folder();
    CHECK(mode_of(folder) == 0700);
    fs::create_directory(folder / "deep");
    fs::create_directory_symlink(parent.path(), folder / "deep/up");
    arena::test::write_file(folder / "deep/file", "x");
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
        "no folder is suitable for copies of bots: " + (shut / "deep").string() +
            ": an unprivileged user cannot reach it; none: not an absolute path; " + (open / "none").string() +
            ": No such file or directory; set TMPDIR to one that is");
}

TEST_CASE("a parent in which everybody may replace what is there, or that is not a folder, is passed over") {
  const ScratchFolder parent;
  REQUIRE(::chmod(parent.path().c_str(), 0777) == 0);
  for (const mode_t mode : {0777U, 02775U, 0707U}) {
    REQUIRE(::chmod(parent.path().c_str(), mode) == 0);
    CHECK(error_of({parent.path()}, false).find("other users can replace what is in it") != std::string::npos);
  }
  REQUIRE(::chmod(parent.path().c_str(), 01777) == 0);
  CHECK(error_of({parent.path()}, false) == "made");
  arena::test::write_file(parent / "file", "");
  CHECK(error_of({parent / "file"}, false).find(": not a folder;") != std::string::npos);
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
  const std::string reason = ": another user can replace what is in it;";
  CHECK(error_of({folder / "tmp"}, true).find(reason) != std::string::npos);
  CHECK(error_of({folder / "tmp"}, false).find(reason) != std::string::npos);
  fs::create_directory(folder / "tmp/deep");
  CHECK(error_of({folder / "tmp/deep"}, true).find(reason) != std::string::npos);
}

TEST_CASE("what a killed arena left is swept by the next, what a living one holds is not") {
  const ScratchFolder parent;
  const Staging alive({parent.path()}, false);
  const fs::path stale = leftover(parent.path());
  const fs::path halved = leftover(parent.path());
  for (const fs::directory_entry& entry : fs::directory_iterator(halved)) {
    if (entry.is_directory()) fs::remove_all(entry.path());
  }
  const Staging next({parent.path()}, false);
  CHECK_FALSE(fs::exists(stale));
  CHECK_FALSE(fs::exists(halved));
  CHECK(fs::exists(alive.path()));
  CHECK(fs::exists(next.path()));
  CHECK(sweep_staging(parent.path()) == 0);
}

TEST_CASE("the sweep removes nothing that an arena has not made and marked") {
  const ScratchFolder parent;
  const std::string prefix = (parent / ".hearts-arena-staging-").string();
  std::vector<fs::path> kept;
  for (const char* name : {"hearts-arena-autumn", "hearts-arena-aaaaaa", ".hearts-arena-staging-nolock",
                           ".hearts-arena-staging-longer1", ".hearts-arena-staging-short"})
    kept.push_back(own_folder(parent / name));
  // Locks that nobody has marked, of another folder, with more in them, or that are none.
  const fs::path left = leftover(parent.path());
  const std::string mark = arena::test::read_file(left / "lock");
  for (const auto& [name, text] : {std::pair<std::string, std::string>{"empty1", ""}, {"other1", mark}}) {
    kept.push_back(own_folder(prefix + name));
    arena::test::write_file(kept.back() / "lock", text);
  }
  const fs::path more = leftover(parent.path());
  arena::test::write_file(more / "lock", arena::test::read_file(more / "lock") + "x");
  kept.push_back(own_folder(more));
  const fs::path linked = leftover(parent.path());
  fs::rename(linked / "lock", parent / "mark");
  fs::create_symlink(parent / "mark", linked / "lock");
  kept.push_back(own_folder(linked));
  kept.push_back(own_folder(prefix + "afolde"));
  fs::create_directory(kept.back() / "lock");
  fs::copy(left, prefix + "copied", fs::copy_options::recursive);
  kept.push_back(own_folder(prefix + "copied"));

  CHECK(sweep_staging(parent.path()) == 1);
  CHECK_FALSE(fs::exists(left));
  for (const fs::path& folder : kept) {
    INFO(folder);
    CHECK(fs::exists(folder / "kept"));
  }
}

TEST_CASE("the sweep follows no link") {
  const ScratchFolder parent;
  const ScratchFolder elsewhere;
  own_folder(elsewhere.path());
  const fs::path target = leftover(elsewhere.path());
  fs::create_directory_symlink(target, parent / ".hearts-arena-staging-linked");
  fs::create_directory_symlink(elsewhere.path(), copy_in(leftover(parent.path())) / "link");
  arena::test::write_file(parent / ".hearts-arena-staging-afile1", "x");
  CHECK(sweep_staging(parent.path()) == 1);
  CHECK(fs::exists(elsewhere / "kept"));
  CHECK(fs::exists(target / "lock"));
  CHECK(fs::is_symlink(parent / ".hearts-arena-staging-linked"));
  CHECK(fs::exists(parent / ".hearts-arena-staging-afile1"));
}

TEST_CASE("what an arena was killed before it marked goes, if nothing is in it") {
  const ScratchFolder parent;
  const std::string prefix = (parent / ".hearts-arena-staging-").string();
  fs::create_directory(prefix + "nolock");
  fs::create_directory(prefix + "nomark");
  arena::test::write_file(prefix + "nomark/lock", "");
  CHECK(sweep_staging(parent.path()) == 2);
  CHECK_FALSE(fs::exists(prefix + "nolock"));
  CHECK_FALSE(fs::exists(prefix + "nomark"));
}

TEST_CASE("what others have put into a staging folder stays, and so does its mark") {
  const ScratchFolder parent;
  const fs::path left = leftover(parent.path());
  own_folder(left);
  const fs::path copy = copy_in(left);
  CHECK(sweep_staging(parent.path()) == 0);
  CHECK(fs::exists(left / "kept"));
  CHECK_FALSE(fs::exists(copy));
  fs::remove(left / "kept");
  CHECK(sweep_staging(parent.path()) == 1);
}

TEST_CASE("a staging folder in whose place something else was put is left, and so is that") {
  const ScratchFolder parent;
  const ScratchFolder mine;
  own_folder(mine.path());
  fs::create_directory(mine / std::string(32, 'a'));
  for (const bool linked : {true, false}) {
    fs::path path;
    {
      const Staging staging({parent.path()}, false);
      path = staging.path();
      arena::test::write_file(staging.make_folder() / "bot", "x");
      fs::rename(path, parent / "aside");
      if (linked) fs::create_directory_symlink(mine.path(), path);
      if (!linked) fs::create_directory(path);
    }
    CHECK(fs::exists(path));
    CHECK(fs::exists(mine / "kept"));
    CHECK(fs::exists(mine / std::string(32, 'a')));
    CHECK(fs::is_empty(parent / "aside"));  // that one was the arena's
    fs::remove(path);
    fs::remove_all(parent / "aside");
  }
}

TEST_CASE("what is mounted in a staging folder stays") {
  const ScratchFolder mine;
  own_folder(mine.path());
  const ScratchFolder parent;
  const Staging staging({parent.path()}, false);
  const fs::path copy = staging.make_folder();
  if (::mount(mine.path().c_str(), copy.c_str(), nullptr, MS_BIND, nullptr) != 0) SKIP("nothing may be mounted here");
  const fs::path left = leftover(parent.path());
  const fs::path other = copy_in(left);
  REQUIRE(::mount(mine.path().c_str(), other.c_str(), nullptr, MS_BIND, nullptr) == 0);
  CHECK(sweep_staging(parent.path()) == 0);
  CHECK(fs::exists(mine / "kept"));
  REQUIRE(::umount(other.c_str()) == 0);
  CHECK(sweep_staging(parent.path()) == 1);
  REQUIRE(::umount(copy.c_str()) == 0);
  CHECK(fs::exists(mine / "kept"));
}

TEST_CASE("the sweep leaves alone what belongs to another user") {
  if (::geteuid() != 0) SKIP("only root can make a folder of another user");
  const ScratchFolder parent;
  const fs::path folder = leftover(parent.path());
  const fs::path with_lock = leftover(parent.path());
  REQUIRE(::chown(folder.c_str(), 65534, 65534) == 0);
  REQUIRE(::chown((with_lock / "lock").c_str(), 65534, 65534) == 0);
  CHECK(sweep_staging(parent.path()) == 0);
  CHECK(fs::exists(folder / "lock"));
  CHECK(fs::exists(with_lock / "lock"));
}

TEST_CASE("a staging folder is announced before it exists, so that a kill at any moment leaves none") {
  const ScratchFolder parent;
  fs::path announced;
  const Staging staging({parent.path()}, false, [&](const fs::path& path) {
    announced = path;
    CHECK_FALSE(fs::exists(path));
  });
  CHECK(announced == staging.path());
}

TEST_CASE("the lock of an arena that is just ending is waited for, but not without end") {
  const ScratchFolder parent;
  const fs::path left = leftover(parent.path());
  arena::OwnedFd lock(::open((left / "lock").c_str(), O_RDONLY | O_CLOEXEC));
  REQUIRE(::flock(lock.get(), LOCK_EX | LOCK_NB) == 0);
  CHECK_FALSE(arena::remove_left_staging(left, 20));
  CHECK(fs::exists(left / "lock"));
  std::thread ending([&] {
    ::poll(nullptr, 0, 30);
    lock = arena::OwnedFd();
  });
  CHECK(arena::remove_left_staging(left, 10'000));
  ending.join();
  CHECK_FALSE(fs::exists(left));
}

TEST_CASE("one start sweeps a bounded number of leftovers") {
  const ScratchFolder parent;
  for (int i = 0; i < 20; ++i) leftover(parent.path());
  CHECK(sweep_staging(parent.path()) == 16);
  CHECK(sweep_staging(parent.path()) == 4);
}

TEST_CASE("a path into a staging folder, or one with its name, is known") {
  const ScratchFolder folder;
  const Staging staging({folder.path()}, false);
  fs::create_directory_symlink(staging.path(), folder / "link");
  CHECK(arena::is_in_staging(staging.path()));
  CHECK(arena::is_in_staging(staging.path() / "not/yet"));
  CHECK(arena::is_in_staging(folder / "link/run"));
  CHECK_FALSE(arena::is_in_staging(folder / "hearts-arena-autumn/run"));
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
