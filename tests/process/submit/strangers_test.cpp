// Bots with the habits of strangers' programs, in strangers/. Each is submitted to a league, which is then extended.

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"
#include "tests/process/submit/open_league.h"

namespace strangers_test {

using namespace submit_test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;
namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr auto kBound = 4min;

/// A league of one table at a time, and its run.
class StrangersLeague : public OpenLeague {
 public:
  StrangersLeague() : OpenLeague(R"(, "concurrency": 1)") {}

  /// Makes a folder beside the league with these files of strangers/, each under its new name.
  fs::path make(const std::string& name, const std::vector<std::pair<std::string, std::string>>& files,
                const std::string& command, const std::string& more = {}) const {
    const fs::path bot = *this / name;
    for (const auto& [source, file] : files) {
      fs::create_directories((bot / file).parent_path());
      fs::copy_file(processes::in_repository("tests/process/submit/strangers/" + source), bot / file);
    }
    arena::test::write_file(bot / "bot.json", "{\"name\": \"" + name + "\", \"command\": " + command +
                                                  ", \"author\": \"" + name + "'s author\"" + more + "}");
    return bot;
  }

  processes::Finished arena(std::vector<std::string> words) const {
    return processes::run(processes::arena_words(words), kBound * processes::kPatience);
  }

  /// Plays the league, or extends its run. Returns what it printed.
  processes::Finished extend() const {
    processes::Finished finished = arena(
        {"run", (league() / "league.json").string(), "--out", out().string(), "--extend", "--isolation", isolation()});
    INFO(finished.out << finished.err);
    CHECK(finished.end.number == 0);
    return finished;
  }
  void set_blocks(int blocks) const {
    const fs::path file = league() / "league.json";
    std::string text = arena::test::read_file(file);
    static constexpr std::string_view kBlocks = "\"blocks\": 8,";
    REQUIRE(text.find(kBlocks) != std::string::npos);
    text.replace(text.find(kBlocks), kBlocks.size(), fmt::format("\"blocks\": {},", blocks));
    arena::test::write_file(file, text);
  }

  fs::path out() const { return *this / "run"; }
  static std::string isolation() { return std::string(arena::isolation_name(processes::best_isolation())); }
};

const std::string kOneVariant = R"(, "plays": ["black-lady@4"])";

void check_entered(const Receipt& receipt) {
  INFO(receipt.finished.out << receipt.finished.err);
  CHECK(receipt.code() == 0);
  CHECK(receipt.state() == "entered");
}

/// The steps of the check that have something to say, and their hints.
std::string check_text(const Receipt& receipt, const std::string& list) {
  std::string text;
  for (const json::value& step : receipt.said.at("check").at(list).as_array()) {
    for (const char* key : {"step", "detail", "hint"}) text += std::string(step.at(key).as_string()) + "\n";
  }
  return text;
}

/// The games in which the bot sat.
std::vector<arena::GameRecord> games_with(const StrangersLeague& league, const std::string& bot) {
  std::vector<arena::GameRecord> games = processes::games_of(league.out());
  std::erase_if(games, [&](const arena::GameRecord& game) { return std::ranges::count(game.bots, bot) == 0; });
  return games;
}

void pack_with_tar(const StrangersLeague& league, const std::string& name) {
  const processes::Finished packed = processes::run(
      {"tar", "-czhf", (league / (name + ".tar.gz")).string(), "-C", (league / "").string(), name}, kBound);
  INFO(packed.err);
  REQUIRE(packed.end.number == 0);
}

}  // namespace

