#include <sys/stat.h>

#include "arena/base/text/input_error.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/package/bot_manifest.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace bot_json_test {

using namespace arena;
using namespace arena::test;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

/// A folder with a program and a bot.json.
class JsonBot {
 public:
  explicit JsonBot(const std::string& json = "") {
    write_program(folder_ / "duck");
    if (!json.empty()) write_file(folder_ / "bot.json", json);
  }
  fs::path operator/(const std::string& name) const { return folder_ / name; }
  BotEntry bot(const ResourcePolicy& policy = {}) const { return find_bot(folder_.path().string(), {}, policy); }
  /// The error without the name of the file it starts with.
  std::string error() const {
    try {
      bot();
    } catch (const InputError& error) {
      const std::string text = error.what();
      const std::string file = (folder_ / "bot.json").string();
      CHECK(text.starts_with(file + ":"));
      CHECK(text.find('\n') == std::string::npos);
      return text.substr(file.size());
    }
    return "found";
  }

 private:
  ScratchFolder folder_;
};

std::string error_of(const std::string& json) { return JsonBot(json).error(); }

}  // namespace

TEST_CASE("a folder with bot.json is a bot") {
  const JsonBot folder(R"({"name": "duck", "command": ["./duck", "-v"], "author": "Ada", "version": "1.2",
                             "build": ["make"], "plays": ["black-lady*", "*@4"]})");
  const BotEntry bot = folder.bot();
  CHECK(bot.name == "duck");
  CHECK(bot.author == "Ada");
  CHECK(bot.version == "1.2");
  CHECK(bot.command.words == Words{"./duck", "-v"});
  CHECK(bot.command.folder.is_absolute());
  CHECK(bot.plays == Words{"black-lady*", "*@4"});
  CHECK(bot.hash.size() == 64);
  CHECK(JsonBot(R"({"name": "a", "command": ["python3", "a.py"]})").bot().author.empty());
  // A folder is one with or without a slash at its end, and through a link.
  fs::create_directory_symlink(bot.command.folder, folder / "again");
  CHECK(find_bot(bot.command.folder.string() + "/").command.folder == bot.command.folder);
  CHECK(find_bot((folder / "again").string()).command.folder == bot.command.folder);
}

TEST_CASE("everything that is wrong with a bot.json is reported together") {
  const ScratchFolder folder;
  write_file(folder / "bot.json",
             R"({"comand": ["./duck"], "name": "a duck", "plays": "*", "resources": {"memory": 1}})");
  CHECK_THROWS_WITH(
      read_bot_manifest(folder.path()),
      (folder / "bot.json").string() +
          ": 5 mistakes: (1) name must be 1 to 32 of the characters A-Z a-z 0-9 _ . -, with no . at either end "
          "and no - at the start, not \"a duck\"; (2) plays must be a list of texts, as in [\"python3\", \"bot.py\"], "
          "not "
          "\"*\"; (3) resources has an unknown key \"memory\"; the nearest is \"memory_mb\"; known: files, "
          "idle_cpu_ms, memory_mb, processes, stderr_kb, threads, tmp_mb; (4) unknown key \"comand\"; the "
          "nearest is \"command\"; known: author, build, command, name, plays, resources, restart, version; "
          "(5) \"command\" is missing");
}

