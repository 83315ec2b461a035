#include "arena/league/run/run_records.h"

#include <sys/stat.h>
#include <boost/json/object.hpp>

#include <array>
#include <functional>
#include <system_error>

#include "arena/base/text/input_error.h"
#include "arena/league/audit/verify.h"
#include "arena/league/run/machine.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/league/audit/verified_stage.h"
#include "tests/unit/records/file_size_limit.h"
#include "tests/unit/records/made_games.h"

namespace run_records_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

const RunKey kKey = RunKey::from_seed("run records");
const std::string kVariant = "black-lady@4+deck.ranks=J,Q,K,A";

Manifest league() { return made_league({kVariant}, kKey, 5, 3); }

void nobody(GameRecord&&, const hearts::GameRules&, const std::string&) {}

bool add(RunRecords& records, const GameRecord& record) {
  return records.add(record, hearts::GameRules(hearts::resolve_variant(record.variant)));
}

FaultEvent no_box() {
  FaultEvent event;
  event.fault = Fault::sandbox;
  event.detail = "no room";
  return event;
}

/// Records so many games of the run in the folder.
void play(const fs::path& folder, const Manifest& manifest, std::size_t games) {
  RunRecords records(folder);
  records.begin(manifest, 2, nobody);
  const std::vector<GameRecord> all = made_games(manifest, kKey);
  for (std::size_t i = 0; i < games; ++i) REQUIRE(add(records, all[i]));
}

std::vector<json::object> lines_of(const fs::path& file) {
  std::vector<json::object> lines;
  read_records(file, [&](const json::object& line, const std::string&) { lines.push_back(line); });
  return lines;
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "done";
}

}  // namespace

TEST_CASE("a run is recorded from its first line to its last") {
  const ScratchFolder folder;
  const fs::path run = folder / "deep/run";
  const Manifest manifest = league();
  const std::vector<GameRecord> games = made_games(manifest, kKey);
  {
    RunRecords records(run);
    CHECK(records.counted_games() == 0);
    records.begin(manifest, 2, nobody);
    CHECK(records.run() == run_id(manifest));
    CHECK_FALSE(records.finished());
    for (const GameRecord& game : games) CHECK(add(records, game));
    CHECK(records.counted_games() == manifest.games);
    records.finish(kKey);
    CHECK(records.finished());
  }
  CHECK(read_file(run / "games.jsonl") == joined(made_lines(manifest, games, kKey)));
  const Verification found = verified_stage(run);
  CHECK(found.problems.empty());
  CHECK(found.missing == 0);
  CHECK(found.key_revealed);
}

TEST_CASE("each start of a run is reported in the timings") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  play(folder.path(), manifest, 3);
  {
    RunRecords records(folder.path());
    records.begin(manifest, 7, nobody);
    REQUIRE(add(records, made_game(manifest, kKey, 2, 0)));
  }
  std::vector<json::object> sessions;
  for (json::object& line : lines_of(folder / "timings.jsonl")) {
    CHECK(line.at("run") == json::value(run_id(manifest)));
    if (line.at("type") == "session") sessions.push_back(std::move(line));
  }
  REQUIRE(sessions.size() == 2);
  for (json::object& line : sessions) line.erase("crc");
  std::string digest;
  read_run(
      folder.path(), [](GameRecord&&, const hearts::GameRules&, const std::string&) {}, {},
      [&](const RecordsDigest& sofar, int games) {
        if (games == 3) digest = sofar.value();
      });
  CHECK(digest.size() == 64);
  for (json::object& session : sessions) {
    const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::seconds(1);
    CHECK(std::abs(session.at("started").as_int64() - now) < 3600);
    session.erase("started");
  }
  CHECK(sessions[0] == json::object{{"v", 3},
                                    {"type", "session"},
                                    {"run", run_id(manifest)},
                                    {"games", 0},
                                    {"digest", RecordsDigest(manifest).value()},
                                    {"workers", 2},
                                    {"processors", usable_cores().size()}});
  CHECK(sessions[1].at("games") == 3);
  CHECK(sessions[1].at("digest") == json::string(digest));
  CHECK(sessions[1].at("workers") == 7);
}

