// Leagues as an organiser plays them: a file, several bots and variants, ratings at the end.

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <random>
#include <regex>
#include <set>

#include "arena/records/run_folder.h"
#include "tests/cli/arena_command.h"

namespace league_test {

using namespace cli_test;

namespace {

/// These bots as entrants bot0, bot1, ....
Words numbered(const Words& bots) {
  Words entrants;
  for (const std::string& bot : bots) entrants.push_back(entrant(bot, "bot" + std::to_string(entrants.size())));
  return entrants;
}

const Words kQuiet = {"--isolation", "none", "--log-level", "error"};

/// A folder with a finished league of five bots over two variants in "run".
class League : public ArenaFolder {
 public:
  League() {
    const std::string random = sample_bot("random_c");
    write_league(numbered({random, random, sample_bot("rules_cpp"), random, random}),
                 R"("variants": [{"variant": "black-lady@4", "hands": 1}, {"variant": "royal-classic@3",
                  "weight": 2, "hands": 2}], "blocks": 30)");
    out_ = does(words());
  }
  static Words words() { return Words{"run", "league.json", "--seed", "7", "--out", "run"} + kQuiet; }
  const std::string& out() const { return out_; }
  std::string rated(const Words& runs, const Words& options) const { return does(Words{"rate"} + runs + options); }

 private:
  std::string out_;
};

std::string joined(const Words& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

const std::vector<Words> kFormats = {{}, {"--json"}, {"--csv"}, {"--markdown"}};

}  // namespace

TEST_CASE("a plan by games has the numbers of the run if the key is known, and otherwise says that they may differ") {
  const ArenaFolder folder;
  folder.add_bot("ann");
  folder.add_bot("bob");
  const auto plan_for = [&](const std::string& more) {
    folder.write_league({entrant("ann"), entrant("bob")},
                        R"("variants": [{"variant": "black-lady@4", "hands": 1}], "games": 40)" + more);
    return folder.does({"plan", "."});
  };
  const std::string note = "the run may have a few games or blocks more or fewer";
  std::set<std::string> sizes;
  for (const std::string seed : {"1", "2", "3", "4", "5", "6"}) {
    const std::string plan = plan_for(R"(, "seed": ")" + seed + "\"");
    CHECK_THAT(plan, !ContainsSubstring(note));
    std::smatch planned;
    REQUIRE(std::regex_search(plan, planned, std::regex("([0-9]+) games in ([0-9]+) blocks; each bot")));
    folder.does({"run", ".", "--out", "run" + seed, "--isolation", "none"});
    const arena::Manifest manifest = arena::read_manifests(folder / ("run" + seed) / "games.jsonl").at(0);
    CHECK(planned[1] == std::to_string(manifest.games));
    CHECK(planned[2] == std::to_string(manifest.blocks));
    sizes.insert(planned[2]);
  }
  CHECK(sizes.size() > 1);
  const std::string unknown = plan_for("");
  CHECK_THAT(unknown, ContainsSubstring("the key of the run decides"));
}

