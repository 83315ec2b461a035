// Bots that strangers submit, and the league that accepts them.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "arena/bots/package/path_search.h"
#include "arena/bots/package/starter.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"
#include "tests/process/submit/made_archive.h"
#include "tests/process/submit/open_league.h"

namespace submit_bots_test {

using namespace submit_test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;
namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr auto kBound = 4min;

void check_entered(const Receipt& receipt, int number) {
  INFO(receipt.finished.out << receipt.finished.err);
  REQUIRE(receipt.code() == 0);
  CHECK(receipt.state() == "entered");
  CHECK(receipt.said.at("number") == number);
}

void check_refused(const Receipt& receipt, const std::string& step, const std::string& why) {
  INFO(receipt.finished.out << receipt.finished.err);
  CHECK(receipt.code() == 1);
  CHECK(receipt.step() == step);
  CHECK_THAT(receipt.why(), ContainsSubstring(why));
}

/// A bot with a build, in an archive.
void make_built(const OpenLeague& folder, const std::string& name, const std::string& script) {
  const fs::path bot = folder.make_bot(name);
  arena::test::write_file(bot / "build.sh", "#!/bin/sh\n" + script);
  fs::permissions(bot / "build.sh", fs::perms(0755));
  arena::test::write_file(bot / "bot.json",
                          "{\"name\": \"" + name + "\", \"command\": [\"./bot\"], \"build\": [\"./build.sh\"]}");
}

}  // namespace

TEST_CASE("a new name must not look like that of another bot") {
  const OpenLeague folder;
  folder.make_bot("modern_bot");
  const std::string token = folder.submit("modern_bot").text("token");
  const std::map<std::string, std::string> before = folder.what_is_entered();
  for (const std::string name : {"Modern_bot", "modern-bot", "modern.bot", "modern_b0t", "modem_bot"}) {
    INFO(name);
    folder.make_bot(name);
    check_refused(folder.submit(name), "owner",
                  "the name " + name + " looks like modern_bot, which is another bot of the league");
  }
  folder.make_bot("1uck");
  check_refused(folder.submit("1uck"), "owner", "the name 1uck looks like luck, which is another bot of the league");
  CHECK(folder.what_is_entered() == before);
  folder.make_bot("modern_bot", ".1");
  check_entered(folder.submit("modern_bot", {"--token", token}), 2);
}

TEST_CASE("names that lead out of their folder are refused, and a league that has such a bot keeps its files") {
  const OpenLeague folder;
  for (const std::string name : {".", "..", ".duck", "duck."}) {
    INFO(name);
    const fs::path bot = folder.make_bot("duck");
    arena::test::write_file(bot / "bot.json", "{\"name\": \"" + name + "\", \"command\": [\"./bot\"]}");
    check_refused(folder.submit("duck"), "unpack", "name must be 1 to 32 of the characters");
  }
  // As an arena entered one that did not refuse it.
  folder.make_bot("duck");
  const fs::path duck = folder.submit("duck").text("entrant");
  const auto renamed = [&](const fs::path& file) {
    std::string text = arena::test::read_file(file);
    for (const auto& [was, is] :
         {std::pair("\"name\":\"duck\"", "\"name\":\".\""), std::pair("bots/duck/", "bots/./")}) {
      if (const std::size_t at = text.find(was); at != std::string::npos) text.replace(at, std::string(was).size(), is);
    }
    arena::test::write_file(file, text);
  };
  const fs::path bots = folder.league() / "submissions/bots";
  fs::rename(bots / "duck" / duck.filename(), bots / duck.filename());
  renamed(folder.league() / "submissions/ledger.json");
  renamed(folder.league() / "league.json");
  REQUIRE(folder.states() == std::map<std::string, std::string>{{". 1", "entered"}});
  folder.make_bot("goose");
  check_entered(folder.submit("goose"), 1);
  CHECK(fs::exists(bots / duck.filename() / "bot"));
  CHECK(folder.states() == std::map<std::string, std::string>{{". 1", "entered"}, {"goose 1", "entered"}});
}