TEST_CASE("a run resumes with the games that it has") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  play(folder.path(), manifest, 5);
  RunRecords records(folder.path());
  std::vector<std::string> games;
  records.begin(manifest, 1, [&](GameRecord&& record, const hearts::GameRules&, const std::string& place) {
    games.push_back(record.id);
    CHECK_THAT(place, ContainsSubstring("games.jsonl:"));
  });
  CHECK(games == std::vector<std::string>{"b0g0", "b0g1", "b0g2", "b0g3", "b1g0"});
  CHECK(records.counted_games() == 5);
  CHECK(records.recorded().has(1, 0));
  CHECK_FALSE(records.recorded().has(1, 1));
  CHECK(records.voids().empty());
}

TEST_CASE("a void block counts no game and takes no more") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  const std::vector<GameRecord> games = made_games(manifest, kKey);
  Block again = made_block(manifest, 0);
  again.number = 3;
  {
    RunRecords records(folder.path());
    records.begin(manifest, 2, nobody);
    REQUIRE(add(records, games[0]));
    REQUIRE(add(records, games[4]));
    const std::optional<VoidBlock> voided = records.add_void(games[1], no_box());
    REQUIRE(voided);
    CHECK(voided->block == 0);
    CHECK(voided->again == 3);
    CHECK(voided->game == 1);
    CHECK(voided->fault == Fault::sandbox);
    CHECK(voided->detail == "no room");
    CHECK(records.counted_games() == 1);
    CHECK(records.voids_since_start() == 1);

    const std::string before = read_file(folder / "games.jsonl") + read_file(folder / "timings.jsonl");
    CHECK_FALSE(records.add_void(games[2], no_box()));
    CHECK_FALSE(add(records, games[3]));
    CHECK(read_file(folder / "games.jsonl") + read_file(folder / "timings.jsonl") == before);
    CHECK(lines_of(folder / "faults.jsonl").size() == 1);

    CHECK(add(records, made_game(manifest, kKey, again, 0)));
    CHECK(records.counted_games() == 2);
    REQUIRE(records.add_void(games[8], no_box()));
    CHECK(records.voids().back().again == 4);
    CHECK(records.voids_since_start() == 2);
  }
  RunRecords records(folder.path());
  records.begin(manifest, 2, nobody);
  REQUIRE(records.voids().size() == 2);
  CHECK(records.voids()[0].again == 3);
  CHECK(records.voids()[1].block == 2);
  CHECK(records.counted_games() == 2);
  CHECK(records.voids_since_start() == 0);
  // The replacement of the first becomes void as well.
  const std::optional<VoidBlock> voided = records.add_void(made_game(manifest, kKey, again, 1), no_box());
  REQUIRE(voided);
  CHECK(voided->block == 3);
  CHECK(voided->again == 5);
  CHECK(records.counted_games() == 1);
  CHECK(records.voids_since_start() == 1);
}

TEST_CASE("a run with void blocks can be finished, and stands up to an audit") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  const std::vector<GameRecord> games = made_games(manifest, kKey);
  {
    RunRecords records(folder.path());
    records.begin(manifest, 2, nobody);
    for (std::size_t i = 0; i < 6; ++i) REQUIRE(add(records, games[i]));
    REQUIRE(records.add_void(games[6], no_box()));
    for (std::size_t i = 8; i < 12; ++i) REQUIRE(add(records, games[i]));
    Block again = made_block(manifest, 1);
    again.number = 3;
    for (int game = 0; game < 4; ++game) REQUIRE(add(records, made_game(manifest, kKey, again, game)));
    CHECK(records.counted_games() == manifest.games);
    records.finish(kKey);
  }
  const Verification found = verified_stage(folder.path());
  CHECK(found.problems.empty());
  CHECK(found.games == manifest.games + 2);
  CHECK(found.void_blocks == 1);
  CHECK(found.missing == 0);
}

