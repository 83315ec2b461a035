#include "arena/results/ratings/standings_data.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <limits>

#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"
#include "tests/unit/results/ratings/made_standings.h"

namespace standings_json_test {

using namespace arena;
using namespace arena::test;
namespace json = boost::json;

namespace {

std::string keys(const json::object& object) {
  std::string text;
  for (const auto& member : object) text += std::string(member.key()) + " ";
  return text;
}

const json::object& table_at(const json::object& standings, std::size_t index) {
  return standings.at("tables").as_array().at(index).as_object();
}

}  // namespace

TEST_CASE("a table in JSON has all its figures") {
  const json::object standings = standings_json(small_standings(), {{"demo", 60}});
  CHECK(json::value(table_at(standings, 0)) == json::parse(R"({
  "variant": null,
  "blocks": 2,
  "games": 6,
  "anchor": null,
  "rows": [
    {
      "rank": 1,
      "rank_best": 1,
      "rank_worst": 3,
      "bot": "rules_cpp",
      "status": "current",
      "elo": 1612.4,
      "elo_pm": 28.35,
      "margin": 1.254,
      "margin_pm": 0.512,
      "games": 8,
      "blocks": 2,
      "comparisons": 16,
      "share": 0.5938,
      "seats": 12,
      "place": 2.25,
      "firsts": 0.3125,
      "rough": false,
      "forfeits": 0,
      "faults": 0,
      "faults_by_name": {},
      "laws": {},
      "los_next": 0.9995
    },
    {
      "rank": 2,
      "rank_best": 2,
      "rank_worst": 3,
      "bot": "duck",
      "status": "current",
      "elo": 1450.06,
      "elo_pm": 7.25,
      "margin": -0.001,
      "margin_pm": 0.0,
      "games": 8,
      "blocks": 2,
      "comparisons": 16,
      "share": 0.5938,
      "seats": 12,
      "place": 2.25,
      "firsts": 0.3125,
      "rough": false,
      "forfeits": 0,
      "faults": 0,
      "faults_by_name": {},
      "laws": {},
      "los_next": null
    },
    {
      "rank": 3,
      "rank_best": 3,
      "rank_worst": 3,
      "bot": "new",
      "status": "current",
      "elo": 1437.54,
      "elo_pm": null,
      "margin": -1.253,
      "margin_pm": null,
      "games": 8,
      "blocks": 2,
      "comparisons": 16,
      "share": 0.5938,
      "seats": 12,
      "place": 2.25,
      "firsts": 0.3125,
      "rough": false,
      "forfeits": 0,
      "faults": 0,
      "faults_by_name": {},
      "laws": {},
      "los_next": null
    }
  ],
  "unrated": [],
  "joined": [["rules_cpp", "duck", "new"]],
  "level": [["rules_cpp", "duck", "new"]],
  "margin_disagrees": [],
  "pairs": [
    {
      "bot": "rules_cpp",
      "against": "duck",
      "comparisons": 8,
      "points": 6.5,
      "elo": 162.34,
      "elo_pm": 30.1235,
      "los": 0.9995,
      "p": 0.00096,
      "share_differs": true
    },
    {
      "bot": "rules_cpp",
      "against": "new",
      "comparisons": 4,
      "points": 4.0,
      "elo": 174.86,
      "elo_pm": null,
      "los": null,
      "p": null,
      "share_differs": false
    },
    {
      "bot": "duck",
      "against": "new",
      "comparisons": 4,
      "points": 1.5,
      "elo": 12.52,
      "elo_pm": null,
      "los": null,
      "p": null,
      "share_differs": false
    }
  ]
})"));
  CHECK(table_at(standings, 1).at("variant") == json::value("black-lady@3"));
  CHECK(table_at(standings, 1).at("rows") == table_at(standings, 0).at("rows"));
}

TEST_CASE("standings in JSON say what was left out and who is suspect") {
  json::object standings = standings_json(eventful_standings(), {{"mon", 2}, {"tue", std::nullopt, 12, 5}});
  const json::object overall = table_at(standings, 0);
  const json::object variant = table_at(standings, 1);
  standings.erase("tables");
  CHECK(json::value(standings) == json::parse(R"({
  "v": 2,
  "runs": [{"name": "mon", "planned_blocks": 2}, {"name": "tue", "planned_blocks": null, "given_deals": 12, "faulty_deals": 5}],
  "field": {
    "bots": ["ann", "bob", "cyd", "dan"],
    "variants": ["v|1", "black-lady@4+match.limit=50"],
    "reference": "bob"
  },
  "intervals": {"kind": "plain"},
  "left_out": {
    "incomplete_blocks": 1,
    "incomplete_games": 3,
    "void_blocks": 2,
    "void_games": 5,
    "bots": [
      {"bot": "ann", "games": 4, "forfeits": 1, "faults": 1, "faults_by_name": {"exited": 1}, "laws": {}},
      {"bot": "dan", "games": 8, "forfeits": 0, "faults": 2, "faults_by_name": {"illegal": 2}, "laws": {}}
    ]
  },
  "order_tests": 8,
  "suspects": [
    {"bot": "cyd", "test": "first_game", "blocks": 128, "gain": 2.2, "p": 0.000012},
    {"bot": "bob", "test": "trend", "blocks": 24, "gain": 1.8, "p": 0.0004}
  ],
  "pair_tests": 0,
  "pairs_to_look_at": []
})"));
  CHECK(overall.at("anchor") == json::value("bob"));
  CHECK(overall.at("unrated") == json::parse(R"(["dan"])"));
  CHECK(overall.at("joined") == json::parse(R"([["ann", "cyd"], ["bob"]])"));
  CHECK(overall.at("level") == json::parse(R"([["ann"], ["cyd"], ["bob"]])"));
  CHECK(overall.at("margin_disagrees") == json::parse(R"([["ann", "cyd"]])"));
  CHECK(variant.at("anchor").is_null());
}

TEST_CASE("anchors and the league's name and notes are in JSON where there are any") {
  Standings standings = small_standings();
  const json::object plain = standings_json(standings, {{"mon", 1}});
  CHECK_FALSE(plain.at("field").as_object().contains("anchors"));
  CHECK_FALSE(plain.at("tables").as_array()[0].as_object().contains("anchored"));
  CHECK_FALSE(plain.at("runs").as_array()[0].as_object().contains("league"));
  standings.field.anchors = {{1, 1600}};
  standings.overall.anchored = {0};
  RatedRun run{"mon", 1};
  run.label = {"Autumn", {"one"}, {}};
  run.has_other_anchors = true;
  const json::object shown = standings_json(standings, {run});
  CHECK(json::serialize(shown.at("field").at("anchors")) == R"({"rules_cpp":1.6E3})");
  CHECK(json::serialize(shown.at("tables").at(0).at("anchored")) == R"(["rules_cpp"])");
  CHECK(json::serialize(shown.at("runs").at(0)) ==
        R"({"name":"mon","planned_blocks":1,"league":"Autumn","notes":["one"],"other_anchors":true})");
}

TEST_CASE("JSON says which kind of intervals the figures have") {
  Standings standings = small_standings();
  standings.looks = {Looks::Kind::planned, 0.25};
  CHECK(standings_json(standings, {}).at("intervals") == json::parse(R"({"kind": "planned", "played": 0.25})"));
  standings.looks = {Looks::Kind::open};
  CHECK(standings_json(standings, {}).at("intervals") == json::parse(R"({"kind": "open"})"));
}

TEST_CASE("keys come in the documented order") {
  const json::object standings = standings_json(small_standings(), {{"demo", 60}});
  CHECK(keys(standings) == "v runs field intervals left_out order_tests suspects pair_tests pairs_to_look_at tables ");
  CHECK(keys(standings.at("field").as_object()) == "bots variants reference ");
  CHECK(keys(standings.at("left_out").as_object()) ==
        "incomplete_blocks incomplete_games void_blocks void_games bots ");
  const json::object& table = table_at(standings, 0);
  CHECK(keys(table) == "variant blocks games anchor rows unrated joined level margin_disagrees pairs ");
  CHECK(keys(table.at("rows").as_array().at(0).as_object()) ==
        "rank rank_best rank_worst bot status elo elo_pm margin margin_pm games blocks comparisons share seats place "
        "firsts "
        "rough forfeits faults faults_by_name laws "
        "los_next ");
  CHECK(keys(table.at("pairs").as_array().at(0).as_object()) ==
        "bot against comparisons points elo elo_pm los p share_differs ");
}

TEST_CASE("standings in JSON survive being written and read") {
  std::mt19937_64 random(32);
  const MadeTournament tournament{{{0.9, 0.3, -0.1, -0.5, 0.2}, {0.6, 0.1, 0, -0.3, 0.2}}, 4, 60, "r"};
  const json::object standings = standings_json(rate(scores_of(tournament.play(random), 5, 2), made_field(5, 2)), {});
  CHECK(table_at(standings, 0).at("pairs").as_array().size() == 10);
  CHECK(json::parse(json::serialize(standings)) == json::value(standings));
}

TEST_CASE("numbers in JSON have four decimals and no negative zero") {
  Standings standings = small_standings();
  standings.overall.rows[0].elo.value = 1500.00004999;
  standings.overall.rows[0].margin.value = -0.00001;
  const json::object row = table_at(standings_json(standings, {}), 0).at("rows").as_array().at(0).as_object();
  CHECK(row.at("elo").as_double() == 1500.0);
  CHECK_FALSE(std::signbit(row.at("margin").as_double()));
}

}  // namespace standings_json_test
