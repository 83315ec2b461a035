// Archives that strangers might submit to harm the machine, or to reach more of it than their bot.

#include <sys/stat.h>

#include "tests/catch.h"
#include "tests/process/submit/made_archive.h"
#include "tests/process/submit/open_league.h"

namespace hostile_archives_test {

using namespace submit_test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr const char* kManifest = R"({"name": "evil", "command": ["./bot"]})";
constexpr unsigned kFolder = S_IFDIR;

/// A place where what is hostile would show.
class Scene {
 public:
  Scene() : before_(folder_.what_is_entered()) {}

  fs::path archive(const std::string& name) const { return folder_ / name; }

  /// It is refused with these words, and leaves nothing behind: not in the league, nor beside it.
  void check_refused(const std::string& name, const std::string& step, const std::string& why) const {
    const std::map<std::string, std::string> beside = arena::test::files_of(folder_ / "");
    const Receipt receipt = folder_.submit(name);
    INFO(name << ": " << receipt.finished.out << receipt.finished.err);
    CHECK(receipt.code() == 1);
    CHECK(receipt.state() == "refused");
    CHECK(receipt.step() == step);
    CHECK_THAT(receipt.why(), ContainsSubstring(why));
    CHECK_FALSE(receipt.remedy().empty());
    CHECK_THAT(receipt.finished.out, !ContainsSubstring(folder_.league().string()));
    CHECK(receipt.finished.err.empty());
    CHECK(folder_.what_is_entered() == before_);
    std::map<std::string, std::string> all = arena::test::files_of(folder_ / "");
    std::erase_if(all, [](const auto& entry) { return entry.first.starts_with("league/submissions"); });
    std::map<std::string, std::string> expected = beside;
    std::erase_if(expected, [](const auto& entry) { return entry.first.starts_with("league/submissions"); });
    CHECK(all == expected);
  }

 private:
  OpenLeague folder_;
  std::map<std::string, std::string> before_;
};

void make(const fs::path& file, Format format, const std::vector<Entry>& entries) {
  MadeArchive made(file, format);
  for (const Entry& entry : entries) made.add(entry);
}

}  // namespace

TEST_CASE("an archive that would write outside its folder is refused") {
  const Scene scene;
  const Format format = GENERATE(Format::tar_gz, Format::zip);
  const std::string name = format == Format::zip ? "slip.zip" : "slip.tar.gz";
  make(scene.archive(name), format, {{.name = "bot.json", .bytes = kManifest}, {.name = "../slipped", .bytes = "x"}});
  scene.check_refused(name, "unpack", "leads out of the folder");
  make(scene.archive(name), format, {{.name = "a/../../slipped", .bytes = "x"}});
  scene.check_refused(name, "unpack", "leads out of the folder");
  make(scene.archive(name), format, {{.name = scene.archive("slipped").string(), .bytes = "x"}});
  scene.check_refused(name, "unpack", "is an absolute path");
}

TEST_CASE(
    "an archive with symbolic links is refused, wherever they lead, and one with hard links that lead out of it") {
  const Scene scene;
  make(scene.archive("l.tar.gz"), Format::tar_gz,
       {{.name = "bot.json", .bytes = kManifest}, {.name = "out", .type = S_IFLNK, .link = "/etc"}});
  scene.check_refused("l.tar.gz", "unpack", "'out' is a symbolic link, and these are not accepted");
  make(scene.archive("l.zip"), Format::zip,
       {{.name = "bot.json", .bytes = kManifest}, {.name = "out", .type = S_IFLNK, .link = "bot.json"}});
  scene.check_refused("l.zip", "unpack", "is a symbolic link");
  make(scene.archive("h.tar.gz"), Format::tar_gz, {{.name = "passwd", .hardlink = "/etc/passwd"}});
  scene.check_refused("h.tar.gz", "unpack", "is an absolute path");
}

TEST_CASE("an archive that unpacks to more than may be is refused while it unpacks") {
  const Scene scene;
  constexpr std::int64_t kGigabyte = std::int64_t{1} << 30;
  make(scene.archive("bomb.tar.gz"), Format::tar_gz,
       {{.name = "bot.json", .bytes = kManifest}, {.name = "bomb", .zeros = kGigabyte}});
  CHECK(fs::file_size(scene.archive("bomb.tar.gz")) < 4'000'000);
  scene.check_refused("bomb.tar.gz", "unpack", "more than 512 MiB of files");
  make(scene.archive("bomb.zip"), Format::zip,
       {{.name = "a", .zeros = kGigabyte / 4},
        {.name = "b", .zeros = kGigabyte / 4},
        {.name = "c", .zeros = kGigabyte / 4}});
  scene.check_refused("bomb.zip", "unpack", "more than 512 MiB of files");
}

TEST_CASE("an archive with devices and pipes is refused") {
  const Scene scene;
  const unsigned type = GENERATE(as<unsigned>(), S_IFCHR, S_IFBLK, S_IFIFO);
  make(scene.archive("d.tar.gz"), Format::tar_gz, {{.name = "device", .type = type}});
  scene.check_refused("d.tar.gz", "unpack", "'device' is a device, a pipe or a socket");
}

TEST_CASE("a folder with devices, pipes and sockets is refused") {
  const Scene scene;
  const fs::path bot = scene.archive("bot");
  fs::create_directory(bot);
  arena::test::write_file(bot / "bot.json", R"({"name": "evil", "command": ["./bot"]})");
  const mode_t type = GENERATE(as<mode_t>(), S_IFIFO, S_IFSOCK);
  REQUIRE(::mknod((bot / "special").c_str(), type | 0600, 0) == 0);
  scene.check_refused("bot", "unpack", "the folder: 'special' is a device, a pipe or a socket");
}

