#include "arena/records/manifest.h"

#include <boost/json/serialize.hpp>
#include <functional>
#include <limits>
#include <set>

#include "arena/base/seeds/run_key.h"
#include "arena/base/text/input_error.h"
#include "arena/records/manifest_difference.h"
#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace manifest_test {

using namespace arena;
using namespace arena::test;

namespace {

const RunKey kKey = RunKey::from_seed("7");

Manifest odd_manifest() {
  Manifest manifest = made_league({"royal-classic@5", "black-lady@3"}, kKey, 3, 77, {7, true});
  manifest.variants[1].weight = 3;
  manifest.bots[0].author = "Ada";
  manifest.bots[0].version = "1.2";
  manifest.bots[2].plays = {"royal*", "*@3"};
  manifest.bots[1].command = {"/a b/c", {"python3", "./bot.py", ""}};
  manifest.bots[1].command.resources = {2048, 2, 65, 63, 255, 63, 0};
  int next = 1;
  for (auto* time : {&manifest.limits.startup, &manifest.limits.move, &manifest.limits.bank, &manifest.limits.increment,
                     &manifest.limits.grace, &manifest.limits.quit}) {
    *time = std::chrono::milliseconds(next++ * 1000 + 1);
  }
  manifest.limits.tries = 8;
  manifest.limits.faults = 9;
  manifest.limits.stray_lines = 10;
  manifest.limits.live_events = true;
  manifest.limits.freeze = true;
  manifest.reveal_names = true;
  manifest.one_author_a_table = true;
  manifest.duplicate_deals = false;
  manifest.drops_caches = true;
  manifest.given_deals = 12;
  manifest.given_deals_hash = std::string(64, 'd');
  manifest.faulty_deals = 5;
  manifest.duel = {SequentialTest::Measure::margin, -0.25, 1.5, 0.01, 0.2};
  manifest.entropy = "lottery of May 3: 5 8 13";
  return manifest;
}

std::string difference_after(const std::function<void(Manifest&)>& change) {
  Manifest changed = odd_manifest();
  change(changed);
  return manifest_difference(odd_manifest(), changed).value_or("");
}

}  // namespace

TEST_CASE("a manifest comes back from its line as it was") {
  for (const Manifest& manifest : {odd_manifest(), made_manifest("black-lady@4", kKey, 4, 1)}) {
    const Manifest back = read_manifest(manifest_json(manifest), "here");
    REQUIRE(back.variants.size() == manifest.variants.size());
    for (std::size_t i = 0; i < back.variants.size(); ++i) {
      CHECK(back.variants[i].id == manifest.variants[i].id);
      CHECK(back.variants[i].rules_hash == manifest.variants[i].rules_hash);
      CHECK(back.variants[i].seats == manifest.variants[i].seats);
      CHECK(back.variants[i].weight == manifest.variants[i].weight);
      CHECK(back.variants[i].length.hands_max == manifest.variants[i].length.hands_max);
      CHECK(back.variants[i].length.fixed == manifest.variants[i].length.fixed);
    }
    std::vector<BotEntry> bots = manifest.bots;
    for (BotEntry& bot : bots) bot.command.folder.clear();  // it is no one's business
    CHECK(back.bots == bots);
    CHECK(back.blocks == manifest.blocks);
    CHECK(back.games == manifest.games);
    CHECK(back.limits == manifest.limits);
    CHECK(back.reveal_names == manifest.reveal_names);
    CHECK(back.one_author_a_table == manifest.one_author_a_table);
    CHECK(back.duplicate_deals == manifest.duplicate_deals);
    CHECK(back.drops_caches == manifest.drops_caches);
    CHECK(back.given_deals == manifest.given_deals);
    CHECK(back.given_deals_hash == manifest.given_deals_hash);
    CHECK_FALSE(back.deals);
    CHECK(back.faulty_deals == manifest.faulty_deals);
    CHECK(back.duel == manifest.duel);
    CHECK(back.arena == manifest.arena);
    CHECK(back.isolation == manifest.isolation);
    CHECK(back.commitment == manifest.commitment);
    CHECK(back.entropy == manifest.entropy);
    CHECK_FALSE(manifest_difference(manifest, back));
    CHECK(run_id(back) == run_id(manifest));
  }
}