TEST_CASE("a bot is entered, and its next version takes its place with the owner's token only") {
  const OpenLeague folder;
  pack(folder.make_bot("duck"), folder / "duck.tar.gz", Format::tar_gz, "duck-1.0");
  const Receipt first = folder.submit("duck.tar.gz");
  check_entered(first, 1);
  const std::string token = first.text("token");
  CHECK(token.size() == 64);
  REQUIRE(folder.entrants().size() == 2);
  CHECK(folder.entrants().back() == first.text("entrant"));
  const std::string text = arena::test::read_file(folder.league() / "league.json");
  CHECK_THAT(text, ContainsSubstring("\"name\": \"luck\"},\n    \"submissions/bots/duck/1-"));

  const std::map<std::string, std::string> before = folder.what_is_entered();
  folder.make_bot("duck", ".1");
  check_refused(folder.submit("duck"), "owner", "duck already has an owner, and no token was given");
  check_refused(folder.submit("duck", {"--token", std::string(64, '0')}), "owner", "the token is not that of duck");
  folder.make_bot("duck", ".1", "Bob");
  check_refused(folder.submit("duck", {"--token", token}), "owner", "belongs to another author");
  folder.make_bot("luck");
  check_refused(folder.submit("luck"), "owner", "the league already has a bot called luck");
  folder.make_bot("duck");
  const Receipt unchanged = folder.submit("duck", {"--token", token});
  check_refused(unchanged, "look_up", "nothing has changed since version 1, which was entered at 20");
  CHECK(unchanged.said.at("check").is_null());
  check_refused(folder.submit("duck.tar.gz", {"--token", token}), "owner", "nothing has changed since version 1, ");
  CHECK(folder.what_is_entered() == before);

  folder.make_bot("duck", ".1");
  arena::test::write_file(folder / "token", token + "\n");
  const Receipt second = folder.submit("duck", {"--token-file", (folder / "token").string()});
  check_entered(second, 2);
  CHECK(second.text("token").empty());
  CHECK(second.said.at("predecessor").at("number") == 1);
  REQUIRE(folder.entrants().size() == 2);
  CHECK(folder.entrants().back() == second.text("entrant"));
  CHECK(fs::exists(folder.league() / first.text("entrant") / "bot"));
  CHECK(folder.states() == std::map<std::string, std::string>{{"duck 1", "replaced"}, {"duck 2", "entered"}});
  for (const auto& [name, bytes] : arena::test::files_of(folder.league() / "submissions")) {
    INFO(name);
    CHECK_THAT(bytes, !ContainsSubstring(token));
  }

  folder.make_bot("duck", ".2");
  const Receipt third = folder.submit("duck", {"--new-token"});
  check_entered(third, 3);
  CHECK(third.text("token").size() == 64);
  CHECK(third.text("token") != token);
}

TEST_CASE("a further bot of an author needs the author's token, and a new token is that of all bots") {
  const OpenLeague folder;
  folder.make_bot("duck", {}, "Ada");
  const std::string token = folder.submit("duck").text("token");
  folder.make_bot("goose", {}, "Ada");
  check_refused(folder.submit("goose"), "owner", "the author \"Ada\" already has bots here, and no token was given");
  const Receipt goose = folder.submit("goose", {"--token", token});
  check_entered(goose, 1);
  CHECK(goose.text("token").empty());
  folder.make_bot("owl", {}, "\u0410da");  // a Cyrillic A
  check_refused(folder.submit("owl"), "owner", "looks like \"Ada\", who has bots in the league");

  folder.make_bot("duck", ".1", "Ada");
  const std::string other = folder.submit("duck", {"--new-token"}).text("token");
  REQUIRE(other.size() == 64);
  folder.make_bot("goose", ".1", "Ada");
  check_refused(folder.submit("goose", {"--token", token}), "owner", "the token is not that of goose");
  check_entered(folder.submit("goose", {"--token", other}), 2);
  CHECK(folder.list().at("shared_authors").as_array().empty());
}

