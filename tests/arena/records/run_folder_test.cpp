#include "arena/records/run_folder.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <functional>

#include "arena/league/json_file.h"
#include "arena/records/record_line.h"
#include "engine/variants/registry.h"
#include "tests/arena/records/made_games.h"
#include "tests/arena/records/scratch_folder.h"
#include "tests/catch.h"

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;

namespace {

const RunKey kKey = RunKey::from_seed("run folder");

/// The lines of a small run, to be spoilt.
struct Run {
  explicit Run(int games = 4, const std::string& variant = "black-lady@4+deck.ranks=J,Q,K,A")
      : manifest(made_manifest(variant, kKey, 4, games)),
        lines(made_lines(manifest, made_games(manifest, hearts::GameRules(hearts::resolve_variant(variant)), kKey),
                         kKey)) {}

  /// Changes a line's object and seals it again.
  void change(std::size_t line, const std::function<void(json::object&)>& change) {
    json::object object = json::parse(lines.at(line)).as_object();
    object.erase("crc");
    change(object);
    lines.at(line) = seal_line(object);
  }
  /// Which error reading it is, without the name of the file.
  std::string error() const {
    const ScratchFolder folder;
    write_bytes(folder / "games.jsonl", joined(lines));
    try {
      read_run(folder.path(), [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
    } catch (const InputError& error) {
      const std::string text = error.what();
      const std::string file = (folder / "games.jsonl").string();
      REQUIRE(text.starts_with(file));
      CHECK(text.find('\n') == std::string::npos);
      return text.substr(file.size());
    }
    return "read";
  }

  Manifest manifest;
  std::vector<std::string> lines;
};

}  // namespace

TEST_CASE("a run is read with its manifest, games, key and places") {
  const Run run;
  const ScratchFolder folder;
  write_bytes(folder / "games.jsonl", joined(run.lines));
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
          CHECK(manifest_difference(manifest, run.manifest).empty());
        });
    CHECK(places == std::vector<std::string>{"b0g0 :2", "b0g1 :3", "b0g2 :4", "b0g3 :5"});
    CHECK(summary.games == 4);
    CHECK(summary.isolation == "box");
    CHECK(summary.revealed_key == kKey);
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
  write_bytes(folder / "games.jsonl", joined(run.lines));
  const RunSummary summary = read_run(folder.path(), [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
  CHECK(summary.games == 3);
  CHECK_FALSE(summary.revealed_key);
  CHECK(summary.torn_bytes == 100);
}

TEST_CASE("games may stand in any order") {
  Run run;
  std::swap(run.lines[1], run.lines[3]);
  CHECK(run.error() == "read");
}

TEST_CASE("a folder or file that is no run is named") {
  const ScratchFolder folder;
  const auto nothing = [](GameRecord&&, const hearts::GameRules&, const std::string&) {};
  CHECK_THROWS_WITH(read_run(folder / "none", nothing), "there is no run " + (folder / "none").string());
  CHECK_THROWS_WITH(read_run(folder.path(), nothing),
                    folder.path().string() + " has no games.jsonl: it is no folder of a run");
  CHECK_THROWS_AS(read_run(folder.path(), nothing), InputError);
  write_bytes(folder / "games.jsonl", "");
  CHECK_THROWS_WITH(read_run(folder.path(), nothing), (folder / "games.jsonl").string() + ": it has no whole line");
  write_bytes(folder / "games.jsonl", "{\"v\":1,\"type\":\"run\"");
  CHECK_THROWS_WITH(read_run(folder.path(), nothing), (folder / "games.jsonl").string() + ": it has no whole line");
}

TEST_CASE("a first line that is not the start of a run is refused") {
  Run run;
  SECTION("a game") {
    run.lines.erase(run.lines.begin());
    CHECK(run.error() == ":1: this is not the start of a run's records: the first line is not of type \"run\"");
  }
  SECTION("some other program's") {
    run.lines[0] = seal_line({{"format", "chess"}, {"version", 3}});
    CHECK(run.error() == ":1: the line has schema none, this arena reads 1");
  }
  SECTION("another schema") {
    run.change(0, [](json::object& line) { line["v"] = 2; });
    CHECK(run.error() == ":1: the line has schema 2, this arena reads 1");
  }
  SECTION("an unknown variant") {
    run.change(0, [](json::object& line) { line["variant"] = "whist@4"; });
    CHECK(run.error() == ":1: there is no variant 'whist'; known: royal-classic, black-lady");
  }
  SECTION("rules that have changed") {
    run.change(0, [](json::object& line) { line["rules"] = std::string(64, '0'); });
    CHECK(run.error() == ":1: the rules of black-lady@4+deck.ranks=J,Q,K,A are not those of this arena");
  }
  SECTION("no bots") {
    run.change(0, [](json::object& line) { line["bots"] = json::array(); });
    CHECK(run.error() == ":1: it has 0 bots for 4 seats");
  }
  SECTION("more bots than seats") {
    run.change(0, [](json::object& line) {
      json::array& bots = line["bots"].as_array();
      bots.push_back(bots[0]);
    });
    CHECK(run.error() == ":1: it has 5 bots for 4 seats");
  }
  SECTION("no games") {
    run.change(0, [](json::object& line) { line["games"] = 0; });
    CHECK(run.error() == ":1: this is not the start of a run's records: it is for no game or no hand");
  }
  SECTION("any key missing or of another type") {
    const json::object whole = json::parse(run.lines[0]).as_object();
    for (const auto& member : whole) {
      const std::string key(member.key());
      if (key == "crc" || key == "protocol" || key == "isolation") continue;  // for people
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
    run.lines.insert(run.lines.begin() + 2, seal_line({{"v", 1}, {"type", "comment\x1B"}}));
    CHECK(run.error().starts_with(":3: a line of type \"comment"));
    CHECK(run.error().find('\x1B') == std::string::npos);
  }
  SECTION("no type") {
    run.lines.insert(run.lines.begin() + 2, seal_line({{"v", 1}, {"kind", "game"}}));
    CHECK(run.error() == ":3: a line of type none does not belong after the first line");
  }
  SECTION("a game of another schema") {
    run.change(2, [](json::object& line) { line["v"] = 2; });
    CHECK(run.error() == ":3: the line has schema 2, this arena reads 1");
  }
  SECTION("a game twice") {
    run.lines[3] = run.lines[2];
    CHECK(run.error() == ":4: game b0g1 stands twice");
  }
  SECTION("a game of another variant") {
    const Run other(4, "black-lady@4+deck.ranks=T,J,Q,K");
    run.lines[2] = other.lines[2];
    CHECK(run.error().starts_with(":3: "));
  }
  SECTION("a game under another variant's name") {
    run.change(2, [](json::object& line) { line["variant"] = "black-lady@4"; });
    CHECK(run.error() == ":3: game b0g1 is not of this run");
  }
  SECTION("a game of other rules") {
    run.change(2, [](json::object& line) { line["rules"] = std::string(64, 'a'); });
    CHECK(run.error() == ":3: game b0g1 is not of this run");
  }
  SECTION("an id that does not fit") {
    run.change(2, [](json::object& line) { line["id"] = "b0g9"; });
    CHECK(run.error() == ":3: the id does not fit block and game");
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
    CHECK(run.error() == ":6: a game after the end of the run");
  }
  SECTION("a second end") {
    run.lines.push_back(run.lines.back());
    CHECK(run.error() == ":7: this is no end of a run");
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
    CHECK(run.error() == ":6: this is no end of a run");
    run.change(5, [](json::object& line) { line.erase("key"); });
    CHECK(run.error() == ":6: this is no end of a run");
  }
}