TEST_CASE("one program enters with several settings, which are recorded and part of its identity") {
  const ArenaFolder folder;
  fs::create_directory(folder / "tuned");
  const FirstWordsBot bot{
      .at_start = {"import os, resource", "games = 0"},
      .at_game = {"games += 1", "files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]",
                  "print('info', games, sys.argv[1:], os.environ.get('DEPTH'), files, flush=True)"}};
  write_program(folder / "tuned/bot.py", bot.text());
  write_file(folder / "tuned/bot.json", R"({"name": "tuned", "command": ["./bot.py", "first"]})");
  const std::string deep = R"({"bot": "tuned", "name": "deep", "args": ["--fast", "a b"], "env": {"DEPTH": "4 = 5"},)"
                           R"("resources": {"files": 77}, "restart": "game"})";
  const std::string rest = R"("variants": [{"variant": "black-lady@4", "hands": 1}], "blocks": 4)";
  write_file(folder / "league.json", R"({"league": 1, "entrants": ["tuned", )" + deep + "], " + rest + "}");
  const Words run = Words{"run", "league.json", "--seed", "7", "--out", "run"} + kQuiet;
  folder.does(run);
  const std::string timings = read_file(folder / "run/timings.jsonl");
  CHECK_THAT(timings, ContainsSubstring("info 1 ['first', '--fast', 'a b'] 4 = 5 77"));
  CHECK_THAT(timings, ContainsSubstring(" ['first'] None 128"));
  CHECK_THAT(timings, !ContainsSubstring("info 2 ['first', '--fast'"));
  const json::value manifest = json::parse(lines_of(read_file(folder / "run/games.jsonl")).front());
  const json::array& bots = manifest.at("bots").as_array();
  CHECK(bots[0].at("hash") != bots[1].at("hash"));
  CHECK(bots[1].at("env") == json::value({{"DEPTH", "4 = 5"}}));
  CHECK(bots[1].at("command") == json::value({"./bot.py", "first", "--fast", "a b"}));
  CHECK(bots[1].at("resources").at("files") == 77);
  CHECK(bots[1].at("restart") == "game");
  CHECK_FALSE(bots[0].as_object().contains("env"));
  folder.does({"report", "run", "--out", "run.html"});
  CHECK_THAT(read_file(folder / "run.html"),
             ContainsSubstring(R"(["Command","./bot.py first --fast a b"],["Environment","DEPTH=4 = 5"],)"
                               R"(["Process","a fresh one for each game"],["It may use",")"));

  const auto error = [&](const std::string& entrant) {
    write_file(folder / "league.json", R"({"league": 1, "entrants": ["tuned", )" + entrant + "], " + rest + "}");
    return one_error(run_arena(folder.path(), run));
  };
  CHECK_THAT(error(R"({"bot": "tuned", "name": "deep", "env": {"DEPTH": "5"}})"), ContainsSubstring("deep~2"));
  CHECK_THAT(error(R"({"bot": "tuned", "name": "deep", "env": {"PATH": "/"}})"),
             ContainsSubstring("entrants[1].env.PATH is set by the arena and cannot be changed"));
  CHECK_THAT(error(R"({"bot": "tuned", "name": "deep", "env": {"A=B": "/"}})"), ContainsSubstring("a name that no"));
  CHECK_THAT(error(R"({"bot": "tuned", "name": "deep", "env": {"DEPTH": 5}})"),
             ContainsSubstring("entrants[1].env.DEPTH"));
  CHECK_THAT(error(R"({"bot": "tuned", "name": "deep", "env": {"DEPTH": ")" + std::string(1000, 'x') + "\"}}"),
             ContainsSubstring("at most 1000 bytes"));
  CHECK_THAT(error(R"({"bot": "tuned", "name": "deep", "args": "--fast"})"), ContainsSubstring("entrants[1].args"));
  CHECK_THAT(error(R"({"bot": "tuned", "name": "deep", "resources": {"files": 1}})"), ContainsSubstring("files"));
}

TEST_CASE("an entrant may have time odds, and a game time to set it up, and both are recorded and audited") {
  const ArenaFolder folder;
  const FirstWordsBot slow{.at_start = {"import time"}, .at_game = {"time.sleep(0.7)"}};
  write_program(folder / "slow.py", slow.text());
  write_program(folder / "quick.py", FirstWordsBot{}.text());
  const auto league = [&](const std::string& limits, const std::string& own) {
    write_file(folder / "league.json", R"({"league": 1, "entrants": [{"bot": "slow.py")" + own +
                                           R"(}, "quick.py"], "blocks": 1, "limits": )" + limits +
                                           R"(, "variants": [{"variant": "royal-classic@2", "hands": 1}]})");
  };
  const auto play = [&](const std::string& out) {
    folder.does(Words{"run", "league.json", "--seed", "7", "--out", out} + kQuiet);
    return lines_of(read_file(folder / (out + "/games.jsonl")));
  };
  league(R"({"move_ms": 300})", "");
  CHECK_THAT(play("strict")[1], ContainsSubstring(R"("fault":"timeout")"));

  const auto is_fair = [&](const std::string& out) {
    const std::vector<std::string> lines = play(out);
    REQUIRE(lines.size() == 4);
    for (const int game : {1, 2})
      CHECK_THAT(lines[static_cast<std::size_t>(game)], ContainsSubstring(R"("faults":[])"));
    CHECK_THAT(folder.does({"verify", out}), ContainsSubstring("from the records: 4 seats by checksum, 0 without"));
    folder.does({"replay", out, "b0g0"});
    folder.does({"report", out, "--out", out + ".html"});
    return json::parse(lines.front());
  };
  league(R"({"move_ms": 300, "newgame_ms": 1500})", "");
  CHECK(is_fair("setup").at("limits").at("newgame_ms") == 1500);
  CHECK_THAT(folder.does({"retry", "setup", "b0g0", "1", "--seat", "0", "--print"}),
             ContainsSubstring("time startup=10000 move=300 bank=30000 increment=0 grace=100 newgame=1500\n"));

  league(R"({"move_ms": 300})", R"(, "limits": {"move_ms": 3000})");
  const json::value manifest = is_fair("odds");
  CHECK(manifest.at("bots").at(0).at("limits") == json::value({{"move_ms", 3000}}));
  CHECK_FALSE(manifest.at("bots").at(1).as_object().contains("limits"));
  CHECK_THAT(run_arena(folder.path(), {"plan", "league.json"}).err,
             ContainsSubstring("slow has limits of its own: move_ms 3000, not 300"));
  CHECK_THAT(read_file(folder / "odds.html"), ContainsSubstring("Limits of slow: move_ms=3000."));
}