TEST_CASE("authors whose bots have several owners are listed, as earlier arenas entered them") {
  const OpenLeague folder;
  folder.make_bot("duck", {}, "Ada");
  folder.make_bot("goose", {}, "Eva");
  check_entered(folder.submit("duck"), 1);
  check_entered(folder.submit("goose"), 1);
  const fs::path ledger = folder.league() / "submissions/ledger.json";
  std::string text = arena::test::read_file(ledger);
  text.replace(text.find("Eva"), 3, "Ada");
  arena::test::write_file(ledger, text);
  const processes::Finished listed =
      processes::run(processes::arena_words({"submissions", folder.league().string()}), kBound);
  CHECK_THAT(listed.out,
             ContainsSubstring("The bots of the author \"Ada\" have several owners, each with a token of its"));
  CHECK(json::serialize(folder.list().at("shared_authors")) == R"([{"author":"Ada","bots":["duck","goose"]}])");
}

TEST_CASE("a bot that fails the check is refused with what to correct") {
  const OpenLeague folder;
  const fs::path bot = folder.make_bot("broken");
  fs::remove(bot / "bot");
  arena::test::write_file(bot / "bot", "#!/bin/sh\necho hello\n");
  pack(bot, folder / "broken.zip", Format::zip);
  const Receipt receipt = folder.submit("broken.zip");
  check_refused(receipt, "check", "it fails steps of the conformance check: start");
  const json::array& failed = receipt.said.at("check").at("failed").as_array();
  REQUIRE_FALSE(failed.empty());
  CHECK_FALSE(failed.front().at("hint").as_string().empty());
  CHECK(folder.entrants().size() == 1);
}

TEST_CASE("a bot that answers differently in equal games is entered with a remark, unless the league refuses it") {
  const std::string bot = "#!/usr/bin/env python3\nimport random, sys\n" + std::string(R"(
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]: print("ready", flush=True)
    if word[:1] == ["ask"]: print(word[1], *random.sample(word[word.index(":") + 1:], int(word[3])), flush=True)
    if word[:1] == ["quit"]: break
)");
  for (const bool demands : {false, true}) {
    INFO(demands);
    const OpenLeague folder(demands ? R"(, "deterministic": true)" : "");
    arena::test::write_program(folder.make_bot("duck") / "bot", bot);
    const Receipt receipt = folder.submit("duck");
    const json::object& check = receipt.said.at("check").as_object();
    CHECK(check.at("deterministic") == demands);
    if (demands) {
      check_refused(receipt, "check", "it fails steps of the conformance check: repeats");
      CHECK_THAT(receipt.remedy(), ContainsSubstring("arena check FOLDER --deterministic"));
    } else {
      check_entered(receipt, 1);
      CHECK(check.at("remarks").as_array().front().at("step") == "repeats");
    }
  }
}

TEST_CASE("what tar -h makes of several links to one file is entered") {
  const OpenLeague folder;
  const fs::path bot = folder.make_bot("duck");
  fs::create_directory(bot / "lib");
  arena::test::write_file(bot / "lib/libx.so.1", "library");
  fs::create_symlink("libx.so.1", bot / "lib/libx.so");
  fs::create_symlink("lib/libx.so", bot / "libx.so");
  const processes::Finished packed =
      processes::run({"tar", "-czhf", (folder / "duck.tar.gz").string(), "-C", (folder / "").string(), "duck"}, kBound);
  INFO(packed.err);
  REQUIRE(packed.end.number == 0);
  const Receipt receipt = folder.submit("duck.tar.gz");
  check_entered(receipt, 1);
  for (const char* name : {"lib/libx.so.1", "lib/libx.so", "libx.so"})
    CHECK(arena::test::read_file(folder.league() / receipt.text("entrant") / name) == "library");
}