TEST_CASE("an archive of 100,000 files is refused") {
  const Scene scene;
  {
    MadeArchive made(scene.archive("many.tar.gz"), Format::tar_gz);
    for (int i = 0; i < 100'000; ++i) made.add({.name = "f" + std::to_string(i)});
  }
  scene.check_refused("many.tar.gz", "unpack", "more than 10000 files and folders");
  {
    MadeArchive made(scene.archive("many.zip"), Format::zip);
    for (int i = 0; i < 20'000; ++i) made.add({.name = "d" + std::to_string(i) + "/", .type = kFolder, .mode = 0755});
  }
  scene.check_refused("many.zip", "unpack", "more than 10000 files and folders");
}

TEST_CASE("an archive with names that no file may have is refused") {
  const Scene scene;
  make(scene.archive("n.tar.gz"), Format::tar_gz, {{.name = std::string(100'000, 'x')}});
  scene.check_refused("n.tar.gz", "unpack", "has 100000 bytes; at most 1000 are allowed");
  make(scene.archive("n.tar.gz"), Format::tar_gz, {{.name = std::string(300, 'x')}});
  scene.check_refused("n.tar.gz", "unpack", "has a part of 300 bytes; at most 255 are allowed");
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "d/";
  make(scene.archive("n.tar.gz"), Format::tar_gz, {{.name = deep + "f"}});
  scene.check_refused("n.tar.gz", "unpack", "more than 32 folders deep");
  make(scene.archive("n.tar.gz"), Format::tar_gz, {{.name = "b\xF6se"}});
  scene.check_refused("n.tar.gz", "unpack", "the name 'b\\xf6se' is not UTF-8");
  make(scene.archive("n.tar.gz"), Format::tar_gz, {{.name = "\x1b]0;title\x07"}});
  scene.check_refused("n.tar.gz", "unpack", "has the control character U+001B at position 1");
}

TEST_CASE("an archive without bot.json is refused, one with two, and one with it in the wrong place") {
  const Scene scene;
  make(scene.archive("none.zip"), Format::zip, {{.name = "bot.py", .bytes = "print()"}});
  scene.check_refused("none.zip", "unpack", "there is no bot.json");
  make(scene.archive("two.zip"), Format::zip,
       {{.name = "a/bot.json", .bytes = kManifest}, {.name = "b/bot.json", .bytes = kManifest}});
  scene.check_refused("two.zip", "unpack",
                      "there are 2 files named bot.json, among them 'a/bot.json' and 'b/bot.json'");
  make(scene.archive("twice.tar.gz"), Format::tar_gz,
       {{.name = "bot.json", .bytes = kManifest}, {.name = "./bot.json", .bytes = kManifest}});
  scene.check_refused("twice.tar.gz", "unpack", "contains './bot.json' twice");
  make(scene.archive("deep.zip"), Format::zip,
       {{.name = "a/b/bot.json", .bytes = kManifest}, {.name = "readme", .bytes = "x"}});
  scene.check_refused("deep.zip", "unpack", "bot.json is not at the top, but in the folder 'a/b'");
}

TEST_CASE("what is not an archive, a torn one and an empty one are refused") {
  const Scene scene;
  arena::test::write_file(scene.archive("text.zip"), "not an archive\n");
  scene.check_refused("text.zip", "unpack", "cannot be read as .tar.gz, .tar or .zip");
  arena::test::write_file(scene.archive("empty.zip"), "");
  scene.check_refused("empty.zip", "unpack", "cannot be read");
  make(scene.archive("torn.tar.gz"), Format::tar_gz,
       {{.name = "bot.json", .bytes = kManifest}, {.name = "bot", .zeros = 1 << 20}});
  fs::resize_file(scene.archive("torn.tar.gz"), fs::file_size(scene.archive("torn.tar.gz")) / 2);
  scene.check_refused("torn.tar.gz", "unpack", "cannot be read");
}

TEST_CASE("an archive is refused when its program would be one outside it") {
  const Scene scene;
  const std::string outside = scene.archive("victim").string();
  arena::test::write_file(outside, "a file of the organiser's\n");
  make(scene.archive("out.zip"), Format::zip,
       {{.name = "bot.json", .bytes = R"({"name": "evil", "command": ["./../../../../../victim"]})"}});
  scene.check_refused("out.zip", "look_up", "leads out of the folder");
  CHECK((fs::status(outside).permissions() & fs::perms::owner_exec) == fs::perms::none);
}

TEST_CASE("a bot whose texts would deceive a terminal is refused") {
  const Scene scene;
  make(scene.archive("t.zip"), Format::zip,
       {{.name = "bot.json", .bytes = R"({"name": "evil", "command": ["./bot"], "author": "\u001b[31mAda"})"}});
  scene.check_refused("t.zip", "unpack", "\"author\" has the control character U+001B at position 1");
  make(scene.archive("t.zip"), Format::zip,
       {{.name = "bot.json", .bytes = R"({"name": "evil", "command": ["./bot"], "version": "\u202E1"})"}});
  scene.check_refused("t.zip", "unpack", "\"version\" has the direction mark U+202E at position 1");
}

}  // namespace hostile_archives_test
