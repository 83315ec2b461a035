#include "arena/records/game_details.h"

#include <boost/json/serialize.hpp>

#include "arena/base/text/input_error.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"

namespace timing_record_test {

namespace {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;
using Strings = std::vector<std::string>;

const RunKey kKey = RunKey::from_seed("timings");

Manifest manifest() { return made_manifest("black-lady@4", kKey, 4, 12, {1, true}); }

const hearts::GameRules& rules() {
  static const hearts::GameRules made(hearts::resolve_variant("black-lady@4"));
  return made;
}

/// A game whose seats all have a clock; the bot of seat 0 played it as the n-th of its process.
GameRecord timed_game(int block, SeatInput::Process process) {
  GameRecord record = made_game(manifest(), kKey, block, 0);
  record.run = "0123456789abcdef";
  record.bots = {"ann", "bob", "cyd", "dee"};
  for (SeatTiming& timing : record.result.timing) {
    timing.questions = 2;
    timing.asks = {std::chrono::microseconds(7), std::chrono::microseconds(0)};
    timing.input.bytes = 99;
    timing.input.crc = 0xA0;
  }
  record.result.timing[0].input.process = process;
  record.result.timing[0].input.bad = {"3C: not now"};
  record.result.timing[0].input.late = {{71, 2, true}, {73, 4, false}};
  record.result.notes = {{0, 1, "depth=3"}};
  return record;
}

std::string error_of(const json::object& line) {
  try {
    read_timing(line, "FILE:3");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

json::object& first_seat(json::object& line) { return line["seats"].as_array()[0].as_object(); }

}  // namespace

TEST_CASE("the clocks of a game are read as they were written") {
  const GameRecord record = timed_game(0, {1, 5, 3});
  const TimingRecord read = read_timing(timing_json(record, rules()), "line");
  CHECK(read.id == "b0g0");
  REQUIRE(read.seats.size() == 4);
  CHECK(read.seats[0].bot == record.bots[0]);
  GameRecord again = record;
  for (std::size_t seat = 0; seat < 4; ++seat) again.result.timing[seat] = read.seats[seat].timing;
  again.result.notes = read.notes;
  CHECK(json::serialize(timing_json(again, rules())) == json::serialize(timing_json(record, rules())));
}

TEST_CASE("clocks that are recorded while a file is read are left out") {
  const ScratchFolder folder;
  const auto file = folder / "timings.jsonl";
  RecordFile clocks(file);
  clocks.append(timing_json(timed_game(0, {}), rules()));
  clocks.append({{"v", 1}, {"type", "session"}, {"run", std::string(1 << 20, '0')}});  // read in parts
  GameRecord later = timed_game(1, {});
  later.run = "fedcba9876543210";
  Strings read_ids;
  each_timing(file, [&](const TimingRecord& timing) {
    read_ids.push_back(timing.id);
    clocks.append(timing_json(later, rules()));
  });
  CHECK(read_ids == Strings{"b0g0"});
}

TEST_CASE("clocks of a form that cannot be are refused, with their place") {
  const json::object whole = timing_json(timed_game(0, {1, 5, 3}), rules());
  CHECK(error_of(whole).empty());
  const auto refused = [&](const char* key, const json::value& value) {
    json::object line = whole;
    first_seat(line)[key] = value;
    const std::string error = error_of(line);
    CHECK_THAT(error, Catch::Matchers::StartsWith("FILE:3: these are not the clocks of a game: "));
    return error;
  };
  CHECK_THAT(refused("asks_us", json::array{1, -1}), ContainsSubstring("\"asks_us\" is below 0"));
  CHECK_THAT(refused("process", json::array{0, 1}), ContainsSubstring("\"process\" must have three numbers"));
  CHECK_THAT(refused("process", json::array{0, 0, 1}), ContainsSubstring("\"process\" counts from 1"));
  CHECK_THAT(refused("heard_crc", "A0"), ContainsSubstring("\"heard_crc\" is not eight lowercase hexadecimal digits"));
  CHECK_THAT(refused("bad", json::array{"\x1B[2J"}), ContainsSubstring("is not printable"));
  CHECK_FALSE(refused("late", json::array{3}).empty());
  CHECK_FALSE(refused("heard_bytes", "many").empty());
  CHECK_FALSE(refused("used_us", "long").empty());
}

TEST_CASE("the past of a process are the earlier games of the same start, played once") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path() / kTimingsFile;
  const std::string run = timed_game(0, {}).run;
  {
    RecordFile file(path);
    const auto session = [&] {
      file.append({{"v", kRecordVersion}, {"type", "session"}, {"run", run}, {"workers", 2}});
    };
    const auto play = [&](int block, SeatInput::Process process) {
      file.append(timing_json(timed_game(block, process), rules()));
    };
    session();
    play(0, {0, 1, 1});  // of another session
    session();
    play(1, {0, 1, 1});
    play(2, {1, 1, 1});  // of another worker
    play(3, {0, 2, 1});  // another process
    play(4, {0, 1, 2});
    play(5, {0, 1, 4});
    play(6, {0, 1, 5});
    play(7, {0, 1, 6});  // later
    session();
    play(4, {0, 1, 1});  // played again
  }
  DetailsReader details(folder.path());
  const auto played = details.clocks(run, "b6g0");
  REQUIRE(played);
  CHECK(GameLines(path, "timing").session_of(run, "b6g0") == 2);
  const ProcessHistory past = details.history(*played, 0);
  std::vector<std::string> ids;
  for (const EarlierGame& game : past.games) ids.push_back(game.timing.id);
  CHECK(ids == std::vector<std::string>{"b1g0", "b5g0"});
  CHECK(past.lost == 2);
  CHECK_FALSE(details.clocks(run, "b9g0"));
}

}  // namespace timing_record_test
