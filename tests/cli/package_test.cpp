// The Debian package, made of what is built, installed into a folder, used from there and removed.

#include <sstream>

#include "tests/cli/arena_command.h"

namespace package_test {

using namespace cli_test;

namespace {

/// A system of its own in a folder, as far as dpkg sees: it has nothing installed. Libraries are the machine's.
class BareSystem {
 public:
  explicit BareSystem(const fs::path& folder) : folder_(folder) {
    for (const char* part : {"info", "updates"}) fs::create_directories(folder / "var/lib/dpkg" / part);
    write_file(folder / "var/lib/dpkg/status", "");
  }

  void dpkg(const Words& words) const {
    Words command = {"dpkg", "--root=" + folder_.string(), "--force-not-root", "--force-depends", "--force-bad-path"};
    command = command + words;
    const Outcome outcome = run_in(folder_, command);
    INFO(outcome.out << outcome.err);
    REQUIRE(outcome.code == 0);
  }

  /// What is in it beside dpkg's own.
  Words files() const {
    Words names;
    for (const auto& [name, bytes] : files_of(folder_)) {
      if (!name.starts_with("var")) names.push_back(name);
    }
    return names;
  }

  fs::path path(const std::string& name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

fs::path made_package(const fs::path& folder) {
  const Outcome made =
      run_in(folder, {HEARTS_SOURCE_DIR "/scripts/package", "--built", HEARTS_BINARY_DIR, "--out", folder.string()});
  INFO(made.out << made.err);
  REQUIRE(made.code == 0);
  std::istringstream line(made.out);
  std::string hash;
  std::string file;
  line >> hash >> file;
  CHECK(hash.size() == 64);
  REQUIRE(fs::exists(file));
  const Outcome system = run_in(folder, {"sh", "-c", ". /etc/os-release; echo ~$ID${VERSION_ID:-$VERSION_CODENAME}_"});
  CHECK_THAT(file, ContainsSubstring(system.out.substr(0, system.out.size() - 1)));
  return file;
}

}  // namespace

TEST_CASE("the package works wherever it is installed, and leaves no trace when it is removed") {
  const ScratchFolder scratch;
  fs::create_directories(scratch.path() / "home");
  fs::create_directories(scratch.path() / "system");
  const fs::path package = made_package(scratch.path());
  const BareSystem system(scratch.path() / "system");
  system.dpkg({"--install", package.string()});
  for (const char* file :
       {"usr/bin/arena", "usr/libexec/hearts-arena/arena-launcher", "usr/libexec/hearts-arena/arena-canary",
        "usr/share/man/man1/arena.1.gz", "usr/share/man/man1/arena-run.1.gz",
        "usr/share/bash-completion/completions/arena", "usr/share/fish/vendor_completions.d/arena.fish",
        "usr/share/zsh/vendor-completions/_arena", "usr/share/doc/hearts-arena/copyright",
        "usr/share/doc/hearts-arena/protocol.md", "usr/share/hearts-arena/client/python/hearts_client.py",
        "usr/share/hearts-arena/starters/python/bot.py"}) {
    INFO(file);
    CHECK(fs::exists(system.path(file)));
  }

  // From PATH, as a user calls it.
  const fs::path home = scratch.path() / "home";
  const auto arena = [&](const std::string& arguments) {
    const Outcome outcome =
        run_in(home, {"sh", "-c", "PATH=" + system.path("usr/bin").string() + ":$PATH; arena " + arguments});
    INFO(arguments << "\n" << outcome.out << outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  write_file(home / "hint", "hint\n");
  const std::string next = arena("init bash firstbot");
  const std::string opponent = system.path("usr/libexec/hearts-arena/sample_bots/rules_cpp").string();
  CHECK_THAT(next, ContainsSubstring("arena run firstbot " + opponent));
  CHECK_THAT(arena("check firstbot"), ContainsSubstring("passed"));
  arena("run firstbot " + opponent + " --games 4 --hands 1 --out first");
  CHECK_THAT(arena("replay first b0g0"), ContainsSubstring("firstbot"));
  CHECK_THAT(arena("play --isolation none --seed a --out played < hint"),
             ContainsSubstring("Hint: monte_carlo_cpp would choose "));
  arena("doctor");

  system.dpkg({"--purge", "hearts-arena"});
  CHECK(system.files().empty());
  CHECK_FALSE(fs::exists(system.path("usr")));
}

TEST_CASE("the same build makes the same package, and no path of this machine is in it") {
  const ScratchFolder one;
  const ScratchFolder other;
  const fs::path package = made_package(one.path());
  const fs::path again = made_package(other.path());
  CHECK(package.filename() == again.filename());
  CHECK(arena::test::read_file(package) == arena::test::read_file(again));
  run_in(one.path(), {"dpkg-deb", "--extract", package.string(), "system"});
  int files = 0;
  for (const auto& [name, bytes] : files_of(one.path() / "system")) {
    INFO(name);
    ++files;
    CHECK(bytes.find(HEARTS_SOURCE_DIR "/") == std::string::npos);
    CHECK(bytes.find(HEARTS_BINARY_DIR) == std::string::npos);
  }
  CHECK(files > 50);
}

}  // namespace package_test
