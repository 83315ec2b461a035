#include "arena/records/run_folder.h"

#include "arena/records/manifest_difference.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/records/spoilt_run.h"

namespace run_folder_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
using Run = SpoiltRun;
namespace json = boost::json;

TEST_CASE("a run is read with its manifest, games, key and places") {
  const Run run;
  const ScratchFolder folder;
  write_file(folder / "games.jsonl", joined(run.lines));
  std::vector<std::string> places;
  int manifests = 0;
  for (const auto& path : {folder.path(), folder / "games.jsonl"}) {
    places.clear();
    const RunSummary summary = read_run(
        path,
        [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
          CHECK(rules.seats() == 4);
          places.push_back(record.id + " " + place.substr(place.rfind(':')));
        },
        [&](const Manifest& manifest) {
          ++manifests;
          CHECK(places.empty());
          CHECK_FALSE(manifest_difference(manifest, run.manifest));
        });
    CHECK(places == std::vector<std::string>{"b0g0 :2", "b0g1 :3", "b0g2 :4", "b0g3 :5"});
    CHECK(summary.games() == 4);
    CHECK(summary.last().manifest.isolation == "user");
    CHECK_FALSE(summary.last().digest);
    CHECK(summary.last().revealed_key == Run::key());
    CHECK(summary.torn_bytes == 0);
  }
  CHECK(manifests == 2);
}

TEST_CASE("a run that has not ended is read as far as it goes") {
  Run run;
  run.lines.pop_back();
  const std::string last = run.lines.back();
  run.lines.back() = last.substr(0, 100);
  const ScratchFolder folder;
  write_file(folder / "games.jsonl", joined(run.lines));
  const RunSummary summary = read_summary(folder.path());
  CHECK(summary.games() == 3);
  CHECK_FALSE(summary.last().revealed_key);
  CHECK(summary.torn_bytes == 100);
}

TEST_CASE("games may be in any order") {
  Run run;
  std::swap(run.lines[1], run.lines[3]);
  CHECK(run.error() == "read");
}

TEST_CASE("a folder or file that is no run is named") {
  const ScratchFolder folder;
  const auto nothing = [](GameRecord&&, const hearts::GameRules&, const std::string&) {};
  CHECK_THROWS_WITH(read_run(folder / "none", nothing), "there is no run '" + (folder / "none").string() +
                                                            "'; give the folder of a run, or its games.jsonl");
  CHECK_THROWS_WITH(read_run(folder.path(), nothing),
                    folder.path().string() + " has no games.jsonl, so it is not the folder of a run");
  CHECK_THROWS_AS(read_run(folder.path(), nothing), InputError);
  write_file(folder / "games.jsonl", "");
  CHECK_THROWS_WITH(read_run(folder.path(), nothing), folder.path().string() + ": nothing has been played yet");
  write_file(folder / "games.jsonl", "{\"v\":3,\"type\":\"run\"");
  CHECK_THROWS_WITH(read_run(folder.path(), nothing), folder.path().string() + ": nothing has been played yet");
}