TEST_CASE("bots with the habits of strangers' programs are entered, and play when the league is extended") {
  const StrangersLeague league;
  league.set_blocks(4);
  // An engine that chats, behind an adapter that makes comments of it.
  league.make("chatty", {{"chatty_engine.py", "chatty_engine.py"}, {"comments.py", "bot.py"}},
              R"(["python3", "bot.py"])", kOneVariant);
  check_entered(league.submit("chatty"));
  league.extend();

  // A search that ends by the clock: two processes of it differ, which is a remark.
  league.make("clock", {{"clock_search.py", "bot.py"}}, R"(["python3", "bot.py"])", kOneVariant);
  const Receipt clock = league.submit("clock");
  check_entered(clock);
  CHECK_THAT(check_text(clock, "remarks"),
             ContainsSubstring("repeats\n") && ContainsSubstring("a search that uses its time depends on the clock"));

  // A module of Node that the archive's build compiles, and links that become hard links in the archive.
  const fs::path addon =
      league.make("addon", {{"addon.js", "bot.js"}, {"weigh.c", "node_modules/weigh/weigh.c"}}, R"(["node", "bot.js"])",
                  R"(, "build": ["cc", "-shared", "-fPIC", "-o", "node_modules/weigh/weigh.node", )"
                  R"("node_modules/weigh/weigh.c"])" +
                      kOneVariant);
  arena::test::write_file(addon / "node_modules/weigh/package.json", R"({"name": "weigh", "main": "./weigh.node"})");
  arena::test::write_program(addon / "node_modules/weigh/cli.js", "#!/usr/bin/env node\n");
  fs::create_directory(addon / "node_modules/.bin");
  for (const char* link : {"weigh", "weigh-cards"})
    fs::create_symlink("../weigh/cli.js", addon / "node_modules/.bin" / link);
  pack_with_tar(league, "addon");
  const Receipt built = league.submit("addon.tar.gz");
  check_entered(built);
  CHECK_FALSE(built.said.at("build_ms").is_null());

  // A package of many files with a shared library, found by PYTHONPATH.
  const fs::path bundled =
      league.make("bundled", {{"bundled.py", "bot.py"}, {"numbers_like.py", "vendor/numbers_like/__init__.py"}},
                  R"(["env", "PYTHONPATH=vendor", "python3", "bot.py"])", kOneVariant);
  arena::test::write_file(bundled / "core.c", "int add(int a, int b) { return a + b; }\n");
  REQUIRE(processes::run({"cc", "-shared", "-fPIC", "-o", (bundled / "vendor/numbers_like/_core.so").string(),
                          (bundled / "core.c").string()},
                         kBound)
              .end.number == 0);
  for (int part = 0; part < 600; ++part)
    arena::test::write_file(bundled / fmt::format("vendor/numbers_like/part_{}.py", part), "value = 1\n");
  pack_with_tar(league, "bundled");
  const Receipt many = league.submit("bundled.tar.gz");
  check_entered(many);
  CHECK(many.said.at("files").as_int64() == 605);

  league.extend();
  for (const char* bot : {"clock", "chatty", "addon", "bundled"}) {
    INFO(bot);
    const std::vector<arena::GameRecord> games = games_with(league, bot);
    CHECK_FALSE(games.empty());
    for (const arena::GameRecord& one : games) {
      CHECK(one.result.faults.empty());
      CHECK(one.result.tries.empty());
    }
  }
  CHECK(league.arena({"verify", league.out().string()}).end.number == 0);
  const arena::GameRecord game = games_with(league, "chatty").front();
  const auto seat = std::ranges::find(game.bots, "chatty") - game.bots.begin();
  const processes::Finished replay =
      league.arena({"replay", league.out().string(), game.id, "--bot", fmt::format("chatty:{}", seat)});
  CHECK_THAT(replay.out, ContainsSubstring("# thinking...") && ContainsSubstring("# depth 1: "));
}

TEST_CASE("an engine that chats on stdout is refused, and the hint says how to keep stdout for answers") {
  const StrangersLeague league;
  league.make("chatty", {{"chatty_engine.py", "bot.py"}}, R"(["python3", "bot.py"])", kOneVariant);
  const Receipt receipt = league.submit("chatty");
  CHECK(receipt.code() == 1);
  CHECK(receipt.step() == "check");
  const std::string failed = check_text(receipt, "failed");
  CHECK_THAT(failed, ContainsSubstring("start\ngarbage: before 'ready': Master of Hearts 3.2, for free use\n"));
  static const std::string kHint = "answers, sys.stdout = sys.stdout, sys.stderr";
  REQUIRE_THAT(failed, ContainsSubstring("in Python '" + kHint + "'"));

  // The author does so.
  const fs::path program = league / "chatty/bot.py";
  std::string text = arena::test::read_file(program);
  for (const auto& [was, is] : {std::pair<std::string, std::string>{"import sys\n", "import sys\n" + kHint + "\n"},
                                {"\"ready\", ", "\"ready\", file=answers, "},
                                {"int(word[3]) :], ", "int(word[3]) :], file=answers, "}}) {
    REQUIRE(text.find(was) != std::string::npos);
    text.replace(text.find(was), was.size(), is);
  }
  arena::test::write_file(program, text);
  check_entered(league.submit("chatty"));
}

TEST_CASE("a bot that prints a debug line once in 500 decisions is asked again, and the run names the line") {
  const StrangersLeague league;
  league.set_blocks(40);
  // A bot that plays all variants makes enough decisions in the check.
  league.make("often", {{"rare_debug.py", "bot.py"}}, R"(["python3", "bot.py"])");
  const Receipt often = league.submit("often");
  CHECK(often.step() == "check");
  CHECK_THAT(check_text(often, "failed"), ContainsSubstring("tables\n") &&
                                              ContainsSubstring("(DEBUG: the hash table is full)") &&
                                              ContainsSubstring("It writes more than answers to stdout."));

  // With one variant there are too few, and the line comes up in the league.
  league.make("rare", {{"rare_debug.py", "bot.py"}}, R"(["python3", "bot.py"])", kOneVariant);
  check_entered(league.submit("rare"));
  const processes::Finished run = league.extend();
  CHECK_THAT(run.err,
             ContainsSubstring("garbage, asked again: DEBUG: the hash table is full; debug text belongs on stderr; "
                               "to see why: arena check "));
  int refused = 0;
  for (const arena::GameRecord& game : games_with(league, "rare")) {
    CHECK(game.result.faults.empty());
    for (const arena::Interference& one : game.result.tries) {
      ++refused;
      CHECK(one.answer == "DEBUG: the hash table is full");
    }
  }
  CHECK(refused > 0);
}

}  // namespace strangers_test