TEST_CASE("a league leaves its records and ratings, and prints standings overall and by variant") {
  const League league;
  CHECK_THAT(league.out(), ContainsSubstring("black-lady@4") && ContainsSubstring("royal-classic@3"));
  for (const char* file : {"games.jsonl", "timings.jsonl", "faults.jsonl", "ratings.json", "standings.md"}) {
    INFO(file);
    CHECK(fs::exists(league.path() / "run" / file));
  }
  // Ten blocks of four games, twenty of three.
  CHECK(lines_of(read_file(league / "run/games.jsonl")).size() == 1 + 100 + 1);
  CHECK(league.rated({"run"}, {"--json"}) == read_file(league.path() / "run/ratings.json"));
  CHECK(league.rated({"run"}, {"--markdown"}) == read_file(league.path() / "run/standings.md"));
  CHECK_THAT(league.out(), ContainsSubstring(league.rated({"run"}, {})));
  const Outcome verified = run_arena(league.path(), {"verify", "run"});
  CHECK(verified.code == 0);
  CHECK_THAT(verified.out, ContainsSubstring("100 games played again: every seat, deal, pass, play, choice, score and "
                                             "place is right\n") &&
                               ContainsSubstring("no game of the schedule is missing\n") &&
                               ContainsSubstring("the ratings follow from the games\n"));
}

TEST_CASE("ratings do not change by a byte when records are shuffled, or split in several files") {
  const League league;
  Words lines = lines_of(read_file(league / "run/games.jsonl"));
  std::mt19937 random(20261120);
  for (int round = 0; round < 3; ++round) {
    INFO("round " << round);
    std::shuffle(lines.begin(), lines.end(), random);
    write_file(league.path() / "whole.jsonl", joined(lines));
    const auto third = static_cast<std::ptrdiff_t>(lines.size() / 3);
    write_file(league.path() / "a.jsonl", joined({lines.begin(), lines.begin() + third}));
    write_file(league.path() / "b.jsonl", joined({lines.begin() + third, lines.begin() + 2 * third}));
    write_file(league.path() / "c.jsonl", joined({lines.begin() + 2 * third, lines.end()}));
    for (const Words& format : kFormats) {
      const std::string expected = league.rated({"run"}, format);
      CHECK(league.rated({"whole.jsonl"}, format) == expected);
      CHECK(league.rated({"c.jsonl", "a.jsonl", "b.jsonl"}, format) == expected);
    }
  }
}

TEST_CASE("several runs are rated together, in any order") {
  const League league;
  REQUIRE(run_arena(league.path(), Words{"run", "league.json", "--seed", "8", "--out", "other"} + kQuiet).code == 0);
  for (const Words& format : kFormats) {
    CHECK(league.rated({"run", "other"}, format) == league.rated({"other", "run"}, format));
  }
  const json::value both = json::parse(league.rated({"run", "other"}, {"--json"}));
  const json::value one = json::parse(league.rated({"run"}, {"--json"}));
  CHECK(both != one);
}