TEST_CASE("a first line that is not the start of a run is refused") {
  Run run;
  SECTION("a game") {
    run.lines.erase(run.lines.begin());
    CHECK(run.error() == ":1: this is not the start of a run's records: the first line is not of type \"run\"");
  }
  SECTION("some other program's") {
    run.lines[0] = seal_line({{"format", "chess"}, {"version", 3}});
    CHECK(run.error() == ":1: the line has schema none, but this arena reads 3");
  }
  SECTION("another schema") {
    run.change(0, [](json::object& line) { line["v"] = 1; });
    CHECK(run.error() == ":1: the line has schema 1, but this arena reads 3");
  }
  SECTION("another protocol") {
    run.change(0, [](json::object& line) { line["protocol"] = 2; });
    CHECK(run.error() == ":1: the bots of this run spoke protocol 2, but this arena's bots speak 1");
  }
  SECTION("an unknown variant") {
    run.change_manifest([](Manifest& manifest) { manifest.variants[0].id = "whist@4"; });
    CHECK(run.error() ==
          ":1: there is no variant 'whist'; the variants are: royal-classic, royal, tournament-laws, black-lady, "
          "omnibus, deluxe, "
          "green-queen, green-queen-jokers");
  }
  SECTION("rules that have changed") {
    run.change_manifest([](Manifest& manifest) { manifest.variants[0].rules_hash = std::string(64, '0'); });
    CHECK(run.error() == ":1: the rules of black-lady@4+deck.ranks=J,Q,K,A differ from those of this arena");
  }
  SECTION("another number of seats") {
    run.change_manifest([](Manifest& manifest) { manifest.variants[0].seats = 3; });
    CHECK(run.error() == ":1: the rules of black-lady@4+deck.ranks=J,Q,K,A differ from those of this arena");
  }
  SECTION("no bots") {
    run.change_manifest([](Manifest& manifest) { manifest.bots.clear(); });
    CHECK(run.error() == ":1: this is not the start of a run's records: it must have a block, a variant and a bot");
  }
  SECTION("a variant that nobody plays") {
    run.change_manifest([](Manifest& manifest) {
      for (BotEntry& bot : manifest.bots) bot.plays = {"whist*"};
    });
    CHECK(run.error() == ":1: variant black-lady@4+deck.ranks=J,Q,K,A has no bots");
  }
  SECTION("authors that fill no table") {
    run.change_manifest([](Manifest& manifest) {
      manifest.one_author_a_table = true;
      manifest.bots[0].author = manifest.bots[1].author = "Ada";
    });
    CHECK(run.error() == ":1: variant black-lady@4+deck.ranks=J,Q,K,A needs 4 authors at a table, but its bots have 3");
  }
  SECTION("no blocks") {
    run.change_manifest([](Manifest& manifest) { manifest.blocks = 0; });
    CHECK(run.error() == ":1: this is not the start of a run's records: it must have a block, a variant and a bot");
  }
  SECTION("an id of the run that does not follow") {
    run.change(0, [](json::object& line) { line["games"] = 5; });
    CHECK(run.error() == ":1: this is not the start of a run's records: \"run\" does not match the rest of the line");
  }
  SECTION("any key missing or of another type") {
    const json::object whole = json::parse(run.lines[0]).as_object();
    for (const auto& member : whole) {
      const std::string key(member.key());
      if (key == "crc") continue;
      INFO(key);
      run.lines[0] = seal_line(whole);
      run.change(0, [&](json::object& line) { line.erase(key); });
      CHECK(run.error().starts_with(":1: "));
      run.lines[0] = seal_line(whole);
      run.change(0, [&](json::object& line) { line[key] = json::object{{"x", 1}}; });
      CHECK(run.error().starts_with(":1: "));
    }
    const json::object limits = whole.at("limits").as_object();
    CHECK(limits.size() == 10);
    for (const auto& member : limits) {
      INFO(member.key());
      run.lines[0] = seal_line(whole);
      run.change(0, [&](json::object& line) { line["limits"].as_object().erase(member.key()); });
      CHECK(run.error().starts_with(":1: this is not the start of a run's records: "));
    }
  }
}

TEST_CASE("a line that does not belong after the first is refused with its place") {
  Run run;
  SECTION("a second header") {
    run.lines.insert(run.lines.begin() + 2, run.lines[0]);
    CHECK(run.error() == ":3: a line of type \"run\" does not belong after the first line");
  }
  SECTION("an unknown type") {
    run.lines.insert(run.lines.begin() + 2, seal_line({{"v", kRecordVersion}, {"type", "comment\x1B"}}));
    CHECK(run.error().starts_with(":3: a line of type \"comment"));
    CHECK(run.error().find('\x1B') == std::string::npos);
  }
  SECTION("no type") {
    run.lines.insert(run.lines.begin() + 2, seal_line({{"v", kRecordVersion}, {"kind", "game"}}));
    CHECK(run.error() == ":3: a line of type none does not belong after the first line");
  }
  SECTION("a game of another schema") {
    run.change(2, [](json::object& line) { line["v"] = 1; });
    CHECK(run.error() == ":3: the line has schema 1, but this arena reads 3");
  }
  SECTION("a game twice") {
    run.lines[3] = run.lines[2];
    CHECK(run.error() == ":4: duplicate game b0g1");
  }
  SECTION("a game of another variant") {
    const Run other(4, "black-lady@4+deck.ranks=T,J,Q,K");
    run.lines[2] = other.lines[2];
    CHECK(run.error() == ":3: this line belongs to another run than the first line");
    run.change(2, [&](json::object& line) { line["run"] = run_id(run.manifest); });
    CHECK(run.error() == ":3: the run does not play this game's variant");
  }
  SECTION("a game under another variant's name") {
    run.change(2, [](json::object& line) { line["variant"] = "black-lady@4"; });
    CHECK(run.error() == ":3: the run does not play this game's variant");
  }
  SECTION("a game of other rules") {
    run.change(2, [](json::object& line) { line["rules"] = std::string(64, 'a'); });
    CHECK(run.error() == ":3: game b0g1 was played by other rules than the run's");
  }
  SECTION("an id that does not fit") {
    run.change(2, [](json::object& line) { line["id"] = "b0g9"; });
    CHECK(run.error() == ":3: the id does not match the block and the game");
  }
  SECTION("a game out of the schedule") {
    for (const int block : {-1, 1, 536870912, 2147483647}) {
      INFO(block);
      run.change(2, [&](json::object& line) {
        line["block"] = block;
        line["id"] = game_id(block, 1);
      });
      CHECK(run.error() == ":3: the run has no game " + game_id(block, 1));
    }
    for (const int game : {-1, 4, 8, 2147483647}) {
      INFO(game);
      run.change(2, [&](json::object& line) {
        line["block"] = 0;
        line["game"] = game;
        line["id"] = game_id(0, game);
      });
      CHECK(run.error() == ":3: the run has no game " + game_id(0, game));
    }
  }
  SECTION("a bot that is not of this run, in any seat") {
    for (const std::size_t seat : {0U, 3U}) {
      run.change(2, [&](json::object& line) {
        line["bots"] = {"ann", "bob", "cyd", "dan"};
        line["bots"].as_array()[seat] = "stranger";
      });
      CHECK(run.error() == ":3: game b0g1 seats 'stranger', which is not a bot of this run");
    }
  }
  SECTION("a line of another run, or of none") {
    for (const std::size_t line : {2U, 5U}) {
      Run other;
      const std::string place =
          ":" + std::to_string(line + 1) + ": this line belongs to another run than the first line";
      other.change(line, [](json::object& object) { object["run"] = "0123456789abcdef"; });
      CHECK(other.error() == place);
      other.change(line, [](json::object& object) { object["run"] = 7; });
      CHECK(other.error() == place);
      other.change(line, [](json::object& object) { object.erase("run"); });
      CHECK(other.error() == place);
    }
  }
  SECTION("a damaged line") {
    run.lines[2][40] = static_cast<char>(run.lines[2][40] ^ 4);
    CHECK(run.error().starts_with(":3: damaged: the checksum is "));
  }
}

