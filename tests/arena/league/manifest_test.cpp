#include "arena/league/manifest.h"

#include <boost/json/serialize.hpp>
#include <functional>

#include "arena/chance/run_key.h"
#include "arena/league/json_file.h"
#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/arena/records/made_games.h"
#include "tests/catch.h"

using namespace arena;
using namespace arena::test;

namespace {

const RunKey kKey = RunKey::from_seed("7");

Manifest odd_manifest() {
  Manifest manifest = made_manifest("royal-classic@5", kKey, 3, 12345, {7, true});
  manifest.bots[0].author = "Ada";
  manifest.bots[0].version = "1.2";
  manifest.bots[1].command = {"/a b/c", {"python3", "./bot.py", ""}};
  int next = 1;
  for (auto* time : {&manifest.limits.startup, &manifest.limits.move, &manifest.limits.bank, &manifest.limits.increment,
                     &manifest.limits.grace, &manifest.limits.quit}) {
    *time = std::chrono::milliseconds(next++ * 1000 + 1);
  }
  manifest.limits.tries = 8;
  manifest.limits.faults = 9;
  manifest.limits.stray_lines = 10;
  manifest.limits.live_events = true;
  manifest.reveal_names = true;
  return manifest;
}

std::string difference_after(const std::function<void(Manifest&)>& change) {
  Manifest changed = odd_manifest();
  change(changed);
  return manifest_difference(odd_manifest(), changed);
}

}  // namespace

TEST_CASE("a manifest comes back from its line as it was") {
  for (const Manifest& manifest : {odd_manifest(), made_manifest("black-lady@4", kKey, 4, 1)}) {
    const Manifest back = read_manifest(manifest_json(manifest, "box"), "here");
    CHECK(back.variant == manifest.variant);
    CHECK(back.rules_hash == manifest.rules_hash);
    CHECK(back.bots == manifest.bots);
    CHECK(back.games == manifest.games);
    CHECK(back.length.hands_max == manifest.length.hands_max);
    CHECK(back.length.fixed == manifest.length.fixed);
    CHECK(back.limits == manifest.limits);
    CHECK(back.reveal_names == manifest.reveal_names);
    CHECK(back.commitment == manifest.commitment);
    CHECK(manifest_difference(manifest, back).empty());
  }
}

TEST_CASE("a manifest's line has a fixed shape") {
  const Manifest manifest = made_manifest("black-lady@4", kKey, 1, 8);
  CHECK(boost::json::serialize(manifest_json(manifest, "none")) ==
        R"({"v":1,"type":"run","protocol":1,"variant":"black-lady@4","rules":")" + manifest.rules_hash +
            R"(","bots":[{"name":"ann","hash":")" + manifest.bots[0].hash +
            R"(","folder":"/bots","command":["./ann"]}],"games":8,"hands_max":50,"hands_fixed":false,"limits":)"
            R"({"startup_ms":10000,"move_ms":500,"bank_ms":30000,"increment_ms":0,"grace_ms":100,"quit_ms":500,)"
            R"("tries":3,"faults":3,"stray_lines":200,"live_events":false},"reveal_names":false,"isolation":"none",)"
            R"("commitment":"574d4d31e4a9cc527a149bfc803f99b19ddcaee807a2cd72cc93bbb7789614f0"})");
}

TEST_CASE("each difference of two runs has its sentence") {
  CHECK(difference_after([](Manifest&) {}).empty());
  CHECK(difference_after([](Manifest& m) { m.variant = "black-lady@4"; }) ==
        "it plays royal-classic@5, not black-lady@4");
  CHECK(difference_after([](Manifest& m) { m.rules_hash = "x"; }) == "the rules of royal-classic@5 have changed since");
  CHECK(difference_after([](Manifest& m) { m.bots.pop_back(); }) == "it has 3 bots, not 2");
  CHECK(difference_after([](Manifest& m) { std::swap(m.bots[1], m.bots[2]); }) == "its bot 2 is bob, not cyd");
  CHECK(difference_after([](Manifest& m) { m.bots[2].hash = "x"; }) ==
        "the files or the command of cyd have changed since");
  CHECK(difference_after([](Manifest& m) { m.games = 8; }) == "it is for 12345 games, not 8");
  CHECK(difference_after([](Manifest& m) { m.length.hands_max = 8; }) == "its games have another number of hands");
  CHECK(difference_after([](Manifest& m) { m.length.fixed = false; }) == "its games have another number of hands");
  CHECK(difference_after([](Manifest& m) { m.reveal_names = false; }) == "it reveals names differently");
  CHECK(difference_after([](Manifest& m) { m.commitment = "x"; }) == "it was started from another seed");
  using std::chrono::milliseconds;
  for (auto limit :
       {&Limits::startup, &Limits::move, &Limits::bank, &Limits::increment, &Limits::grace, &Limits::quit}) {
    CHECK(difference_after([&](Manifest& m) { m.limits.*limit += milliseconds(1); }) ==
          "it has other limits of time or patience");
  }
  for (auto limit : {&Limits::tries, &Limits::faults, &Limits::stray_lines}) {
    CHECK(difference_after([&](Manifest& m) { ++(m.limits.*limit); }) == "it has other limits of time or patience");
  }
  CHECK(difference_after([](Manifest& m) { m.limits.live_events = false; }) ==
        "it has other limits of time or patience");
}

TEST_CASE("where the bots lie is no difference") {
  CHECK(difference_after([](Manifest& m) {
          m.bots[0].command.folder = "/elsewhere";
          m.bots[0].author = "Bob";
        }).empty());
}

TEST_CASE("the hash of the rules is of every key and not of the id") {
  const hearts::Rules rules = hearts::resolve_variant("black-lady@4");
  const std::string hash = rules_hash(rules);
  CHECK(hash.size() == 64);
  CHECK(rules_hash(hearts::resolve_variant("black-lady")) == hash);
  CHECK(rules_hash(hearts::resolve_variant("black-lady@4+match.limit=100")) == hash);
  hearts::Rules renamed = rules;
  renamed.id = "another";
  CHECK(rules_hash(renamed) == hash);
  for (const char* change : {"match.limit=99", "pass.count=2", "score.floor=0", "moon.amount=points_in_play"}) {
    CHECK(rules_hash(hearts::resolve_variant("black-lady@4+" + std::string(change))) != hash);
  }
  CHECK(rules_hash(hearts::resolve_variant("black-lady@4+no_blood")) != hash);
}

TEST_CASE("a line that is no manifest is named with its place") {
  boost::json::object line = manifest_json(odd_manifest(), "box");
  line["type"] = "game";
  CHECK_THROWS_WITH(read_manifest(line, "x/games.jsonl:1"),
                    "x/games.jsonl:1: this is not the start of a run's records: the first line is not of type \"run\"");
  line["type"] = "run";
  line["v"] = 2;
  CHECK_THROWS_WITH(read_manifest(line, "x/games.jsonl:1"),
                    "x/games.jsonl:1: this is not the start of a run's records: it has schema 2, this arena reads 1");
  CHECK_THROWS_AS(read_manifest({}, "x/games.jsonl:1"), InputError);
}