TEST_CASE("records that do not belong together are refused in one sentence", "[memory]") {
  const League league;
  REQUIRE(run_arena(league.path(), Words{"run", "league.json", "--seed", "8", "--out", "other"} + kQuiet).code == 0);
  const Words run = lines_of(read_file(league / "run/games.jsonl"));
  const Words other = lines_of(read_file(league / "other/games.jsonl"));
  const auto error = [&](const std::string& command, const Words& files) {
    const Outcome outcome = run_arena(league.path(), Words{command} + files);
    CHECK(outcome.code == 2);
    return one_error(outcome);
  };
  // A game of another manifest.
  write_file(league.path() / "mixed.jsonl", joined({run[0], run[1], other[2]}));
  CHECK(error("rate", {"mixed.jsonl"}) ==
        "mixed.jsonl:3: this line belongs to a run whose first line is in none of the files");
  CHECK(error("verify", {"mixed.jsonl"}) == "mixed.jsonl:3: this line belongs to another run than the first line");
  write_file(league.path() / "twice.jsonl", joined({run[1]}));
  CHECK_THAT(error("rate", {"run", "twice.jsonl"}), StartsWith("twice.jsonl:1: game "));
  write_file(league.path() / "headless.jsonl", joined({run[1]}));
  CHECK_THAT(error("rate", {"headless.jsonl"}), ContainsSubstring("no line of type \"run\""));
  CHECK(error("rate", {"nowhere"}) == "there is no run 'nowhere'; give the folder of a run, or its games.jsonl");
  CHECK_THAT(error("rate", {"league.json"}), StartsWith("league.json"));
  CHECK_THAT(error("rate", {"run", "--reference", "nobody"}),
             StartsWith("the reference 'nobody' is not a bot of these runs; their bots are: bot0, bot1"));
  // The run can be resumed in its own folder only.
  const Outcome refused = run_arena(league.path(), Words{"run", "league.json", "--seed", "9", "--out", "run"} + kQuiet);
  CHECK(refused.code == 2);
  CHECK(one_error(refused) ==
        "run holds another run: it was started with another seed; choose another --out, then rate both runs: arena "
        "rate run OUT");
}

TEST_CASE("an audit finds ratings and standings that do not follow, and the same command writes them again") {
  const League league;
  for (const std::string file : {"run/ratings.json", "run/standings.md"}) {
    INFO(file);
    const std::string ratings = read_file(league.path() / file);
    std::string bent = ratings;
    const std::size_t digit = bent.find_last_of("123456789");
    bent[digit] = bent[digit] == '9' ? '8' : '9';
    write_file(league.path() / file, bent);
    const Outcome bad = run_arena(league.path(), {"verify", "run"});
    CHECK(bad.code == 1);
    CHECK(bad.err ==
          "arena verify: " + file +
              " does not follow from the games; to write it again, repeat the 'arena run' command with this folder\n");
    CHECK_THAT(bad.out, !ContainsSubstring("the ratings follow"));
    REQUIRE(run_arena(league.path(), League::words()).code == 0);
    CHECK(read_file(league.path() / file) == ratings);
    CHECK(run_arena(league.path(), {"verify", "run"}).code == 0);
    fs::remove(league.path() / file);  // as if the run was killed at its end
    CHECK(run_arena(league.path(), {"verify", "run"}).code == 0);
  }
}

