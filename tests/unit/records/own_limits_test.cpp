// Limits that a variant or a bot has of its own.

#include <boost/json/serialize.hpp>
#include <functional>

#include "arena/base/seeds/run_key.h"
#include "arena/base/text/input_error.h"
#include "arena/bots/protocol/limit_keys.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_difference.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace own_limits_test {

using namespace arena;
using namespace arena::test;
using std::chrono::milliseconds;

namespace {

const RunKey kKey = RunKey::from_seed("limits");

Manifest plain() { return made_league({"black-lady@4", "royal-classic@3"}, kKey, 4, 2); }

Manifest with_own(const std::function<void(Limits&)>& change) {
  Manifest manifest = plain();
  change(manifest.variants[1].limits.emplace(manifest.limits));
  return manifest;
}

}  // namespace

TEST_CASE("a variant's line has the limits that are not the run's, and only those") {
  const Manifest manifest = with_own([](Limits& own) {
    own.move = milliseconds(60);
    own.faults = 1;
  });
  const boost::json::object line = manifest_json(manifest);
  const boost::json::array& variants = line.at("variants").as_array();
  CHECK_FALSE(variants[0].as_object().contains("limits"));
  CHECK(boost::json::serialize(variants[1].at("limits")) == R"({"move_ms":60,"faults":1})");
  const Manifest back = read_manifest(line, "here");
  CHECK_FALSE(back.variants[0].limits);
  CHECK(back.limits_of(back.variants[0]) == plain().limits);
  CHECK(back.limits_of(back.variants[1]) == *manifest.variants[1].limits);
  CHECK_FALSE(manifest_difference(manifest, back));
}

TEST_CASE("limits of its own that are the run's make no other run") {
  CHECK(run_id(with_own([](Limits&) {})) == run_id(plain()));
  CHECK_FALSE(manifest_difference(plain(), with_own([](Limits&) {})));
}

TEST_CASE("each limit of a game makes another run where a variant has its own") {
  for (const LimitKey& key : limit_keys()) {
    if (key.of_process) continue;
    INFO(key.name);
    const Manifest other = with_own([&](Limits& own) { key.set(own, key.of(own) + 1); });
    CHECK(run_id(other) != run_id(plain()));
    const std::string said = "its games of royal-classic@3 have other limits";
    CHECK(manifest_difference(plain(), other) == said);
    CHECK(manifest_difference(other, plain()) == said);
  }
}

TEST_CASE("a first line whose variant has a limit of a process is no manifest") {
  boost::json::object line = manifest_json(with_own([](Limits& own) { own.faults = 1; }));
  boost::json::object& own = line["variants"].as_array()[1].as_object()["limits"].as_object();
  own["startup_ms"] = 1;
  CHECK_THROWS_WITH(read_manifest(line, "here"),
                    "here: this is not the start of a run's records: a variant cannot have its own startup_ms");
  own.erase("startup_ms");
  own["faults"] = 0;
  CHECK_THROWS_WITH(read_manifest(line, "here"),
                    "here: this is not the start of a run's records: limits.faults must be a whole number from 1 to "
                    "1000, not 0");
}

TEST_CASE("a game has the limits of its variant") {
  const Manifest manifest = with_own([](Limits& own) { own.bank = milliseconds(7); });
  for (const ManifestVariant& variant : manifest.variants) {
    GameRecord record;
    record.bots.assign(static_cast<std::size_t>(variant.seats), "ann");
    const GameSetup setup = setup_of(record, manifest, variant, kKey.block_seed(variant.id, 0), {});
    CHECK(setup.limits.all.bank == (variant.seats == 3 ? milliseconds(7) : Limits{}.bank));
  }
}

TEST_CASE("a bot's line has its own limits, which make another run") {
  Manifest manifest = plain();
  const auto key = [](std::string_view name) { return &*std::ranges::find(limit_keys(), name, &LimitKey::name); };
  manifest.bots[1].limits = {{key("startup_ms"), 20'000}, {key("move_ms"), 900}};
  const boost::json::object line = manifest_json(manifest);
  const boost::json::array& bots = line.at("bots").as_array();
  CHECK_FALSE(bots[0].as_object().contains("limits"));
  CHECK(boost::json::serialize(bots[1].at("limits")) == R"({"startup_ms":20000,"move_ms":900})");
  const Manifest back = read_manifest(line, "here");
  CHECK(back.bots[1].limits == manifest.bots[1].limits);
  CHECK_FALSE(manifest_difference(manifest, back));
  CHECK(manifest_difference(plain(), manifest) == manifest.bots[1].name + " has other limits");
  CHECK(run_id(manifest) != run_id(plain()));
  for (const LimitKey& flag : limit_keys()) {
    if (flag.flag() == nullptr) continue;
    boost::json::object wrong = line;
    wrong.at("bots").at(1).at("limits").as_object()[flag.name] = true;
    CHECK_THROWS_WITH(read_manifest(wrong, "here"),
                      Catch::Matchers::EndsWith("a bot cannot have its own " + std::string(flag.name)));
  }
}

TEST_CASE("a seat has the limits of its bot in place of those of the variant") {
  Manifest manifest = with_own([](Limits& own) {
    own.bank = milliseconds(7);
    own.move = milliseconds(60);
  });
  const auto move = std::ranges::find(limit_keys(), "move_ms", &LimitKey::name);
  manifest.bots[2].limits = {{&*move, 900}};
  const ManifestVariant& variant = manifest.variants[1];
  const std::string& own = manifest.bots[2].name;
  const std::string& other = manifest.bots[0].name;
  const TableLimits limits = manifest.table_limits(variant, {other, own, other});
  CHECK(limits.of(0) == *variant.limits);
  CHECK(limits.of(1).move == milliseconds(900));
  CHECK(limits.of(1).bank == milliseconds(7));
  CHECK(limits.of(2) == *variant.limits);
  CHECK(manifest.table_limits(variant, {other, other, other}).own.empty());
}

}  // namespace own_limits_test