TEST_CASE("a manifest's line has a fixed shape") {
  const Manifest manifest = made_manifest("black-lady@4", kKey, 1, 8);
  CHECK(boost::json::serialize(manifest_json(manifest)) ==
        R"({"v":3,"type":"run","run":")" + run_id(manifest) +
            R"(","protocol":1,"variants":[{"variant":"black-lady@4","rules":")" + manifest.variants[0].rules_hash +
            R"(","seats":4,"weight":1,"hands_max":50,"hands_fixed":false}],"bots":[{"name":"ann","hash":")" +
            manifest.bots[0].hash +
            R"(","command":["./ann"],"resources":{"memory_mb":1024,"processes":1,"threads":64,"tmp_mb":64,"files":128,)"
            R"("stderr_kb":64,"idle_cpu_ms":5000}}],"blocks":8,"games":8,"limits":)"
            R"({"startup_ms":10000,"move_ms":500,"bank_ms":30000,"increment_ms":0,"grace_ms":100,"quit_ms":500,)"
            R"("tries":3,"faults":3,"stray_lines":200,"live_events":false},"reveal_names":false,)"
            R"("one_author_a_table":false,"arena":"0.1.0","isolation":"user",)"
            R"("commitment":"574d4d31e4a9cc527a149bfc803f99b19ddcaee807a2cd72cc93bbb7789614f0","rule_keys":77})");
}

TEST_CASE("a run that looks for its first bots says so in its line, and a later stage who was left out") {
  Manifest manifest = made_league({"black-lady@4"}, kKey, 5, 8);
  CHECK_FALSE(manifest_json(manifest).contains("until"));
  CHECK_FALSE(manifest.may_end_early());
  manifest.until_first = 2;
  manifest.stage = {2, 64, 64, 256, std::string(64, 'a'), {"bad"}, {"weak", "weaker"}};
  for (ManifestVariant& variant : manifest.variants) variant.blocks = 8;
  const boost::json::object line = manifest_json(manifest);
  CHECK(boost::json::serialize(line.at("until")) == R"({"first":2})");
  CHECK(boost::json::serialize(line.at("stage").at("outclassed")) == R"(["weak","weaker"])");
  const Manifest back = read_manifest(line, "here");
  CHECK(back.until_first == 2);
  CHECK(back.stage == manifest.stage);
  CHECK(back.may_end_early());
  Manifest other = manifest;
  other.until_first = 3;
  CHECK(manifest_difference(manifest, other) == "it looks for its first 2 bots");
  other.until_first = 5;
  CHECK_THROWS_WITH(read_manifest(manifest_json(other), "here"),
                    Catch::Matchers::ContainsSubstring("it looks for too many first bots"));
  other.until_first = 0;
  CHECK(manifest_difference(other, manifest) == "it does not look for its first bots");
}

TEST_CASE("each difference of two runs has its sentence") {
  CHECK(difference_after([](Manifest&) {}).empty());
  CHECK(difference_after([](Manifest& m) { m.variants.pop_back(); }) == "it has 2 variants, not 1");
  CHECK(difference_after([](Manifest& m) { m.variants[0].id = "black-lady@4"; }) ==
        "it plays royal-classic@5, not black-lady@4");
  CHECK(difference_after([](Manifest& m) { m.variants[1].rules_hash = "x"; }) ==
        "the rules of black-lady@3 have changed since");
  CHECK(difference_after([](Manifest& m) { m.variants[1].weight = 1; }) == "it gives black-lady@3 another weight");
  CHECK(difference_after([](Manifest& m) { m.variants[0].length.hands_max = 8; }) ==
        "its games of royal-classic@5 have another number of hands");
  CHECK(difference_after([](Manifest& m) { m.variants[1].length.fixed = false; }) ==
        "its games of black-lady@3 have another number of hands");
  CHECK(difference_after([](Manifest& m) { m.bots.pop_back(); }) == "it has 3 bots, not 2");
  CHECK(difference_after([](Manifest& m) { std::swap(m.bots[1], m.bots[2]); }) == "its bot 2 is bob, not cyd");
  CHECK(difference_after([](Manifest& m) { m.bots[2].hash = "x"; }) ==
        "the files or the command of cyd have changed since");
  CHECK(difference_after([](Manifest& m) { m.blocks = 8; }) == "it has 77 blocks, not 8");
  CHECK(difference_after([](Manifest& m) { m.games = 8; }) == "its manifest differs");
  for (const auto field : {&BotEntry::author, &BotEntry::version}) {
    CHECK(difference_after([&](Manifest& m) { m.bots[0].*field = "x"; }) ==
          "ann has another author or version, or plays other variants");
  }
  CHECK(difference_after([](Manifest& m) { m.bots[2].plays.pop_back(); }) ==
        "cyd has another author or version, or plays other variants");
  for (const ResourceKey& key : resource_keys()) {
    CHECK(difference_after([&](Manifest& m) { m.bots[0].command.resources.*key.value = 77; }) ==
          "it gives ann " + std::string(key.name) + " " + std::to_string(Resources{}.*key.value) + ", not 77");
  }
  CHECK(difference_after([](Manifest& m) { m.reveal_names = false; }) ==
        "it differs in whether bots see the names of the others");
  CHECK(difference_after([](Manifest& m) { m.one_author_a_table = false; }) ==
        "it differs in whether bots of one author may sit at one table");
  CHECK(difference_after([](Manifest& m) { m.duplicate_deals = true; }) ==
        "the games of its blocks have different deals");
  CHECK(difference_after([](Manifest& m) { m.drops_caches = false; }) == "it drops the kernel's caches between epochs");
  CHECK(difference_after([](Manifest& m) { m.given_deals_hash = "x"; }) == "it has other given deals (12 deals)");
  CHECK(difference_after([](Manifest& m) { m.faulty_deals = 6; }) == "one in 5 of its deals is faulty");
  CHECK(difference_after([](Manifest& m) { m.duel->beta = 0.1; }) == "it is a duel with another test");
  CHECK(difference_after([](Manifest& m) { m.duel.reset(); }) == "it is a duel");
  CHECK(difference_after([](Manifest& m) { m.arena = "x"; }) == "it was played by arena 0.1.0, and this is arena x");
  CHECK(difference_after([](Manifest& m) { m.isolation = "x"; }) == "its bots ran at isolation 'user', not 'x'");
  CHECK(difference_after([](Manifest& m) { m.commitment = "x"; }) == "it was started with another seed");
  CHECK(difference_after([](Manifest& m) { m.entropy = "x"; }) == "it has other --entropy");
  using std::chrono::milliseconds;
  for (auto limit :
       {&Limits::startup, &Limits::move, &Limits::bank, &Limits::increment, &Limits::grace, &Limits::quit}) {
    CHECK(difference_after([&](Manifest& m) { m.limits.*limit += milliseconds(1); }) == "it has other limits");
  }
  for (auto limit : {&Limits::tries, &Limits::faults, &Limits::stray_lines}) {
    CHECK(difference_after([&](Manifest& m) { ++(m.limits.*limit); }) == "it has other limits");
  }
  CHECK(difference_after([](Manifest& m) { m.limits.live_events = false; }) == "it has other limits");
  CHECK(difference_after([](Manifest& m) { m.limits.freeze = false; }) == "it has other limits");
}

TEST_CASE("the folder of the bots makes no difference") {
  CHECK(difference_after([](Manifest& m) { m.bots[0].command.folder = "/elsewhere"; }).empty());
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

TEST_CASE("a run without chosen deals does not speak of them") {
  const boost::json::object line = manifest_json(made_manifest("black-lady@4", kKey, 4, 1));
  CHECK_FALSE(line.contains("deals"));
  CHECK_FALSE(line.contains("faulty_deals"));
  Manifest other = made_manifest("black-lady@4", kKey, 4, 1);
  other.faulty_deals = 3;
  CHECK(manifest_difference(made_manifest("black-lady@4", kKey, 4, 1), other) == "it has no faulty deals");
  other.faulty_deals = 0;
  other.given_deals = 1;
  other.given_deals_hash = std::string(64, 'd');
  CHECK(manifest_difference(made_manifest("black-lady@4", kKey, 4, 1), other) == "it has no given deals");
}

TEST_CASE("a run that is no duel does not speak of one") {
  const Manifest plain = made_manifest("black-lady@4", kKey, 4, 1);
  CHECK_FALSE(manifest_json(plain).contains("duel"));
  Manifest other = plain;
  other.duel = SequentialTest{};
  CHECK(manifest_difference(plain, other) == "it is not a duel");
}

TEST_CASE("a duel of a manifest has a test that there is") {
  const auto refused = [](const char* key, const boost::json::value& value, const char* why) {
    boost::json::object line = manifest_json(odd_manifest());
    line["duel"].as_object()[key] = value;
    CHECK_THROWS_WITH(read_manifest(line, "here"), Catch::Matchers::ContainsSubstring(why));
  };
  refused("measure", "wins", "a duel must measure elo or margin");
  refused("high", -0.25, "margin1 must be greater than margin0 by 0.001 or more, but margin0 is ");
  refused("low", -1001, "margin0 must be from -1000 to 1000, not -1001");
  refused("alpha", 0, "alpha must be from 0.001 to 0.4, not 0");
  refused("beta", "x", "");
  refused("forfeits_max", 1.5, "forfeits_max must be from 0 to 1, not 1.5");
  refused("version", 3, "this arena does not know version 3 of the test");
}

TEST_CASE("a duel of an earlier arena keeps its test, and its receipt") {
  Manifest manifest = odd_manifest();
  manifest.duel->version = 1;
  boost::json::object line = manifest_json(manifest);
  CHECK(line.at("duel").as_object().size() == 5);
  const Manifest back = read_manifest(line, "here");
  CHECK(back.duel.value().version == 1);
  CHECK(receipt_of(back) == receipt_of(manifest));
}

TEST_CASE("chosen deals of a manifest have their bounds") {
  const auto refused = [](const char* key, const boost::json::value& value) {
    boost::json::object line = manifest_json(odd_manifest());
    line[key] = value;
    CHECK_THROWS_AS(read_manifest(line, "here"), InputError);
  };
  refused("faulty_deals", 0);
  refused("faulty_deals", 1001);
  refused("deals", 1);
  refused("deals", {{"given", 0}, {"hash", std::string(64, 'd')}});
  refused("deals", {{"given", 100'001}, {"hash", std::string(64, 'd')}});
  refused("deals", {{"given", 1}, {"hash", "d"}});
  refused("deals", {{"given", 1}});
}

TEST_CASE("a line that is no manifest is named with its place") {
  boost::json::object line = manifest_json(odd_manifest());
  line["type"] = "game";
  CHECK_THROWS_WITH(read_manifest(line, "x/games.jsonl:1"),
                    "x/games.jsonl:1: this is not the start of a run's records: the first line is not of type \"run\"");
  line["type"] = "run";
  line["v"] = 1;
  CHECK_THROWS_WITH(
      read_manifest(line, "x/games.jsonl:1"),
      "x/games.jsonl:1: this is not the start of a run's records: it has schema 1, but this arena reads 3");
  CHECK_THROWS_AS(read_manifest({}, "x/games.jsonl:1"), InputError);
}

TEST_CASE("the id of a run is of all that equal runs have in common and of nothing else") {
  const std::string id = run_id(odd_manifest());
  CHECK(id.size() == 16);
  CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  std::set<std::string> ids = {id};
  const auto with = [](const std::function<void(Manifest&)>& change) {
    Manifest changed = odd_manifest();
    change(changed);
    return run_id(changed);
  };
  const std::vector<std::function<void(Manifest&)>> changes = {
      [](Manifest& m) { std::swap(m.variants[0], m.variants[1]); },
      [](Manifest& m) { m.variants[0].id += "+x"; },
      [](Manifest& m) { m.variants[0].rules_hash = "x"; },
      [](Manifest& m) { ++m.variants[0].seats; },
      [](Manifest& m) { ++m.variants[0].weight; },
      [](Manifest& m) { ++m.variants[0].length.hands_max; },
      [](Manifest& m) { m.variants[0].length.fixed = false; },
      [](Manifest& m) { std::swap(m.bots[0], m.bots[1]); },
      [](Manifest& m) { m.bots[0].name = "x"; },
      [](Manifest& m) { m.bots[0].author = "x"; },
      [](Manifest& m) { m.bots[0].version = "x"; },
      [](Manifest& m) { m.bots[0].hash = "x"; },
      [](Manifest& m) { m.bots[0].plays = {"x"}; },
      [](Manifest& m) { m.bots[0].command.words.push_back("x"); },
      [](Manifest& m) { ++m.blocks; },
      [](Manifest& m) { ++m.games; },
      [](Manifest& m) { ++m.limits.tries; },
      [](Manifest& m) { m.reveal_names = false; },
      [](Manifest& m) { m.one_author_a_table = false; },
      [](Manifest& m) { m.duplicate_deals = true; },
      [](Manifest& m) { m.drops_caches = false; },
      [](Manifest& m) { m.given_deals = 0; },
      [](Manifest& m) { ++m.given_deals; },
      [](Manifest& m) { m.given_deals_hash = "x"; },
      [](Manifest& m) { m.faulty_deals = 0; },
      [](Manifest& m) { ++m.faulty_deals; },
      [](Manifest& m) { m.duel.reset(); },
      [](Manifest& m) { m.duel->measure = SequentialTest::Measure::elo; },
      [](Manifest& m) { m.duel->low = -1; },
      [](Manifest& m) { m.duel->high = 2; },
      [](Manifest& m) { m.duel->alpha = 0.02; },
      [](Manifest& m) { m.duel->beta = 0.3; },
      [](Manifest& m) { m.duel->forfeits_max = 0.3; },
      [](Manifest& m) { m.duel->version = 1; },
      [](Manifest& m) { m.arena = "x"; },
      [](Manifest& m) { m.isolation = "x"; },
      [](Manifest& m) { m.commitment = "x"; },
      [](Manifest& m) { m.entropy = "x"; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    INFO("change " << i);
    CHECK(ids.insert(with(changes[i])).second);
  }
  for (const ResourceKey& key : resource_keys()) {
    CHECK(ids.insert(with([&](Manifest& m) { m.bots[1].command.resources.*key.value = 77; })).second);
  }
  CHECK(with([](Manifest& m) { m.bots[0].command.folder = "/elsewhere"; }) == id);
  CHECK(with([](Manifest& m) { m.bots[0].files = BotFiles::named; }) == id);
  CHECK(manifest_json(odd_manifest()).at("run") == boost::json::value(id));
}

TEST_CASE("the receipt is known before the entropy, and the run's id begins as it does without") {
  Manifest manifest = odd_manifest();
  const std::string receipt = receipt_of(manifest);
  CHECK(receipt.size() == 64);
  CHECK(run_id(manifest) != receipt.substr(0, 16));
  manifest.entropy.clear();
  CHECK(receipt_of(manifest) == receipt);
  CHECK(run_id(manifest) == receipt.substr(0, 16));
  ++manifest.limits.tries;
  CHECK(receipt_of(manifest) != receipt);
}

TEST_CASE("a first line that was changed by hand is no manifest") {
  const boost::json::object whole = manifest_json(odd_manifest());
  const auto error = [&](const std::function<void(boost::json::object&)>& change) -> std::string {
    boost::json::object line = whole;
    change(line);
    try {
      read_manifest(line, "here");
    } catch (const InputError& problem) {
      return problem.what();
    }
    return "read";
  };
  const std::string start = "here: this is not the start of a run's records: ";
  const auto bot = [](boost::json::object& line, std::size_t i) -> boost::json::object& {
    return line["bots"].as_array().at(i).as_object();
  };
  const auto variant = [](boost::json::object& line) -> boost::json::object& {
    return line["variants"].as_array().at(0).as_object();
  };
  CHECK(error([](auto&) {}) == "read");
  CHECK(error([](auto& line) { line["blocks"] = 78; }) == start + "\"run\" does not match the rest of the line");
  CHECK(error([](auto& line) { line["run"] = "0123456789abcdef"; }) ==
        start + "\"run\" does not match the rest of the line");
  CHECK(error([](auto& line) { line["blocks"] = 0; }) == start + "it must have a block, a variant and a bot");
  CHECK(error([](auto& line) { line["blocks"] = kBlocksMax + 1; }) ==
        start + "it must have a block, a variant and a bot");
  CHECK(error([](auto& line) { line["bots"] = boost::json::array(); }) ==
        start + "it must have a block, a variant and a bot");
  CHECK(error([](auto& line) { line["variants"] = boost::json::array(); }) ==
        start + "it must have a block, a variant and a bot");
  CHECK(error([&](auto& line) { bot(line, 1)["name"] = "a b"; }) ==
        start +
            "a bot's name must be 1 to 32 of the characters A-Z a-z 0-9 _ . -, with no . at either end and no - at the "
            "start, not \"a b\"");
  CHECK(error([&](auto& line) { bot(line, 1)["name"] = "ann"; }) == start + "two bots are called ann");
  CHECK(error([](auto& line) { line["variants"].as_array()[1] = line["variants"].as_array()[0]; }) ==
        start + "a variant is listed twice");
  CHECK(error([&](auto& line) { variant(line)["rules"] = line["variants"].as_array()[1].at("rules"); }) ==
        start + "two variants have the same rules");
  const std::string no_hash = start + "a hash is not 64 hexadecimal digits";
  for (const std::string& hash : {std::string(), std::string(63, 'a'), std::string(65, 'a'), std::string(64, 'g'),
                                  std::string(64, 'A'), std::string(64, '\x1B')}) {
    CHECK(error([&](auto& line) { bot(line, 1)["hash"] = hash; }) == no_hash);
    CHECK(error([&](auto& line) { variant(line)["rules"] = hash; }) == no_hash);
  }
  for (const char* id : {"", "black lady@4", "\x1B[31m", "black-lady@4\n", "d\xC3\xBC"}) {
    CHECK(error([&](auto& line) { variant(line)["variant"] = id; }) ==
          start + "a variant's id has a character that no id may have");
  }
  CHECK(error([&](auto& line) { variant(line)["hands_max"] = 0; }) == start + "a variant must have 1 to 1000 hands");
  CHECK(error([&](auto& line) { variant(line)["weight"] = 0; }) == start + "a variant's weight must be at least 1");
  CHECK(error([&](auto& line) { bot(line, 1)["resources"].as_object()["memory_mb"] = 0; }) ==
        start + "resources.memory_mb must be a whole number from 16 to 1048576, not 0");
  CHECK_THAT(error([&](auto& line) { bot(line, 1).erase("resources"); }), Catch::Matchers::StartsWith(start));
  for (const std::int64_t bank :
       {std::numeric_limits<std::int64_t>::min(), std::int64_t{0}, std::int64_t{86'400'001}}) {
    CHECK(error([&](auto& line) { line["limits"].as_object()["bank_ms"] = bank; }) ==
          start + "limits.bank_ms must be a whole number from 1 to 86400000, not " + std::to_string(bank));
  }
  CHECK(error([](auto& line) { line["limits"].as_object()["tries"] = 101; }) ==
        start + "limits.tries must be a whole number from 1 to 100, not 101");
  for (const int seats : {-1, 1, 7}) {
    CHECK(error([&](auto& line) { variant(line)["seats"] = seats; }) ==
          start + "a variant has an impossible number of seats");
  }
}

TEST_CASE("a run finds its variants by their ids") {
  const Manifest manifest = odd_manifest();
  REQUIRE(manifest.find_variant("black-lady@3") == &manifest.variants[1]);
  CHECK(manifest.find_variant("black-lady") == nullptr);
  CHECK(manifest.find_variant("") == nullptr);
}

}  // namespace manifest_test