TEST_CASE("a finished run is not added to, nor finished twice") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  play(folder.path(), manifest, 12);
  {
    RunRecords records(folder.path());
    records.begin(manifest, 1, nobody);
    records.finish(kKey);
    records.finish(kKey);
  }
  const std::string games = read_file(folder / "games.jsonl");
  const std::string timings = read_file(folder / "timings.jsonl");
  RunRecords records(folder.path());
  records.begin(manifest, 1, nobody);
  CHECK(records.finished());
  CHECK(records.counted_games() == 12);
  records.finish(kKey);
  CHECK(read_file(folder / "games.jsonl") == games);
  CHECK(read_file(folder / "timings.jsonl") == timings);
}

TEST_CASE("a folder that holds another run is left as it is") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  play(folder.path(), manifest, 1);
  const std::string before = read_file(folder / "games.jsonl");
  Manifest other = manifest;
  other.limits.tries = 9;
  CHECK(error_of([&] {
          RunRecords records(folder.path());
          records.begin(other, 1, nobody);
        }) == folder.path().string() + " holds another run: it has other limits; choose another --out");
  CHECK(read_file(folder / "games.jsonl") == before);
}

TEST_CASE("a run without a game may become another one, unless a block of it was void") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  Manifest other = manifest;
  other.limits.tries = 9;
  play(folder.path(), manifest, 0);
  play(folder.path(), other, 0);
  CHECK(lines_of(folder / "games.jsonl").size() == 1);
  CHECK(lines_of(folder / "games.jsonl")[0].at("run") == json::value(run_id(other)));
  {
    RunRecords records(folder.path());
    records.begin(other, 1, nobody);
    REQUIRE(records.add_void(made_game(other, kKey, 0, 0), no_box()));
  }
  CHECK_THAT(error_of([&] { play(folder.path(), manifest, 0); }), ContainsSubstring(" holds another run: "));
}

TEST_CASE("what a crash left torn is cut and reported") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  play(folder.path(), manifest, 2);
  const std::string games = read_file(folder / "games.jsonl");
  write_file(folder / "games.jsonl", games + R"({"v":3,"type":"game")");
  write_file(folder / "timings.jsonl", read_file(folder / "timings.jsonl") + R"({"v":3)");
  RunRecords records(folder.path());
  records.begin(manifest, 1, nobody);
  CHECK(records.cut_bytes() == 20 + 6);
  CHECK(records.counted_games() == 2);
  CHECK(read_file(folder / "games.jsonl") == games);
}

TEST_CASE("a game is in all files or in none") {
  const ScratchFolder folder;
  const Manifest manifest = league();
  const GameRecord faulty = made_game(manifest, kKey, 0, 2, {.timeouts = {{1, 1}, {1, 2}}, .exits = {}});
  REQUIRE(faulty.result.faults.size() == 2);
  const auto all_bytes = [&] {
    return std::array{read_file(folder / "games.jsonl"), read_file(folder / "timings.jsonl"),
                      read_file(folder / "faults.jsonl")};
  };
  const auto set_bytes = [&](const std::array<std::string, 3>& bytes) {
    write_file(folder / "games.jsonl", bytes[0]);
    write_file(folder / "timings.jsonl", bytes[1]);
    write_file(folder / "faults.jsonl", bytes[2]);
  };
  play(folder.path(), manifest, 2);
  const auto before = all_bytes();
  {
    RunRecords records(folder.path());
    records.begin(manifest, 1, nobody);
    const auto begun = all_bytes();

    SECTION("a write fails") {
      // The clocks are longest: the file of games has room for a line that theirs has not.
      const FileSizeLimit limit(begun[1].size() + 200);
      CHECK_THROWS_AS(add(records, faulty), std::system_error);
      CHECK(all_bytes() == begun);
      const GameRecord next = made_game(manifest, kKey, 0, 3);
      CHECK_THROWS_WITH(add(records, next), ContainsSubstring("timings.jsonl (see ulimit -f): File too large"));
      CHECK(all_bytes() == begun);
      return;
    }
    REQUIRE(add(records, faulty));
  }
  const auto after = all_bytes();

  SECTION("the arena is killed between the files") {
    set_bytes({before[0], after[1], after[2]});
    RunRecords records(folder.path());
    records.begin(manifest, 1, nobody);
    CHECK(records.cut_bytes() == 0);
    CHECK(lines_of(folder / "timings.jsonl").size() == 5);  // three starts, two games
    CHECK(lines_of(folder / "faults.jsonl").empty());
    REQUIRE(add(records, faulty));
    CHECK(read_file(folder / "games.jsonl") == after[0]);
    CHECK(read_file(folder / "faults.jsonl") == after[2]);
    CHECK(verified_stage(folder.path()).clocked_again == 0);
  }
  SECTION("it is killed after the faults") {
    const std::string first_fault = after[2].substr(0, after[2].find('\n') + 1);
    set_bytes({before[0], before[1], first_fault});
    RunRecords records(folder.path());
    records.begin(manifest, 1, nobody);
    CHECK(lines_of(folder / "faults.jsonl").empty());
  }
  SECTION("no more than one game is cut") {
    set_bytes({before[0].substr(0, before[0].find('\n') + 1), after[1], after[2]});
    RunRecords records(folder.path());
    records.begin(manifest, 1, nobody);
    CHECK(lines_of(folder / "timings.jsonl").size() == 5);  // two games are clocked and not there
    CHECK(lines_of(folder / "faults.jsonl").empty());
  }
  SECTION("what is recorded stays") {
    RunRecords records(folder.path());
    records.begin(manifest, 1, nobody);
    CHECK(records.counted_games() == 3);
    CHECK(read_file(folder / "faults.jsonl") == after[2]);
    CHECK(read_file(folder / "timings.jsonl").starts_with(after[1]));
  }
}