TEST_CASE("a key of bot.json that is missing, unknown or of the wrong type is named") {
  CHECK(error_of(R"({"command": ["./duck"]})") == ": \"name\" is missing");
  CHECK(error_of(R"({"name": "duck"})") == ": \"command\" is missing");
  CHECK(error_of(R"({"name": "duck", "command": ["./duck"], "comand": 1})") ==
        ": unknown key \"comand\"; the nearest is \"command\"; known: author, build, command, name, plays, resources, "
        "restart, version");
  CHECK(error_of(R"({"name": "duck", "command": ["./duck"], "a\u001b[31m": 1})")
            .starts_with(": unknown key \"a\\x1b[31m\""));
  for (const char* key : {"name", "author", "version"}) {
    for (const char* value : {"1", "null", "true", "[\"x\"]", "{}"}) {
      INFO(key << " " << value);
      const std::string name = std::string(key) == "name" ? "" : R"("name": "duck", )";
      CHECK(error_of("{" + name + R"("command": ["./duck"], ")" + key + "\": " + value + "}") ==
            ": " + std::string(key) + " must be text in quotes, not " + value);
    }
  }
  for (const char* key : {"command", "build", "plays"}) {
    const auto with = [&](const std::string& value) {
      const std::string command = std::string(key) == "command" ? "" : R"("command": ["./duck"], )";
      return error_of(R"({"name": "duck", )" + command + "\"" + key + "\": " + value + "}");
    };
    const std::string place = ": " + std::string(key);
    for (const std::string value : {"1", "null", "\"./duck\"", "{}"}) {
      INFO(key << " " << value);
      CHECK(with(value) == place + " must be a list of texts, as in [\"python3\", \"bot.py\"], not " + value);
    }
    CHECK(with("[]") == place + " must have 1 to 10000 texts, as in [\"python3\", \"bot.py\"], but it has 0");
    CHECK(with("[1]") == place + "[0] must be text in quotes, not 1");
    CHECK(with("[\"./duck\", 2]") == place + "[1] must be text in quotes, not 2");
    CHECK(with("[[\"./duck\"]]") == place + "[0] must be text in quotes, not [\"./duck\"]");
  }
  CHECK(error_of(R"({"name": "duck", "command": ["./duck\u0000x"]})") == ": command[0] must not contain a NUL");
}

TEST_CASE("bot.json may ask for resources within the league's bounds") {
  const auto with = [](const std::string& resources, const ResourcePolicy& policy = {}) {
    const JsonBot folder(R"({"name": "duck", "command": ["./duck"], "resources": )" + resources + "}");
    return folder.bot(policy).command.resources;
  };
  Resources expected;
  CHECK(with("{}") == expected);
  expected.memory_mb = 2048;
  expected.threads = 256;
  CHECK(with(R"({"memory_mb": 2048, "threads": 256})") == expected);
  // Less than what each bot gets may always be asked for.
  ResourcePolicy policy;
  policy.each.memory_mb = 4096;
  policy.each.tmp_mb = 1;
  expected = policy.each;
  expected.memory_mb = 16;
  CHECK(with(R"({"memory_mb": 16})", policy) == expected);
  // And as much as each bot gets, whatever the bounds are.
  expected.memory_mb = 4096;
  CHECK(with(R"({"memory_mb": 4096})", policy) == expected);
}

TEST_CASE("a bot that asks for more than the league allows is refused with the key and the bound") {
  const auto with = [](const std::string& resources) {
    return error_of(R"({"resources": )" + resources + R"(, "name": "duck", "command": ["./duck"]})");
  };
  CHECK(with(R"({"memory_mb": 2049})") == ": duck: asks for memory_mb 2049, but the league allows 2048 at most");
  CHECK(with(R"({"processes": 2})") ==
        ": duck: asks for processes 2, but the league allows 1 at most; --processes allows more");
  CHECK(with(R"({"idle_cpu_ms": 0})") ==
        ": duck: asks for idle_cpu_ms 0 (no limit), but the league allows 5000 at most");
  CHECK(with(R"({"idle_cpu_ms": 1})") == "found");
}

TEST_CASE("a bot that asks for fewer threads than processes is refused") {
  ResourcePolicy policy;
  policy.most.processes = 16;
  const JsonBot folder(R"({"name": "duck", "command": ["./duck"], "resources": {"processes": 16, "threads": 15}})");
  CHECK_THROWS_WITH(folder.bot(policy), Catch::Matchers::ContainsSubstring(
                                            ": duck: 16 processes need at least as many threads, but 15 are allowed"));
}