TEST_CASE("the last line must be the end of this run") {
  Run run;
  SECTION("a game after it") {
    std::swap(run.lines[4], run.lines[5]);
    run.change(4, [](json::object& line) { line["games"] = 3; });
    CHECK(run.error() == ":6: a line after the end of the run");
  }
  SECTION("a second end") {
    run.lines.push_back(run.lines.back());
    CHECK(run.error() == ":7: a line after the end of the run");
  }
  SECTION("another number of games") {
    run.lines.erase(run.lines.begin() + 2);
    CHECK(run.error() == ":5: the run ended with 4 games, but the file has 3");
  }
  SECTION("a key that was not committed to") {
    run.change(5, [](json::object& line) { line["key"] = RunKey::from_seed("another").to_hex(); });
    CHECK(run.error() == ":6: the key is not the one that the first line commits to");
  }
  SECTION("no key") {
    run.change(5, [](json::object& line) { line["key"] = "secret"; });
    CHECK(run.error() == ":6: this is not the end of a run");
    run.change(5, [](json::object& line) { line.erase("key"); });
    CHECK(run.error() == ":6: this is not the end of a run");
  }
}

TEST_CASE("the games of a run may be of several variants") {
  const Run run(made_league({"black-lady@4+deck.ranks=J,Q,K,A", "royal-classic@2+deck.ranks=Q,K,A+pass.count=1"},
                            Run::key(), 4, 2));
  CHECK(run.lines.size() == 1 + 4 + 2 + 1);
  CHECK(run.error() == "read");
}

TEST_CASE("the manifests in a file are found wherever they are") {
  const Run run;
  const Run other(made_league({"black-lady@3"}, Run::key(), 3, 1));
  const ScratchFolder folder;
  const auto ids = [&](const std::string& text) {
    write_file(folder / "games.jsonl", text);
    std::vector<std::string> found;
    for (const Manifest& manifest : read_manifests(folder / "games.jsonl")) found.push_back(run_id(manifest));
    return found;
  };
  const std::string first = run_id(run.manifest);
  const std::string second = run_id(other.manifest);
  CHECK(ids(joined(run.lines)) == std::vector<std::string>{first});
  CHECK(ids(joined(run.lines) + joined(other.lines)) == std::vector<std::string>{first, second});
  CHECK(ids(run.lines[2] + run.lines[0] + run.lines[1] + run.lines[0]) == std::vector<std::string>{first, first});
  CHECK(ids(run.lines[1]).empty());
  CHECK(ids("").empty());
  // A torn one is none.
  CHECK(ids(run.lines[1] + run.lines[0].substr(0, run.lines[0].size() - 1)).empty());
  std::string damaged = run.lines[0];
  damaged[100] = static_cast<char>(damaged[100] ^ 1);
  CHECK_THROWS_WITH(ids(run.lines[1] + damaged), ContainsSubstring("games.jsonl:2: damaged"));
}

}  // namespace run_folder_test