TEST_CASE("a build that fails, lasts, makes too much or does what a build may not is refused") {
  const OpenLeague folder;
  make_built(folder, "b", "echo working; echo 'no such thing' >&2; exit 3\n");
  const Receipt failed = folder.submit("b");
  check_refused(failed, "build", "the build failed with exit code 3");
  CHECK_THAT(failed.remedy(), ContainsSubstring("working\nno such thing"));
  make_built(folder, "b", "sleep 600\n");
  check_refused(folder.submit("b", {"--build-time", "2s"}), "build", "takes more than 2 s");
  make_built(folder, "b", "while :; do echo spam; done\n");
  check_refused(folder.submit("b", {"--build-time", "2s"}), "build", "takes more than 2 s");
  make_built(folder, "b", "ln -s /etc/passwd passwd\n");
  check_refused(folder.submit("b"), "build", "'./passwd' is a symbolic link");
  make_built(folder, "b", "rm bot.json\n");
  check_refused(folder.submit("b"), "build", "changes or removes bot.json");
  make_built(folder, "b", "sed -i s/b/c/ bot.json\n");
  check_refused(folder.submit("b"), "build", "changes or removes bot.json");
  make_built(folder, "b", "rm bot\n");
  check_refused(folder.submit("b"), "build", "then the bot's program './bot' does not exist");
  make_built(folder, "b", "mv bot MyBot\n");
  CHECK_THAT(folder.submit("b").remedy(), ContainsSubstring("The build has made 'MyBot'."));
  arena::test::write_file(folder / "b/build.sh", "#!/bin/sh\r\nexit 0\r\n");
  const Receipt crlf = folder.submit("b");
  check_refused(crlf, "build", "cannot be run");
  CHECK_THAT(crlf.remedy(), ContainsSubstring("'build.sh' has lines that end in CR LF"));
  arena::test::write_file(folder / "b/bot.json",
                          R"({"name": "b", "command": ["./bot"], "build": ["ls", "bot", "&&", "ls"]})");
  CHECK_THAT(folder.submit("b").remedy(), ContainsSubstring(R"("build": ["sh","-c","ls bot && ls"])"));
  make_built(folder, "b", "python3 -c 'import urllib.request as r; r.urlopen(\"https://pypi.org\")'\n");
  CHECK_THAT(folder.submit("b").remedy(), ContainsSubstring("It uses the network, but builds have none."));
  CHECK(folder.entrants().size() == 1);
}

TEST_EVERY_LEVEL("a bot is built in a writable copy and entered") {
  const OpenLeague folder;
  make_built(folder, "built",
             "set -e\nmkdir made\ncp bot made/bot\nmv made/bot bot\necho x > made/x\ntest -w \"$HOME\"\n"
             "ln made/x made/same\n"                                                        // as cargo does
             "python3 -c 'import fcntl; fcntl.flock(open(\"made/x\"), fcntl.LOCK_EX)'\n");  // as Go's build cache
  const Receipt receipt = folder.submit("built", {"--isolation", std::string(arena::isolation_name(isolation))});
  check_entered(receipt, 1);
  const fs::path entered = folder.league() / receipt.text("entrant");
  CHECK(arena::test::read_file(entered / "made/x") == "x\n");
  CHECK(arena::test::files_of(entered).size() == 6);
  CHECK(arena::test::read_file(entered / "made/same") == "x\n");
  CHECK(fs::hard_link_count(entered / "made/same") == 1);
  CHECK(arena::test::files_of(folder / "built").size() == 3);

  make_built(folder, "large", "set -e\nfor i in 1 2 3 4 5 6; do head -c 10000000 /dev/zero > f$i; done\n");
  const Receipt large =
      folder.submit("large", {"--build-disk", "32", "--isolation", std::string(arena::isolation_name(isolation))});
  check_refused(large, "build", "the build");
}

TEST_CASE("an archive that has not changed is refused before it is built, and enters if it is out of the league") {
  const OpenLeague folder;
  make_built(folder, "built", "date +%N > time\n");  // each build makes another bot
  pack(folder / "built", folder / "built.tar.gz", Format::tar_gz);
  const Receipt first = folder.submit("built.tar.gz");
  check_entered(first, 1);
  const std::vector<std::string> owner = {"--token", first.text("token")};
  const Receipt again = folder.submit("built.tar.gz", owner);
  check_refused(again, "owner", "nothing has changed since version 1, ");
  CHECK(again.said.at("build_ms").is_null());
  const fs::path league = folder.league() / "league.json";
  const std::string text = arena::test::read_file(league);
  const std::string entrant = "\"" + first.text("entrant") + "\"";
  const std::size_t comma = text.rfind(',', text.find(entrant));
  arena::test::write_file(league, text.substr(0, comma) + text.substr(text.find(entrant) + entrant.size()));
  check_entered(folder.submit("built.tar.gz", owner), 2);
}