TEST_CASE("resources that cannot be are named with their range") {
  const auto with = [](const std::string& resources) {
    return error_of(R"({"name": "duck", "command": ["./duck"], "resources": )" + resources + "}");
  };
  CHECK(with("7") == ": resources must be an object in braces, not 7");
  CHECK(
      with(R"({"memory": 7})") ==
      ": resources has an unknown key \"memory\"; the nearest is \"memory_mb\"; known: files, idle_cpu_ms, memory_mb, "
      "processes, stderr_kb, threads, tmp_mb");
  CHECK(with(R"({"x\u001b[31m": 7})").starts_with(": resources has an unknown key \"x\\x1b[31m\"; known: "));
  for (const ResourceKey& key : resource_keys()) {
    const std::string name(key.name);
    for (const std::string& wrong : {std::to_string(key.least - 1), std::to_string(key.most + 1), std::string("\"1\""),
                                     std::string("null"), std::string("9223372036854775808")}) {
      INFO(name << " " << wrong);
      CHECK(with("{\"" + name + "\": " + wrong + "}") == ": resources." + name + " must be a whole number from " +
                                                             std::to_string(key.least) + " to " +
                                                             std::to_string(key.most) + ", not " + wrong);
    }
  }
}

TEST_CASE("a name of bot.json is 1 to 32 plain letters") {
  const auto with = [](const std::string& name) {
    return error_of(R"({"name": ")" + name + R"(", "command": ["./duck"]})");
  };
  for (const std::string& name :
       {std::string("a"), std::string(32, 'x'), std::string("A-z_0.9"), std::string("_"), std::string("a..b-")})
    CHECK(with(name) == "found");
  for (const std::string& name :
       {std::string(), std::string(33, 'x'), std::string("a b"), std::string("a/b"), std::string("."),
        std::string(".."), std::string(".duck"), std::string("duck."), std::string("-duck"),
        std::string("d\xC3\xBC"
                    "ck"),
        std::string("a\\nb"), std::string("\\u0000")}) {
    INFO(name);
    const std::string error = with(name);
    CHECK((error.starts_with(": name must be 1 to 32 of the characters A-Z a-z 0-9 _ . -, with no . at either end and "
                             "no - at the start, not \"") ||
           error == ": name must not contain a NUL"));
  }
}

TEST_CASE("a program that cannot be run is named, with what builds it") {
  CHECK(error_of(R"({"name": "duck", "command": ["./goose"]})") ==
        ": ./goose does not exist; build it first, or correct \"command\"");
  CHECK(error_of(R"({"name": "duck", "command": ["./goose"], "build": ["make", "-C", "src"]})") ==
        ": ./goose does not exist; build it first: make -C src");
  CHECK(error_of(R"({"name": "duck", "command": ["./bot.json"]})") ==
        ": ./bot.json is not executable; run chmod +x on it, or name the program that runs it in \"command\"");
  CHECK(error_of(R"({"name": "duck", "command": ["./bot.json"], "build": ["make"]})") ==
        ": ./bot.json is not executable; build it first: make");
  CHECK(error_of(R"({"name": "duck", "command": ["./."]})") == ": ./. is a folder");
  for (const std::string outside : {"../bot", "./../../bot"}) {
    CHECK(error_of(R"({"name": "duck", "command": [")" + outside + R"("]})") ==
          ": '" + outside + "' leads out of the folder; put the program into the bot's folder and write './bot'");
  }
  CHECK(error_of(R"({"name": "duck", "command": ["/usr/bin/env"]})") ==
        ": '/usr/bin/env' is an absolute path; for the system's program write only its name, \"command\": [\"env\", "
        "...]");
  CHECK(error_of(R"({"name": "duck", "command": ["/home/ada/mybot"]})") ==
        ": '/home/ada/mybot' is an absolute path; put the program into the bot's folder and write './mybot'");
  CHECK(error_of(R"({"name": "duck", "command": ["duck"]})") ==
        ": there is no program 'duck' in /usr/local/bin, /usr/bin or /bin; for a file in the bot's folder write "
        "'./duck'");
  CHECK(error_of(R"({"name": "duck", "command": [""]})").starts_with(": there is no program ''"));
}

TEST_CASE("a program may be a link to what bots see, as in a virtual environment") {
  const std::string json = R"({"name": "duck", "command": ["./python3", "bot.py"]})";
  const JsonBot inside(json);
  fs::create_symlink("/usr/bin/env", inside / "python3");
  CHECK(inside.bot().command.words.front() == "./python3");
  const JsonBot outside(json);
  fs::create_symlink("/etc/passwd", outside / "python3");
  CHECK(outside.error() ==
        ": './python3' leads to /etc/passwd, but bots see only their own folder and /usr; make a virtual environment "
        "with /usr/bin/python3 -m venv, or name the system's program");
  const JsonBot nowhere(json);
  fs::create_symlink("/usr/bin/no-such-program", nowhere / "python3");
  CHECK(nowhere.error() == ": ./python3 does not exist; build it first, or correct \"command\"");
}

TEST_CASE("what is not JSON is named with line and column") {
  CHECK(error_of("{\n  \"name\": \"duck\",\n  \"command\": [\"./duck\"],\n}\n") ==
        ":3:24: a comma before }; expected another item, or none");
  CHECK(error_of("{\"name\": duck}").starts_with(":1:10: "));
  CHECK(error_of("{\"name\": \"duck\"} x").starts_with(":1:18: "));
  CHECK(error_of("{\"name\": \"duck\"").starts_with(":1:16: "));
  CHECK(error_of("# a comment\n").starts_with(":1:1: "));
  CHECK(error_of("\n\n").starts_with(":3:1: "));
  CHECK(error_of(std::string(3, '\0')).starts_with(":1:1: "));
  CHECK(error_of("{\"name\": \"d\xC3(\"}").starts_with(":1:"));
  CHECK(error_of(std::string(1000, '[')).starts_with(":1:"));
  for (const char* other : {"[]", "\"duck\"", "1", "null"}) {
    CHECK(error_of(other) == ": must be an object in braces, not " + std::string(other));
  }
  JsonBot folder;
  write_file(folder / "bot.json", "");
  CHECK(folder.error().starts_with(":1:1: "));
}

TEST_CASE("a duplicate key of bot.json is named with its place") {
  CHECK(error_of("{\"name\": \"duck\",\n \"command\": [\"./duck\"], \"name\": \"goose\"}") ==
        ":2:25: duplicate key \"name\"");
  CHECK(error_of(R"({"name": "name", "command": ["./duck", "-v", "-v"], "author": "author"})") == "found");
}

TEST_CASE("a bot.json that is huge, a folder or a pipe is refused and not read") {
  JsonBot folder;
  write_file(folder / "bot.json", "{}" + std::string(1 << 20, ' '));
  CHECK(folder.error() == ": longer than 1048576 bytes");
  fs::remove(folder / "bot.json");

  // As long as nobody could keep in memory: it must not be read to its end.
  write_file(folder / "bot.json", "");
  fs::resize_file(folder / "bot.json", std::uintmax_t{1} << 40);
  CHECK(folder.error() == ": longer than 1048576 bytes");
  fs::remove(folder / "bot.json");

  fs::create_directory(folder / "bot.json");
  CHECK(folder.error() == ": not a regular file");
  fs::remove(folder / "bot.json");

  REQUIRE(::mkfifo((folder / "bot.json").c_str(), 0600) == 0);
  CHECK(folder.error() == ": not a regular file");
  fs::remove(folder / "bot.json");

  fs::create_symlink("/dev/zero", folder / "bot.json");
  CHECK(folder.error() == ": not a regular file");
}

}  // namespace bot_json_test
