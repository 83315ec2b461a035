#include "arena/records/outcome.h"

#include <boost/json/array.hpp>
#include <functional>

#include "arena/text/input_error.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace outcome_test {

using namespace arena;
using namespace arena::test;
namespace json = boost::json;

namespace {

const RunKey kKey = RunKey::from_seed("outcome");

json::object line_of(const GameRecord& record) {
  return game_json(record, hearts::GameRules(hearts::resolve_variant(record.variant)));
}

void check_equal(const Outcome& a, const Outcome& b) {
  CHECK(a.run == b.run);
  CHECK(a.variant == b.variant);
  CHECK(a.rules_hash == b.rules_hash);
  CHECK(a.block == b.block);
  CHECK(a.game == b.game);
  CHECK(a.games_in_block == b.games_in_block);
  CHECK(a.hands == b.hands);
  REQUIRE(a.seats.size() == b.seats.size());
  for (std::size_t seat = 0; seat < a.seats.size(); ++seat) {
    INFO("seat " << seat);
    CHECK(a.seats[seat].bot == b.seats[seat].bot);
    CHECK(a.seats[seat].place == b.seats[seat].place);
    CHECK(a.seats[seat].score == b.seats[seat].score);
    CHECK(a.seats[seat].forfeited == b.seats[seat].forfeited);
    CHECK(a.seats[seat].faults == b.seats[seat].faults);
  }
}

/// What is wrong with a good game's line after a change, without the place.
std::string error_after(const std::function<void(json::object&)>& change) {
  static const json::object whole =
      line_of(made_game(made_league({"black-lady@4"}, kKey, 4, 1), kKey, 0, 1, {{{0, 3}}, {{1, 5}}}));
  json::object line = whole;
  change(line);
  try {
    read_outcome(line, "games.jsonl:3");
  } catch (const InputError& error) {
    const std::string text = error.what();
    const std::string start = "games.jsonl:3: this is not a record of a game: ";
    CHECK(text.starts_with(start));
    return text.substr(std::min(start.size(), text.size()));
  }
  return "taken";
}

}  // namespace

TEST_CASE("the outcome of a record and of its line are the same") {
  for (const char* variant : {"royal-classic@2", "black-lady@3", "black-lady@4", "black-lady@6"}) {
    for (const int bots : {1, 2, 3, 8}) {
      const Manifest manifest = made_league({variant}, kKey, bots, 3);
      for (const GameRecord& record :
           {made_game(manifest, kKey, 0, 0), made_game(manifest, kKey, 2, 0, {{{0, 3}, {1, 4}}, {{1, 9}}}, 5)}) {
        INFO(variant << " with " << bots << " bots, game " << record.id);
        check_equal(read_outcome(line_of(record), "here"), outcome_of(record));
      }
    }
  }
}

TEST_CASE("an outcome tells who had which place and points, who forfeited and how often each failed") {
  const Manifest manifest = made_league({"black-lady@4"}, kKey, 5, 3);
  const GameRecord record = made_game(manifest, kKey, 2, 1, {{{0, 3}, {0, 4}, {2, 1}}, {{1, 9}}});
  const Outcome outcome = outcome_of(record);
  CHECK(outcome.run == run_id(manifest));
  CHECK(outcome.variant == "black-lady@4");
  CHECK(outcome.rules_hash == manifest.variants[0].rules_hash);
  CHECK(outcome.block == 2);
  CHECK(outcome.game == 1);
  CHECK(outcome.games_in_block == 4);
  CHECK(outcome.hands == static_cast<int>(record.result.hands.size()));
  REQUIRE(outcome.seats.size() == 4);
  for (std::size_t seat = 0; seat < 4; ++seat) {
    CHECK(outcome.seats[seat].bot == record.bots[seat]);
    CHECK(outcome.seats[seat].place == record.result.places[seat]);
    CHECK(outcome.seats[seat].score == record.result.scores[seat]);
    CHECK(outcome.seats[seat].forfeited == (seat == 1));
  }
  CHECK(outcome.seats[1].place == 4);
  CHECK(outcome.seats[0].faults.total() == 2);
  CHECK(outcome.seats[1].faults.total() == 1);
  CHECK(outcome.seats[2].faults.total() == 1);
  CHECK(outcome.seats[3].faults.total() == 0);
  CHECK(outcome.seats[0].faults.text() == "timeout:2");
  CHECK(outcome.seats[1].faults.text() == "exited:1");
}