TEST_EVERY_LEVEL("a build may change the modes of what it makes") {
  if (isolation == arena::Isolation::confined && ::geteuid() != 0) SKIP("bots run as the user of this test");
  const OpenLeague folder;
  make_built(folder, "modes",
             "set -e\necho '#!/bin/sh' > tool\nchmod +x tool\n./tool\ncp -p tool kept\n./kept\n"
             "install -m 755 tool placed\n./placed\n");
  check_entered(folder.submit("modes", {"--isolation", std::string(arena::isolation_name(isolation))}), 1);
}

TEST_CASE("a build reaches nothing outside its sandbox") {
  NEEDS_LEVEL(arena::Isolation::user);
  const OpenLeague folder;
  arena::test::write_file(folder / "secret", "secret");
  make_built(folder, "nosy",
             "for word in /etc/passwd /root /home " + (folder / "secret").string() + " " + folder.league().string() +
                 "; do cat $word/* $word && exit 1; ls $word && exit 1; done\n"
                 "echo x > /usr/x && exit 1\necho x > /bot/x && exit 1\n"
                 "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", 9))' && exit 1\n"
                 "kill -9 1; exit 0\n");
  check_entered(folder.submit("nosy"), 1);
}

TEST_CASE("a league that is running continues undisturbed, and the bot joins when it is extended") {
  const OpenLeague folder(R"(, "concurrency": 1)");
  folder.make_bot("first");
  check_entered(folder.submit("first"), 1);
  const std::string out = (folder / "run").string();
  const std::vector<std::string> run = {"run", (folder.league() / "league.json").string(), "--out", out, "--isolation",
                                        "none"};
  processes::ChildProcess running(processes::arena_words(run));
  REQUIRE(processes::happens_within(60s * processes::kPatience, [&] {
    return !arena::test::read_file(folder / "run/games.jsonl").empty() || !running.running();
  }));
  // It waits in the middle of a game meanwhile, however slow this machine is.
  running.signal(SIGSTOP);
  folder.make_bot("second");
  check_entered(folder.submit("second"), 1);
  CHECK(running.running());
  running.signal(SIGCONT);
  const auto end = running.wait(kBound);
  REQUIRE(end);
  INFO(running.err());
  CHECK(end->number == 0);
  std::vector<std::string> extended = run;
  extended.push_back("--extend");
  const processes::Finished more = processes::run(processes::arena_words(extended), kBound);
  INFO(more.err);
  CHECK(more.end.number == 0);
  CHECK_THAT(more.out, ContainsSubstring("second"));
  CHECK(processes::run(processes::arena_words({"verify", out}), kBound).end.number == 0);
}

TEST_CASE("a later version of a withdrawn bot is entered but stays out, and that of a disqualified bot is refused") {
  const OpenLeague folder;
  folder.make_bot("duck");
  const Receipt first = folder.submit("duck");
  check_entered(first, 1);
  const auto decide = [&](const std::string& command, const std::string& reason) {
    const std::string league = folder.league().string();
    return processes::run(processes::arena_words({command, "duck", "--league", league, "--reason", reason}), kBound)
        .end.number;
  };
  const std::vector<std::string> token = {"--token", first.text("token")};
  REQUIRE(decide("withdraw", "it is slow") == 0);
  folder.make_bot("duck", ".1");
  const Receipt second = folder.submit("duck", token);
  check_entered(second, 2);
  CHECK(second.said.at("kept_out").at("reason") == "it is slow");
  CHECK(folder.states().at("duck 2") == "withdrawn");
  REQUIRE(decide("disqualify", "it cheated") == 0);
  folder.make_bot("duck", ".2");
  const Receipt third = folder.submit("duck", token);
  check_refused(third, "owner", "duck is disqualified (");
  CHECK_THAT(third.remedy(), ContainsSubstring("Ask the organiser"));
  REQUIRE(decide("reinstate", "it did not") == 0);
  check_entered(folder.submit("duck", token), 3);
}

