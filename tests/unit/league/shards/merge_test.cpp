// A run that is played in parts, and what becomes of it.

#include "arena/league/shards/merge.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <map>
#include <memory>
#include <sstream>

#include "arena/base/text/input_error.h"
#include "arena/league/audit/verify.h"
#include "arena/league/run/run_records.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/league/audit/verified_stage.h"
#include "tests/unit/records/made_games.h"

namespace merge_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
using Problems = std::vector<std::string>;
namespace fs = std::filesystem;

namespace {

const RunKey kKey = RunKey::from_seed("merge");
constexpr int kBlocks = 7;  // of four games

void nobody(GameRecord&&, const hearts::GameRules&, const std::string&) {}

std::vector<std::string> sorted_lines(const fs::path& file) {
  std::istringstream text(read_file(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::ranges::sort(lines);
  return lines;
}

/// A run of seven blocks in a folder, planned to be played in shards.
class ShardedRun {
 public:
  explicit ShardedRun(const RunKey& key = kKey)
      : key_(key), manifest(made_league({"black-lady@4+deck.ranks=J,Q,K,A"}, key, 4, kBlocks)) {
    manifest.arena = arena_version();
    manifest.commitment = key.commitment();
    RunRecords records(folder());
    records.begin(manifest, 0, nobody);
    records.keep(key);
  }

  fs::path folder() const { return scratch_ / "run"; }
  fs::path shards() const { return shards_folder(folder(), 1); }

  /// An attempt that is resumed, or a new one.
  std::unique_ptr<ShardAttempt> attempt(Shard shard) const {
    auto begun = std::make_unique<ShardAttempt>(shards(), shard);
    begun->records().begin(manifest, 1, nobody, {}, shard);
    return begun;
  }
  void record(RunRecords& records, const Block& block, int game, std::uint64_t play_seed = 1) const {
    const GameRecord made = made_game(manifest, key_, block, game, {}, play_seed);
    REQUIRE(records.add(made, hearts::GameRules(hearts::resolve_variant(made.variant))));
  }
  void record(RunRecords& records, int block, int game) const { record(records, made_block(manifest, block), game); }
  /// Its blocks, but for so many games at the end.
  void record_shard(RunRecords& records, Shard shard, int missing = 0, std::uint64_t play_seed = 1) const {
    const int games = 4 * shard.blocks_in(0, kBlocks) - missing;
    for (int block = 0, recorded = 0; block < kBlocks; ++block) {
      for (int game = 0; game < 4 && shard.has(block); ++game) {
        if (recorded++ < games) record(records, made_block(manifest, block), game, play_seed);
      }
    }
  }
  /// Plays a shard to its end, however much of it that is.
  fs::path play(Shard shard, int missing = 0, std::uint64_t play_seed = 1) const {
    const auto begun = attempt(shard);
    record_shard(begun->records(), shard, missing, play_seed);
    begun->complete();
    return begun->folder();
  }
  void play_all(int count) const {
    for (int index = 0; index < count; ++index) play({index, count});
  }
  /// The run as one machine plays it.
  fs::path whole() const {
    const fs::path whole = scratch_ / "whole";
    RunRecords records(whole);
    records.begin(manifest, 1, nobody);
    record_shard(records, {0, 1});
    records.finish(key_);
    return whole;
  }
  Verification verified() const { return verified_stage(folder()); }

  /// Why the parts cannot be merged; nothing has changed then.
  std::string error(const std::vector<fs::path>& parts = {}) const {
    const std::string games = read_file(folder() / kGamesFile);
    try {
      merge_shards(folder(), parts);
    } catch (const InputError& error) {
      CHECK(read_file(folder() / kGamesFile) == games);
      CHECK_FALSE(fs::exists(folder() / "games.jsonl.new"));
      return error.what();
    }
    return "merged";
  }

 private:
  ScratchFolder scratch_;
  RunKey key_;

 public:
  Manifest manifest;
};

FaultEvent no_box() {
  FaultEvent event;
  event.fault = Fault::sandbox;
  event.detail = "no room";
  return event;
}

}  // namespace

TEST_CASE("parts that are merged are the run that one machine plays") {
  for (const int shards : {1, 3, 7}) {
    INFO(shards);
    const ShardedRun run;
    run.play_all(shards);
    const Merged merged = merge_shards(run.folder(), {});
    CHECK(merged.shards == shards);
    CHECK(merged.games == 4 * kBlocks);
    CHECK_FALSE(merged.was_merged);
    CHECK(sorted_lines(run.folder() / kGamesFile) == sorted_lines(run.whole() / kGamesFile));
    CHECK_FALSE(fs::exists(run.folder() / kKeyFile));
    const Verification found = run.verified();
    CHECK(found.problems == Problems());
    CHECK(found.missing == 0);
    CHECK(found.starts == shards);

    const std::string games = read_file(run.folder() / kGamesFile);
    CHECK(merge_shards(run.folder(), {}).was_merged);
    fs::remove_all(run.shards() / ("0-of-" + std::to_string(shards)));
    CHECK(merge_shards(run.folder(), {}).was_merged);
    fs::remove_all(run.shards());
    CHECK(merge_shards(run.folder(), {}).was_merged);
    CHECK(read_file(run.folder() / kGamesFile) == games);
  }
}

TEST_CASE("merged games are in the order of their numbers") {
  const ShardedRun run;
  run.play_all(3);
  merge_shards(run.folder(), {});
  std::vector<std::pair<int, int>> games;
  const auto on_game = [&](GameRecord&& record, const hearts::GameRules&, const std::string&) {
    games.emplace_back(record.block, record.game);
  };
  read_run(run.folder(), on_game);
  CHECK(std::ranges::is_sorted(games));
}

TEST_CASE("a part reveals no key and has no end") {
  const ShardedRun run;
  const fs::path part = run.play({0, 2});
  for (const char* file : {"games.jsonl", "timings.jsonl", "faults.jsonl"})
    CHECK(read_file(part / file).find(kKey.to_hex()) == std::string::npos);
  CHECK_FALSE(fs::exists(part / kKeyFile));
  CHECK(read_file(part / kGamesFile).find(R"("type":"end")") == std::string::npos);
}

TEST_CASE("void blocks of shards are played again under numbers of their own, and audited") {
  const ShardedRun run;
  constexpr int kShards = 3;
  for (int index = 0; index < kShards; ++index) {
    const Shard shard{index, kShards};
    const auto begun = run.attempt(shard);
    RunRecords& records = begun->records();
    const Block first = made_block(run.manifest, index);
    run.record(records, first, 0);
    const auto lost = records.add_void(made_game(run.manifest, kKey, first, 1), no_box());
    REQUIRE(lost);
    CHECK(lost->again == shard.block_again(kBlocks, 0));
    for (int block = index + kShards; block < kBlocks; block += kShards) {
      for (int game = 0; game < 4; ++game) run.record(records, block, game);
    }
    Block again = first;
    again.number = lost->again;
    for (int game = 0; game < 4; ++game) run.record(records, again, game);
    begun->complete();
  }
  merge_shards(run.folder(), {});
  const Verification found = run.verified();
  CHECK(found.problems == Problems());
  CHECK(found.missing == 0);
  CHECK(found.void_blocks == 3);
  CHECK(found.games == 4 * kBlocks + 3);
}

TEST_CASE("a void block that is played again under the number of another shard is refused") {
  const ShardedRun run;
  const auto begun = run.attempt({1, 3});
  // As if it were the whole run's.
  const fs::path games = begun->folder() / kGamesFile;
  const std::string first = read_file(games);
  begun->complete();
  write_file(begun->folder() / kGamesFile, first + made_void_line(run.manifest, 1, 8));
  run.play({0, 3});
  run.play({2, 3});
  CHECK_THAT(
      run.error(),
      ContainsSubstring("1-of-3: block 1 is void and played again as block 8, which does not belong to shard 1/3"));
}

TEST_CASE("what is missing is named") {
  const ShardedRun run;
  CHECK_THAT(run.error(),
             ContainsSubstring("shards has no complete shard; to play the first of S shards: arena run LEAGUE --out "));
  run.play({1, 3});
  CHECK_THAT(run.error(), ContainsSubstring("shards 0/3, 2/3 are missing; to play shard 0/3: arena run LEAGUE --out "));
  run.play({0, 3}, 5);
  CHECK_THAT(run.error(), ContainsSubstring("shard 2/3 is missing; to play it: "));
  run.play({2, 3});
  CHECK_THAT(run.error(), ContainsSubstring("0-of-3 is incomplete: shard 0/3 lacks b3g3, b6g0, b6g1, b6g2, b6g3"));
}

TEST_CASE("an attempt that is not complete is no part") {
  const ShardedRun run;
  run.play({0, 2});
  const auto begun = run.attempt({1, 2});
  run.record_shard(begun->records(), {1, 2});
  CHECK_THAT(run.error(), ContainsSubstring("shard 1/2 is missing"));
  begun->complete();
  CHECK(run.error() == "merged");
}

TEST_CASE("parts of another run are refused") {
  const ShardedRun run;
  run.play({0, 2});
  const ShardedRun other(RunKey::from_seed("another"));
  const fs::path foreign = other.play({1, 2});
  CHECK_THAT(
      run.error({run.shards() / "0-of-2", foreign}),
      ContainsSubstring(
          "games.jsonl:1: this is not a part of this run, but of another one: it was started with another seed"));
}

TEST_CASE("parts of two numbers of shards are refused") {
  const ShardedRun run;
  run.play({0, 2});
  run.play({1, 3});
  CHECK_THAT(run.error(), ContainsSubstring("1-of-3 is shard 1/3, but "));
  CHECK_THAT(run.error(), ContainsSubstring("0-of-2 is shard 0/2: all parts must be of the same number of shards"));
}

TEST_CASE("what is not a part is refused") {
  const ShardedRun run;
  CHECK_THAT(run.error({run.whole()}), ContainsSubstring("whole is a finished run, not a part of one"));
  CHECK_THAT(run.error({run.folder() / "nothing"}), ContainsSubstring("there is no run '"));
  const fs::path part = run.play({0, 1});
  fs::remove(part / kTimingsFile);
  CHECK_THAT(run.error(), ContainsSubstring("0-of-1 has no timings.jsonl, so it is not a part of a run"));
}

TEST_CASE("games that a shard does not have are refused") {
  const ShardedRun run;
  const auto begun = run.attempt({0, 2});
  run.record_shard(begun->records(), {0, 2});
  run.record(begun->records(), 3, 2);
  begun->complete();
  run.play({1, 2});
  CHECK_THAT(run.error(), ContainsSubstring("0-of-2: game b3g2 does not belong to shard 0/2"));
}

TEST_CASE("a part that says the same as another is dropped") {
  const ShardedRun run;
  run.play_all(2);
  const fs::path repeat = run.play({1, 2});
  CHECK(repeat.filename() == "1-of-2.2");
  const Merged merged = merge_shards(run.folder(), {});
  CHECK(merged.repeats == std::vector<fs::path>{repeat});
  CHECK(merged.games == 4 * kBlocks);
  const Verification found = run.verified();
  CHECK(found.problems == Problems());
  CHECK(found.starts == 3);
  CHECK(found.clocked_again == 0);
}

TEST_CASE("a part that lacks games is left out where another one of its shard has them, and said") {
  const ShardedRun run;
  // In whichever order, and whatever it says of the games that it has.
  const fs::path cut = run.play({0, 2}, 2, 2);
  run.play_all(2);
  const Merged merged = merge_shards(run.folder(), {});
  CHECK(merged.repeats.empty());
  CHECK(merged.incomplete == std::vector<std::string>{cut.string() + " is incomplete: shard 0/2 lacks b6g2, b6g3"});
  CHECK(sorted_lines(run.folder() / kGamesFile) == sorted_lines(run.whole() / kGamesFile));
  const Verification found = run.verified();
  CHECK(found.problems == Problems());
  CHECK(found.starts == 3);
}

TEST_CASE("parts that contradict each other are refused until one is chosen") {
  const ShardedRun run;
  run.play_all(2);
  const fs::path other = run.play({1, 2}, 0, 2);
  CHECK_THAT(run.error(), ContainsSubstring("1-of-2.2 are both complete but differ in b1g0, b1g1, b1g2, b1g3, b3g0, "
                                            "b3g1, b3g2, b3g3 and 4 more; move the wrong one away"));
  CHECK(run.error({run.shards() / "0-of-2", other}) == "merged");
}

TEST_CASE("games that the run has already must be those of its parts") {
  const ShardedRun run;
  {
    RunRecords records(run.folder());
    records.begin(run.manifest, 1, nobody);
    run.record(records, 2, 1);
  }
  run.play_all(2);
  SECTION("they are") { CHECK(run.error() == "merged"); }
  SECTION("they are not") {
    {
      RunRecords records(run.folder());
      records.begin(run.manifest, 1, nobody);
      run.record(records, made_block(run.manifest, 4), 0, 2);
    }
    CHECK_THAT(run.error(), ContainsSubstring("run and these parts have different records of b4g0"));
  }
}

TEST_CASE("a run that has ended with other games is not merged again") {
  const ShardedRun run;
  run.play_all(2);
  merge_shards(run.folder(), {});
  fs::remove_all(run.shards() / "1-of-2");
  run.play({1, 2}, 0, 2);
  CHECK_THAT(run.error(), ContainsSubstring("and these parts have different records of b1g0, b1g1,"));
}

TEST_CASE("a merge that was killed comes to the same when it is repeated") {
  const ShardedRun run;
  run.play_all(3);
  std::map<std::string, std::string> before;
  for (const char* file : {"games.jsonl", "timings.jsonl", "faults.jsonl", "key"})
    before[file] = read_file(run.folder() / file);
  merge_shards(run.folder(), {});
  std::map<std::string, std::string> after;
  for (const char* file : {"games.jsonl", "timings.jsonl", "faults.jsonl"})
    after[file] = read_file(run.folder() / file);
  const auto merge_again = [&] {
    write_file(run.folder() / "timings.jsonl.new", "torn");
    merge_shards(run.folder(), {});
    for (const auto& [file, bytes] : after) {
      INFO(file);
      CHECK(read_file(run.folder() / file) == bytes);
    }
    CHECK_FALSE(fs::exists(run.folder() / kKeyFile));
  };
  write_file(run.folder() / kKeyFile, before["key"]);
  SECTION("before anything was moved") {
    for (const char* file : {"games.jsonl", "timings.jsonl", "faults.jsonl"})
      write_file(run.folder() / file, before[file]);
    merge_again();
  }
  SECTION("before the games were moved") {
    write_file(run.folder() / kGamesFile, before["games.jsonl"]);
    merge_again();
  }
  SECTION("before the key was removed") {
    merge_shards(run.folder(), {});
    CHECK_FALSE(fs::exists(run.folder() / kKeyFile));
  }
}

TEST_CASE("the key must be there") {
  const ShardedRun run;
  run.play_all(2);
  fs::remove(run.folder() / kKeyFile);
  CHECK_THAT(run.error(), ContainsSubstring("run: the key of the run is missing"));
}

TEST_CASE("each start in a shard must have found what the one before had left") {
  const ShardedRun run;
  run.play({0, 2});
  {
    const auto begun = run.attempt({1, 2});
    for (int game = 3; game >= 0; --game) run.record(begun->records(), 3, game);
    REQUIRE(begun->records().add_void(made_game(run.manifest, kKey, made_block(run.manifest, 1), 0), no_box()));
  }
  {
    const auto begun = run.attempt({1, 2});
    CHECK(begun->records().counted_games() == 4);
    for (int game = 0; game < 4; ++game) run.record(begun->records(), 5, game);
    Block again = made_block(run.manifest, 1);
    again.number = 7;
    for (int game = 0; game < 4; ++game) run.record(begun->records(), again, game);
    begun->complete();
  }
  SECTION("and has") {
    merge_shards(run.folder(), {});
    const Verification found = run.verified();
    CHECK(found.problems == Problems());
    CHECK(found.starts == 3);
  }
  SECTION("and has not") {
    // One game was played again otherwise, by somebody who can seal lines.
    const fs::path part = run.shards() / "1-of-2";
    std::string games;
    read_lines(part / kGamesFile, [&](std::string_view line, const std::string&) {
      if (line.find(R"("id":"b3g2")") != std::string_view::npos) {
        const GameRecord made = made_game(run.manifest, kKey, made_block(run.manifest, 3), 2, {}, 2);
        games += seal_line(game_json(made, hearts::GameRules(hearts::resolve_variant(made.variant))));
      } else {
        games.append(line).append("\n");
      }
    });
    write_file(part / kGamesFile, games);
    merge_shards(run.folder(), {});
    const Problems problems = run.verified().problems;
    REQUIRE(problems.size() == 1);
    CHECK_THAT(problems[0],
               ContainsSubstring("the arena found 4 games of shard 1/2 recorded, but these records differ"));
  }
}

TEST_CASE("no attempt writes where another one does") {
  const ShardedRun run;
  auto first = run.attempt({0, 2});
  const auto second = run.attempt({0, 2});
  CHECK(first->folder() != second->folder());
  run.record_shard(first->records(), {0, 2}, 3);
  run.record_shard(second->records(), {0, 2});
  CHECK(second->complete());
  CHECK(second->folder().filename() == "0-of-2");

  // Killed, and taken over by the next on this machine.
  const fs::path left = first->folder();
  first.reset();
  const auto third = run.attempt({0, 2});
  CHECK(third->folder() == left);
  CHECK(third->records().counted_games() == 13);
  for (int game = 1; game < 4; ++game) run.record(third->records(), 6, game);
  CHECK_FALSE(third->complete());
  CHECK(third->folder().filename() == "0-of-2.2");
  CHECK(complete_parts(run.shards()) == std::vector<fs::path>{run.shards() / "0-of-2", run.shards() / "0-of-2.2"});
}

TEST_CASE("an attempt of another machine is left alone") {
  const ShardedRun run;
  {
    const auto begun = run.attempt({0, 2});
    run.record(begun->records(), 0, 0);
    fs::rename(begun->folder(), run.shards() / "0-of-2.elsewhere-1.part");
  }
  const auto begun = run.attempt({0, 2});
  CHECK(begun->records().counted_games() == 0);
  CHECK(begun->folder().filename() != "0-of-2.elsewhere-1.part");
}

TEST_CASE("a folder that is completed while it is opened is not written to") {
  const ShardedRun run;
  RunRecords records(run.shards() / "0-of-2.part");
  CHECK(records.is_in_place());
  fs::rename(run.shards() / "0-of-2.part", run.shards() / "0-of-2");
  CHECK_FALSE(records.is_in_place());
}

TEST_CASE("a run that is played in shards is not played as a whole, nor in other shards") {
  const ShardedRun run;
  check_no_shards(run.folder(), 1);
  check_shard_count(run.shards(), {0, 5});
  const auto begun = run.attempt({1, 2});
  CHECK_THROWS_WITH(check_no_shards(run.folder(), 1),
                    ContainsSubstring("play the others with --shard s/2, then merge them: arena merge "));
  CHECK_THROWS_WITH(
      check_shard_count(run.shards(), {0, 5}),
      ContainsSubstring("is one of 2 shards, not 5; play the others with --shard s/2, or move that folder away"));
  check_shard_count(run.shards(), {0, 2});
  check_no_shards(run.folder(), 2);
}

TEST_CASE("folders of shards are known by their names") {
  CHECK(shard_folder_name({3, 7}) == "3-of-7");
  CHECK(shard_of_folder("3-of-7") == Shard{3, 7});
  CHECK(shard_of_folder("3-of-7.2") == Shard{3, 7});
  for (const char* name : {"", "3-of-7.part", "3-of-7.host-1.part", "7-of-7", "3-of-", "-of-7", "a-of-7", "stage-2",
                           "3-of-7.", "3-of-7.02", "3-of-7.2.3", "3/of/7"}) {
    INFO(name);
    CHECK_FALSE(shard_of_folder(name));
  }
}

}  // namespace merge_test
