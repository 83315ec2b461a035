#include "arena/records/outcome.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <functional>
#include <random>

#include "arena/base/text/input_error.h"
#include "arena/records/record_file.h"
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

TEST_CASE("an outcome has who had which place and points, who forfeited and how often each failed") {
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
  CHECK(error_after([](json::object& line) { line["places"] = {1, 2, 3}; }) ==
        "it must have one bot, score and place for each seat");
  CHECK(error_after([](json::object& line) { line["scores"] = {1, 2, 3, 4, 5}; }) ==
        "it must have one bot, score and place for each seat");
  CHECK(error_after([](json::object& line) { line["bots"] = line["scores"] = line["places"] = json::array(); }) ==
        "it must have one bot, score and place for each seat");
  CHECK(error_after([](json::object& line) {
          line["bots"] = {"a", "b", "c", "d", "e", "f", "g"};
          line["scores"] = line["places"] = {1, 2, 3, 4, 5, 6, 7};
        }) == "it must have one bot, score and place for each seat");
  CHECK(error_after([](json::object& line) { line["places"] = {1, 2, 3, 5}; }) == "there is no place 5");
  CHECK(error_after([](json::object& line) { line["places"] = {0, 2, 3, 4}; }) == "there is no place 0");
  const std::string impossible = "its block, its game or its number of hands is impossible";
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
  const std::string foreign = "the fault 'sandbox' is not a bot's fault: it makes the block void";
  CHECK(with("faults", "fault", "sandbox") == foreign);
  CHECK(with("forfeits", "fault", "sandbox") == foreign);
  CHECK(with("auto", "why", "sandbox") == foreign);
  CHECK(with("faults", "blame", "machine") == "a bot's own fault is blamed on 'machine'");
}

namespace {

/// The sealed lines of some games, with mishaps and without, of all kinds of tables.
std::vector<std::string> game_lines() {
  std::vector<std::string> lines;
  for (const std::string variant :
       {"black-lady@4", "royal-classic@2", "black-lady@6", "green-queen-jokers@5", "tournament-laws@4+table_laws"}) {
    const Manifest league = made_league({variant}, kKey, 3, 4);
    for (const GameRecord& game : made_games(league, kKey)) lines.push_back(seal_line(line_of(game)));
    lines.push_back(seal_line(line_of(made_game(league, kKey, 0, 1, {{{0, 3}}, {}}))));
    lines.push_back(seal_line(line_of(made_game(league, kKey, 0, 1, {{}, {{1, 5}}}))));
  }
  for (std::string& line : lines) line.pop_back();
  return lines;
}

}  // namespace

TEST_CASE("an outcome that is read without building the line is that of the line") {
  OutcomeReader reader;
  int read = 0;
  for (const std::string& line : game_lines()) {
    const Outcome expected = read_outcome(open_line(line, "line"), "line");
    const Outcome* outcome = reader.read(line);
    const bool has_mishap = std::ranges::any_of(expected.seats, [](const Outcome::Seat& seat) {
      return seat.forfeited || seat.faults.total() > 0 || seat.laws.total() > 0;
    });
    if (outcome != nullptr) CHECK(*outcome == expected);
    if (outcome != nullptr) ++read;
    CHECK((outcome == nullptr || !has_mishap));
    if (!has_mishap) CHECK(outcome != nullptr);
  }
  CHECK(read > 40);
}

TEST_CASE("what is read of a spoilt line without building it is what it says, or nothing") {
  OutcomeReader reader;
  std::mt19937 random(16);
  int read = 0;
  for (const std::string& whole : game_lines()) {
    for (int round = 0; round < 60; ++round) {
      std::string line = whole;
      // Outside the hands most bytes mean something.
      const std::size_t hands = line.find("\"hands\"");
      const std::size_t totals = line.find("\"totals\"", hands);
      const std::size_t at = round % 3 == 0   ? random() % line.size()
                             : round % 3 == 1 ? random() % hands
                                              : totals + random() % (line.size() - totals);
      static constexpr std::string_view kBytes = "0123456789\"{}[],:-.eabnul\\ ";
      const char byte = kBytes[random() % kBytes.size()];
      if (round % 4 == 0) {
        line.erase(at, 1 + random() % 3);
      } else if (round % 4 == 1) {
        line.insert(at, 1, byte);
      } else {
        line[at] = byte;
      }
      INFO("seed 16: " << line);
      const Outcome* outcome = reader.read(line);
      if (outcome == nullptr) continue;
      ++read;
      boost::system::error_code error;
      const json::value value = json::parse(line, error);
      REQUIRE_FALSE(error);
      REQUIRE(value.is_object());
      CHECK(value.at("type") == "game");
      CHECK(*outcome == read_outcome(value.get_object(), "line"));
    }
  }
  CHECK(read > 100);
}

TEST_CASE("a line with a member twice, or with one of another kind, is left to the slow way") {
  OutcomeReader reader;
  const std::string line = game_lines().front();
  REQUIRE(reader.read(line) != nullptr);
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string changed = line;
    const std::size_t at = changed.find(from);
    REQUIRE(at != std::string::npos);
    return changed.replace(at, from.size(), to);
  };
  CHECK(reader.read(with("\"block\":0", "\"block\":0,\"block\":0")) == nullptr);
  CHECK(reader.read(with("\"block\":0", "\"block\":\"0\"")) == nullptr);
  CHECK(reader.read(with("\"block\":0", "\"block\":0.5")) == nullptr);
  CHECK(reader.read(with("\"block\":0", "\"block\":99999999999")) == nullptr);
  CHECK(reader.read(with("\"type\":\"game\"", "\"type\":\"void\"")) == nullptr);
  CHECK(reader.read(with("\"type\":\"game\"", "\"type\":\"g\\u0061me\"")) == nullptr);
  CHECK(reader.read(with("\"v\":3", "\"v\":4")) == nullptr);
  CHECK(reader.read(with("\"auto\":[]", "\"auto\":[1]")) == nullptr);
  CHECK(reader.read(with("\"bots\":[", "\"bots\":[7,")) == nullptr);
  CHECK(reader.read(with("\"places\":[", "\"places\":[0,")) == nullptr);
  CHECK(reader.read("[1]") == nullptr);
  CHECK(reader.read("") == nullptr);
  CHECK(reader.read(line) != nullptr);
}

}  // namespace outcome_test