TEST_CASE("an audit says that the ratings of an unfinished run are not checked") {
  const League league;
  Words lines = lines_of(read_file(league / "run/games.jsonl"));
  lines.resize(lines.size() - 3);
  write_file(league.path() / "run/games.jsonl", joined(lines));
  const Outcome outcome = run_arena(league.path(), {"verify", "run"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out,
             ContainsSubstring("\n"
                               "run/ratings.json was written while the run was in progress, so it is not checked\n"
                               "run/standings.md was written while the run was in progress, so it is not checked\n"));
}

TEST_CASE("the rule-based bot is above every random one with LOS above 0.999") {
  const LeagueFolder folder;
  folder.write_league(numbered({sample_bot("rules_cpp"), sample_bot("random_c"), sample_bot("random_py"),
                                sample_bot("random_js"), sample_bot("random_sh")}),
                      R"("variants": ["black-lady@4", "royal-classic@4"], "blocks": 40)");
  REQUIRE(run_arena(folder.path(), Words{"run", "league.json", "--seed", "los", "--out", "run"} + kQuiet).code == 0);
  const Outcome rated = run_arena(folder.path(), {"rate", "run", "--json"});
  const json::value ratings = json::parse(rated.out);
  int seen = 0;
  for (const json::value& pair : ratings.at("tables").at(0).at("pairs").as_array()) {
    if (pair.at("bot") != "bot0" && pair.at("against") != "bot0") continue;
    ++seen;
    CHECK(pair.at("bot") == "bot0");  // the better one
    CHECK(json::value_to<double>(pair.at("los")) > 0.999);
  }
  CHECK(seen == 4);
}

TEST_CASE("a bot that cannot start is reported before the first game, and with --keep-going it alone pays") {
  const LeagueFolder folder;
  write_program(folder / "fails", "#!/bin/sh\necho 'no model file' >&2\nexit 3\n");
  const std::string random = sample_bot("random_c");
  folder.write_league(numbered({random, "fails", random, random, random}),
                      R"("variants": [{"variant": "black-lady@4", "hands": 1}], "blocks": 15)");
  const Words command = Words{"run", "league.json", "--seed", "7", "--out", "run"} + Words{"--isolation", "none"};
  const Outcome stopped = run_arena(folder.path(), command);
  CHECK(stopped.code == 1);
  CHECK_THAT(stopped.err, ContainsSubstring("bot1 cannot play: start_failed") && ContainsSubstring("no model file") &&
                              ContainsSubstring("nothing was played"));
  CHECK(read_file(folder / "run/games.jsonl").find(R"("type":"game")") == std::string::npos);

  const Outcome played = run_arena(folder.path(), command + Words{"--keep-going"});
  CHECK(played.code == 0);
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
  const json::value ratings = json::parse(read_file(folder / "run/ratings.json"));
  const json::array& rows = ratings.at("tables").at(0).at("rows").as_array();
  REQUIRE(rows.size() == 5);
  for (const json::value& row : rows) {
    INFO(row.at("bot").as_string());
    const auto games = json::value_to<int>(row.at("games"));
    CHECK(games >= 44);
    CHECK(json::value_to<int>(row.at("forfeits")) == (row.at("bot") == "bot1" ? games : 0));
  }
  CHECK(rows.back().at("bot") == "bot1");

  fs::remove(folder / "fails");
  const Outcome missing = run_arena(folder.path(), command + Words{"--keep-going"});
  CHECK(missing.code == 2);
  CHECK_THAT(one_error(missing), StartsWith("league.json: entrants[1]: there is no bot 'fails'"));
}

TEST_CASE("a bot whose command is too long for the system is named, and with --keep-going it alone pays") {
  const ScratchFolder folder;
  fs::create_directories(folder / "big");
  write_program(folder / "big/big", "#!/bin/sh\nexit 0\n");
  // One word longer than Linux takes; more than it takes of all, and than is sure to fit beside the launcher's own.
  for (const auto& [words, bytes] : {std::pair{1, 200'000}, std::pair{10, 100'000}, std::pair{3, 40'000}}) {
    INFO(words << " words of " << bytes << " bytes");
    std::string command = "\"./big\"";
    for (int i = 0; i < words; ++i) command += ",\"" + std::string(static_cast<std::size_t>(bytes), 'x') + "\"";
    write_file(folder / "big/bot.json", R"({"name": "big", "command": [)" + command + "]}");
    for (const Words& isolation : {Words{}, Words{"--isolation", "none"}}) {
      fs::remove_all(folder / "run");
      const Words run =
          Words{"run", "big", sample_bot("random_c"), "--games", "4", "--hands", "1", "--out", "run", "--seed", "7"} +
          isolation;
      const Outcome stopped = run_arena(folder.path(), run);
      CHECK(stopped.code == 1);
      CHECK_THAT(stopped.err,
                 ContainsSubstring("big cannot play: start_failed: cannot be run: Argument list too long"));
      const Outcome played = run_arena(folder.path(), run + Words{"--keep-going"});
      INFO(played.err);
      CHECK(played.code == 0);
      CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
    }
  }
}

TEST_CASE("a plan says what a league costs and plays nothing", "[memory]") {
  const LeagueFolder folder;
  const std::string random = sample_bot("random_c");
  folder.write_league(numbered({random, random, random, random, random, random}),
                      R"("variants": ["black-lady@4"], "blocks": 300, "concurrency": 2)");
  const auto before = files_of(folder.path());
  const Outcome plan = run_arena(folder.path(), {"plan", "league.json"});
  CHECK(plan.code == 0);
  CHECK(plan.err.empty());
  CHECK_THAT(plan.out, ContainsSubstring("1200 games in 300 blocks; each bot plays 800 of them") &&
                           ContainsSubstring("2 games at a time") &&
                           ContainsSubstring("12 bot processes alive at the same time") &&
                           ContainsSubstring("memory") && ContainsSubstring("disk") && ContainsSubstring("Elo ± ") &&
                           ContainsSubstring("margin ± ") && ContainsSubstring("narrower   Elo ± 10 needs about "));
  CHECK(run_arena(folder.path(), {"plan", random, random}).code == 0);
  const Outcome full = run_arena(folder.path(), {"plan", random, random, random, random, random, "--full"});
  CHECK_THAT(full.out, ContainsSubstring("20 games in 5 blocks; each bot plays 16 of them"));
  CHECK(files_of(folder.path()) == before);
}

TEST_CASE("a league file may give the seed, and --seed must agree with it") {
  const LeagueFolder folder;
  folder.write_league({entrant(sample_bot("random_c")), entrant(sample_bot("watch_c"))},
                      R"("seed": "spring", "variants": [{"variant": "royal-classic@2", "hands": 1}], "blocks": 4)",
                      "seeded.json");
  const auto played = [&](const Words& more, const std::string& out) {
    Words words = {"run", "seeded.json", "--isolation", "none", "--out", out};
    words = words + more;
    const Outcome outcome = run_arena(folder.path(), words);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    const std::string first = read_file(folder / out / "games.jsonl");
    const std::size_t at = first.find(R"("commitment":")");
    return first.substr(at, 80);
  };
  const std::string commitment = played({}, "one");
  CHECK(played({"--seed", "spring"}, "two") == commitment);
  const Outcome other =
      run_arena(folder.path(), {"run", "seeded.json", "--isolation", "none", "--seed", "autumn", "--out", "three"});
  CHECK(other.code == 2);
  CHECK_THAT(other.err,
             ContainsSubstring("--seed autumn: seeded.json has another \"seed\"; leave --seed out, or give the same"));
}

TEST_CASE("a league file that is not as it must be is refused in one sentence", "[memory]") {
  const ScratchFolder folder;
  const std::string random = sample_bot("random_c");
  const auto error = [&](const std::string& text, const Words& more = {}) {
    write_file(folder / "league.json", text);
    const Outcome outcome = run_arena(folder.path(), Words{"run", "league.json", "--out", "run"} + more);
    CHECK(outcome.code == 2);
    CHECK_FALSE(fs::exists(folder / "run"));
    if (more.empty()) CHECK(run_arena(folder.path(), {"plan", "league.json"}).err == outcome.err);
    return one_error(outcome);
  };
  const std::string good = R"("variants": ["black-lady@4"], "blocks": 3)";
  CHECK_THAT(
      error(league_text(numbered({random, random}), R"("variants": ["black-lady@4"], "blocks": 3, "bloks": 3)")),
      StartsWith("league.json: unknown key \"bloks\"; the nearest is \"blocks\"; known: anchors, between_epochs, "));
  CHECK(error(league_text(numbered({random, random}), R"("variants": ["black-lady@4"], "blocks": "3")")) ==
        "league.json: blocks must be a whole number from 1 to 1000000, not \"3\"");
  CHECK(error(league_text(numbered({random, random}), R"("variants": ["black-lady@9"], "blocks": 3)")) ==
        "league.json: variants[0]: black-lady is for 3 to 6 players, not '9'");
  std::string twice = league_text(numbered({random, random}), good);
  twice.replace(twice.find("bot1"), 4, "bot0");
  CHECK(error(twice) == "league.json: entrants[1]: entrants[0] is also called bot0; give one of them another \"name\"");
  CHECK(error(league_text(numbered({random, random}), good), {"--games", "5"}) ==
        "--games cannot be combined with a league file; set it in league.json");
  CHECK_THAT(error(league_text(numbered({random, random}), good + R"(, "one_author_a_table": true)")),
             ContainsSubstring("black-lady@4 needs 4 authors at a table"));
  CHECK(error(league_text(numbered({random, random}), good), {"--memory", "512"}) ==
        "--memory cannot be combined with a league file; set it in league.json");
  CHECK(error(league_text(numbered({random, random}), good + R"(, "resources_max": {"files": 100})")) ==
        "league.json: resources_max.files is 100, but each bot gets 128 (resources.files)");
  CHECK_THAT(error("{"), StartsWith("league.json:1:2: "));
}

}  // namespace league_test