TEST_CASE("a folder has one arena at a time") {
  const ScratchFolder folder;
  const RunRecords first(folder.path());
  CHECK_THAT(error_of([&] { const RunRecords second(folder.path()); }), ContainsSubstring("in use by another arena"));
}

TEST_CASE("the key of a run is made once, kept for its owner alone and gone when the run reveals it") {
  const ScratchFolder folder;
  const auto file = folder / "key";
  std::string hex;
  {
    RunRecords records(folder.path());
    hex = records.key("").to_hex();
    CHECK(read_file(file) == hex + "\n");
    struct stat info = {};
    REQUIRE(::stat(file.c_str(), &info) == 0);
    CHECK((info.st_mode & 0777U) == 0600);
    CHECK(records.key("").to_hex() == hex);
  }
  const RunKey key = RunKey::from_hex(hex).value();
  const Manifest manifest = made_league({kVariant}, key, 4, 1);
  {
    RunRecords records(folder.path());
    records.begin(manifest, 1, nobody);
    REQUIRE(add(records, made_game(manifest, key, 0, 0)));
    CHECK(records.key("").to_hex() == hex);
    records.finish(key);
  }
  CHECK_FALSE(fs::exists(file));
  CHECK(RunRecords(folder.path()).key("").to_hex() == hex);
  CHECK_FALSE(fs::exists(file));
}

TEST_CASE("a key from a seed is not kept") {
  const ScratchFolder folder;
  RunRecords records(folder.path());
  CHECK(records.key("7") == RunKey::from_seed("7"));
  CHECK_FALSE(fs::exists(folder / "key"));
}

TEST_CASE("a run whose key is gone or spoilt cannot be resumed") {
  const ScratchFolder folder;
  play(folder.path(), league(), 1);
  RunRecords records(folder.path());
  CHECK(error_of([&] { records.key(""); }) == folder.path().string() + ": the key of the run is missing (" +
                                                  (folder / "key").string() +
                                                  "), and the run cannot be resumed without it; if the run was started "
                                                  "with --seed, give the same --seed");
  const std::string no_key = (folder / "key").string() + ": this is not the key of a run (64 hexadecimal digits)";
  write_file(folder / "key", "seven\n");
  CHECK(error_of([&] { records.key(""); }) == no_key);
  fs::remove(folder / "key");
  fs::create_directory(folder / "key");
  CHECK(error_of([&] { records.key(""); }) == (folder / "key").string() + ": not a regular file");
  fs::remove(folder / "key");
  write_file(folder / "key", kKey.to_hex());
  CHECK(records.key("") == kKey);
}

}  // namespace run_records_test