TEST_CASE("the games of a block are counted from who sits where") {
  const auto games = [](const std::vector<std::string>& bots) {
    GameRecord record;
    record.bots = bots;
    record.seed = kKey.block_seed("v", 0).to_hex();
    return outcome_of(record).games_in_block;
  };
  CHECK(games({"a", "b", "c", "d"}) == 4);
  CHECK(games({"a", "b", "a", "b"}) == 2);
  CHECK(games({"a", "a", "b", "b"}) == 4);
  CHECK(games({"a", "a", "a", "a"}) == 1);
  CHECK(games({"a", "b", "c", "a"}) == 4);
  CHECK(games({"a", "b", "c", "a", "b", "c"}) == 3);
  CHECK(games({"a", "b", "a", "b", "a"}) == 5);
  CHECK(games({"a", "b"}) == 2);
  for (int bots = 1; bots <= 8; ++bots) {
    for (const char* variant : {"royal-classic@2", "black-lady@4", "black-lady@6"}) {
      const Manifest manifest = made_league({variant}, kKey, bots, 2);
      const Block block = made_block(manifest, 1);
      CHECK(outcome_of(made_game(manifest, kKey, block, 0)).games_in_block == games_of_block(block.circle));
    }
  }
}

TEST_CASE("a line that lacks anything is no outcome, and says so with its place") {
  REQUIRE(error_after([](json::object&) {}) == "taken");
  for (const char* key : {"run", "variant", "rules", "block", "game", "bots", "hands", "scores", "places", "forfeits",
                          "faults", "auto", "tries"}) {
    INFO(key);
    CHECK(error_after([&](json::object& line) { line.erase(key); }) != "taken");
    CHECK(error_after([&](json::object& line) { line[key] = nullptr; }) != "taken");
    CHECK(error_after([&](json::object& line) { line[key] = 1.5; }) != "taken");
    CHECK(error_after([&](json::object& line) { line[key] = json::object{{"x", 1}}; }) != "taken");
  }
}

TEST_CASE("figures that cannot be are no outcome") {
  CHECK(error_after([](json::object& line) {
          line["places"] = {1, 2, 3};
        }) == "bots, scores and places are not one a seat");
  CHECK(error_after([](json::object& line) {
          line["scores"] = {1, 2, 3, 4, 5};
        }) == "bots, scores and places are not one a seat");
  CHECK(error_after([](json::object& line) { line["bots"] = line["scores"] = line["places"] = json::array(); }) ==
        "bots, scores and places are not one a seat");
  CHECK(error_after([](json::object& line) {
          line["bots"] = {"a", "b", "c", "d", "e", "f", "g"};
          line["scores"] = line["places"] = {1, 2, 3, 4, 5, 6, 7};
        }) == "bots, scores and places are not one a seat");
  CHECK(error_after([](json::object& line) { line["places"] = {1, 2, 3, 5}; }) == "there is no place 5");
  CHECK(error_after([](json::object& line) { line["places"] = {0, 2, 3, 4}; }) == "there is no place 0");
  const std::string impossible = "its block, its game or its hands cannot be";
  CHECK(error_after([](json::object& line) { line["block"] = -1; }) == impossible);
  CHECK(error_after([](json::object& line) { line["game"] = -1; }) == impossible);
  CHECK(error_after([](json::object& line) { line["game"] = 4; }) == impossible);
  CHECK(error_after([](json::object& line) { line["hands"] = json::array(); }) == impossible);
  CHECK(error_after([](json::object& line) {
          line["bots"] = {"a", "b", "a", "b"};
          line["game"] = 2;
        }) == impossible);
  for (const char* list : {"forfeits", "faults"}) {
    for (const int seat : {-1, 4}) {
      INFO(list << " of seat " << seat);
      CHECK(error_after([&](json::object& line) { line[list].as_array()[0].as_object()["seat"] = seat; }) != "taken");
    }
  }
}

TEST_CASE("a game with a fault that is not a bot's has no outcome") {
  const auto with = [](const char* list, const char* key, const char* text) {
    return error_after([&](json::object& line) { line[list].as_array().at(0).as_object()[key] = text; });
  };
  const std::string foreign = "the fault 'sandbox' is not a bot's, and makes the block void";
  CHECK(with("faults", "fault", "sandbox") == foreign);
  CHECK(with("forfeits", "fault", "sandbox") == foreign);
  CHECK(with("auto", "why", "sandbox") == foreign);
  CHECK(with("faults", "blame", "machine") == "a bot's own fault is blamed on 'machine'");
}

}  // namespace outcome_test