TEST_CASE("no submission is lost when several come at the same time, and one of two for the same name wins") {
  const OpenLeague folder;
  for (const std::string name : {"one", "two", "same"}) folder.make_bot(name);
  const fs::path other = folder.make_bot("other");
  arena::test::write_file(other / "bot.json", R"({"name": "same", "command": ["./bot"], "author": "Bob"})");
  {
    processes::ChildProcess one(folder.words("one"));
    processes::ChildProcess two(folder.words("two"));
    processes::ChildProcess same(folder.words("same"));
    processes::ChildProcess bob(folder.words("other"));
    int entered = 0;
    for (processes::ChildProcess* each : {&one, &two, &same, &bob}) {
      const auto end = each->wait(kBound * processes::kPatience);
      REQUIRE(end);
      INFO(each->out() << each->err());
      CHECK(end->number <= 1);
      entered += end->number == 0 ? 1 : 0;
    }
    CHECK(entered == 3);
  }
  CHECK(folder.entrants().size() == 4);
  CHECK(folder.states() ==
        std::map<std::string, std::string>{{"one 1", "entered"}, {"same 1", "entered"}, {"two 1", "entered"}});
}

namespace {

/// A named pipe that the bots' user can reach, open at both ends, so that neither side waits for the other to open it.
class Pipe {
 public:
  explicit Pipe(const fs::path& path) {
    REQUIRE(::mkfifo(path.c_str(), 0666) == 0);
    REQUIRE(::chmod(path.c_str(), 0666) == 0);
    fd_ = arena::OwnedFd(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    REQUIRE(fd_.get() >= 0);
  }
  bool has_bytes_within(std::chrono::milliseconds bound) const {
    pollfd ready = {fd_.get(), POLLIN, 0};
    return ::poll(&ready, 1, static_cast<int>(bound.count())) == 1;
  }
  void write_line() const { REQUIRE(::write(fd_.get(), "\n", 1) == 1); }

 private:
  arena::OwnedFd fd_;
};

/// A build that reports its start, and then waits until the test lets it continue.
class HeldBuild {
 public:
  HeldBuild(const OpenLeague& folder, const std::string& name)
      : begun_(folder / (name + ".begun")), go_on_(folder / (name + ".go_on")) {
    fs::permissions(folder / "", fs::perms(0755));
    make_built(folder, name,
               "set -e\necho > " + (folder / (name + ".begun")).string() + "\nread word < " +
                   (folder / (name + ".go_on")).string() + "\n");
  }
  bool begins() const { return begun_.has_bytes_within(kBound); }
  void go_on() const { go_on_.write_line(); }

 private:
  Pipe begun_;
  Pipe go_on_;
};

}  // namespace

TEST_CASE("whether a name is free is asked once more when a bot is entered") {
  const OpenLeague folder;
  const std::vector<std::string> unisolated = {"--isolation", "none"};  // so that builds reach the pipes
  const HeldBuild first(folder, "same");
  const HeldBuild second(folder, "other");
  const fs::path manifest = folder / "other" / "bot.json";
  arena::test::write_file(manifest,
                          R"({"name": "same", "command": ["./bot"], "build": ["./build.sh"], "author": "Bob"})");
  processes::ChildProcess ada(folder.words("same", unisolated));
  processes::ChildProcess bob(folder.words("other", unisolated));
  // Both have passed the step that asks for it.
  REQUIRE(first.begins());
  REQUIRE(second.begins());
  SECTION("one of two that are submitted at the same time is entered") {
    first.go_on();
    REQUIRE(ada.wait(kBound * processes::kPatience));
    second.go_on();
    const auto end = bob.wait(kBound * processes::kPatience);
    REQUIRE(end);
    CHECK(end->number == 1);
    CHECK_THAT(bob.out(),
               ContainsSubstring("\"step\":\"enter\",\"why\":\"the earlier versions of same have no author\""));
    CHECK(folder.states() == std::map<std::string, std::string>{{"same 1", "entered"}});
  }
  SECTION("the organiser has put a bot of the name into the league meanwhile") {
    const fs::path file = folder.league() / "league.json";
    std::string text = arena::test::read_file(file);
    text.replace(text.find("luck"), 4, "same");
    arena::test::write_file(file, text);
    first.go_on();
    second.go_on();
    for (processes::ChildProcess* each : {&ada, &bob}) {
      const auto end = each->wait(kBound * processes::kPatience);
      REQUIRE(end);
      CHECK(end->number == 1);
      CHECK_THAT(each->out(),
                 ContainsSubstring("\"step\":\"enter\",\"why\":\"the league already has a bot called same\""));
    }
    CHECK(arena::test::read_file(file) == text);
  }
}

TEST_CASE("bots that are refused are listed with the step and the reason") {
  const OpenLeague folder;
  const std::vector<std::string> list = processes::arena_words({"submissions", folder.league().string()});
  CHECK(processes::run(list, kBound).out == "no bot has been entered yet\n");
  arena::test::write_file(folder / "torn.zip", "not an archive\n");
  CHECK(folder.submit("torn.zip").code() == 1);
  folder.make_bot("luck");
  CHECK(folder.submit("luck").code() == 1);
  const processes::Finished listed = processes::run(list, kBound);
  CHECK(listed.end.number == 0);
  CHECK_THAT(listed.out, ContainsSubstring("the archive cannot be read as .tar.gz, .tar or .zip"));
  CHECK_THAT(listed.out, ContainsSubstring("the league already has a bot called luck"));
  const json::array refused = folder.list().at("refused").as_array();
  REQUIRE(refused.size() == 2);
  CHECK(refused[0].at("name").is_null());
  CHECK(refused[0].at("step") == "unpack");
  CHECK(refused[0].at("archive").is_string());
  CHECK(refused[1].at("name") == "luck");
  CHECK(refused[1].at("author") == "luck's author");
  CHECK(refused[1].at("state") == "refused");
  CHECK(refused[1].at("step") == "owner");
}

TEST_CASE("a submission that is killed at any moment leaves the league whole, and the next one takes away the rest") {
  const OpenLeague folder;
  make_built(folder, "killed", "sleep 0.2\n");
  const std::string league = arena::test::read_file(folder.league() / "league.json");
  bool is_entered = false;
  for (int moment = 0; moment < 12 && !is_entered; ++moment) {
    processes::ChildProcess submitting(folder.words("killed"));
    is_entered = submitting.wait(std::chrono::milliseconds(150 * moment)).has_value();
    if (!is_entered) submitting.signal(SIGKILL);
    submitting.wait(kBound);
    CHECK(processes::left_after(10s * processes::kPatience) == "");
    const std::size_t entrants = folder.entrants().size();
    CHECK((entrants == 1 || entrants == 2));
    if (entrants == 2) break;
    CHECK(arena::test::read_file(folder.league() / "league.json") == league);
  }
  folder.make_bot("next");
  check_entered(folder.submit("next"), 1);
  const fs::path bots = folder.league() / "submissions/bots";
  for (const std::string& word : folder.entrants()) {
    if (word.starts_with("submissions")) CHECK(fs::exists(folder.league() / word / "bot.json"));
  }
  const auto folders = std::distance(fs::directory_iterator(bots), {});
  CHECK(folders == std::ssize(folder.entrants()) - 1);
}

namespace {

void check_starter(std::string_view language, Format format) {
  const arena::Starter& starter = arena::find_starter(language);
  const std::vector<std::string> missing = arena::missing_programs(starter, arena::kBotPath);
  if (!missing.empty()) SKIP(std::string(language) << " is NOT tested: there is no " << missing.front());
  const OpenLeague folder;
  arena::write_new_bot(starter, folder / "stranger");
  pack(folder / "stranger", folder / "handed_in", format, "stranger");
  check_entered(folder.submit("handed_in"), 1);
}

}  // namespace

TEST_CASE("a starter in C is built, checked and entered") { check_starter("c", Format::tar_gz); }
TEST_CASE("a starter in C++ is built, checked and entered") { check_starter("cpp", Format::zip); }
TEST_CASE("a starter in Go is built, checked and entered") { check_starter("go", Format::tar_gz); }
TEST_CASE("a starter in Rust is built, checked and entered") { check_starter("rust", Format::zip); }
TEST_CASE("a starter in Java is built, checked and entered") { check_starter("java", Format::tar_gz); }
TEST_CASE("starters that need no build are checked and entered") {
  const std::string language =
      GENERATE(as<std::string>(), "python", "python-client", "javascript", "bash", "awk", "perl", "lua");
  DYNAMIC_SECTION(language) { check_starter(language, Format::zip); }
}

}  // namespace submit_bots_test
