#pragma once

#include <bit>
#include <boost/json/fwd.hpp>
#include <climits>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/base/seeds/digest.h"
#include "arena/base/seeds/run_key.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"

namespace arena {

// The files of a run's folder, and how deep they can be read.
//
//   games.jsonl    for each stage its manifest, a line for each game and each void block, and the end with the key
//   timings.jsonl  the clocks of each game, and a line for each start of the arena; no result follows from them
//   faults.jsonl   the ledger: what a bot said and was told around each of its faults
//   key            the key of the last stage until it has ended
//
// From the cheapest reader to the deepest:
//
//   read_manifests()  who plays what; the lines of games are passed over
//   OutcomeReader     who came where in each game, for ratings; hands are counted, not built (outcome.h)
//   read_summary()    every line, checked against the lines before it
//   read_run()        the same, and every game is handed to the caller
//   replay_game()     plays one of these games again card by card (replay.h)
//
// find_game() and GameLines find single games; DetailsReader adds what the other two files say of a game.

/// Names of the files of a run's folder.
inline constexpr std::string_view kGamesFile = "games.jsonl";
inline constexpr std::string_view kTimingsFile = "timings.jsonl";
inline constexpr std::string_view kFaultsFile = "faults.jsonl";
inline constexpr std::string_view kKeyFile = "key";

/// A line of games.jsonl that records a game or calls a block void.
struct RecordedLine {
  /// In place of a game's number: the line calls its block void. It sorts behind the block's games.
  static constexpr int kVoid = INT_MAX;

  int block = 0;
  int game = 0;
  Digest digest{};           ///< of the line without its LF
  std::uint64_t offset = 0;  ///< bytes of the file before the line; 0 where it was not read from a file

  std::pair<int, int> key() const { return {block, game}; }
};

/// A hash over what a run has recorded, whatever the order of its lines: who publishes it cannot cut, change or add
/// lines. A tree of BLAKE2b-256: each line without its LF; each block over the hashes of its lines, games by number and
/// then the void line; the run over its receipt, its entropy and the hashes of its blocks by number. FORMAT.md beside
/// this file has it. The first line counts by its receipt, the last one not at all.
class RecordsDigest {
 public:
  explicit RecordsDigest(const Manifest& manifest);

  void add_game(int block, int game, std::string_view line, std::uint64_t offset = 0) {
    lines_.push_back({block, game, digest_of(line), offset});
  }
  void add_void(int block, std::string_view line, std::uint64_t offset = 0) {
    add_game(block, RecordedLine::kVoid, line, offset);
  }
  /// In the order in which they were added.
  const std::vector<RecordedLine>& lines() const { return lines_; }
  /// 64 hexadecimal digits; as if only the `wanted` lines had been added, if it is given.
  std::string value(const std::function<bool(int block, int game)>& wanted = {}) const;

 private:
  std::string start_;
  std::vector<RecordedLine> lines_;
};

/// A stage of a run as read: its manifest, and what follows it.
struct StageSummary {
  Manifest manifest;
  std::optional<RunKey> revealed_key;   ///< once it has ended
  bool is_cut = false;                  ///< it was ended before its time, for another stage
  std::vector<VoidBlock> voids;         ///< in the order of the records
  std::vector<std::string> withdrawn;   ///< bots that have forfeited too often, see Withdrawal; once it has ended
  int games = 0;                        ///< recorded, those of void blocks included
  std::optional<RecordsDigest> digest;  ///< where it was asked for
};

/// games.jsonl as read: one stage after another, most often just one.
struct RunSummary {
  std::vector<StageSummary> stages;
  std::uint64_t torn_bytes = 0;  ///< of a last line that a crash cut short
  Stage next;                    ///< the stage that would come next; `before` where the digest was asked for
  std::shared_ptr<const PlayedBlocks> played;  ///< what it would go on from

  const StageSummary& last() const { return stages.back(); }
  /// Recorded, in all stages.
  int games() const;
};

/// Called with each game and its place "FILE:LINE".
using TakeGame = std::function<void(GameRecord&&, const hearts::GameRules&, const std::string& place)>;
/// Called with the manifest of each stage, before its first game.
using TakeManifest = std::function<void(const Manifest&)>;

/// The games.jsonl that a user means: a run's folder, or the file itself. Throws InputError when there is none.
std::filesystem::path games_file(const std::filesystem::path& path);

/// Whether a folder has records. A run that is planned, and not for shards, has none yet.
bool has_records(const std::filesystem::path& folder);

/// The files of several runs that are read together, each file once.
struct RecordFiles {
  std::set<std::filesystem::path> games;
  std::set<std::filesystem::path> timings;  ///< beside these, as far as they exist
  std::set<std::filesystem::path> faults;   ///< likewise
};

/// The files of these runs; each path is a run's folder or its games.jsonl. Throws InputError where there is no run.
RecordFiles record_files(const std::vector<std::string>& paths);

/// Says of records, a run's folder or the file, in which no manifest was found, what is wrong: nothing has been played
/// yet, or they are no records. Throws InputError.
[[noreturn]] void refuse_without_manifest(const std::filesystem::path& path);

/// The manifests in a file of records, other lines are not looked at. The stages of a run have the label of the last.
/// Throws InputError "FILE:LINE: ..." for a bad one.
std::vector<Manifest> read_manifests(const std::filesystem::path& file);

/// The manifests of all these files by run_id(), with their rules resolved. Throws as read_manifests() and
/// resolve_rules() do.
std::map<std::string, Manifest> read_resolved_manifests(const std::set<std::filesystem::path>& games);

/// Resolves the variants of a manifest as read_manifest leaves it. Throws InputError when their rules are not those of
/// this arena, or its tables cannot be filled.
void resolve_rules(Manifest& manifest);

/// Asks for the digest: called with that of what the stage recorded up to here, after each game and each void block.
using TakeDigest = std::function<void(const RecordsDigest&, int games)>;

/// Reads games.jsonl of a run and checks it: `path` is its folder or the file. The functions that are given are called
/// in the order of the lines, from this thread. Throws InputError "FILE:LINE: ..." for a damaged or foreign line, a stage
/// that does not go on from the one before, a duplicate game, rules that this arena does not have.
/// `part_of`: these are records of a part of that stage, which stand alone.
RunSummary read_run(const std::filesystem::path& path, const TakeGame& take_game,
                    const TakeManifest& take_manifest = {}, const TakeDigest& take_digest = {},
                    const Manifest* part_of = nullptr);

/// Reads and checks a run as read_run() does, for a caller that needs none of its games. Computes no digests.
RunSummary read_summary(const std::filesystem::path& path);
/// The same with the digest of each stage, so that `next` says which records the next stage follows.
RunSummary read_summary_with_digests(const std::filesystem::path& path, const Manifest* part_of = nullptr);

/// A game of a run, with its stage as the whole file has it.
struct FoundGame {
  GameRecord record;
  StageSummary stage;
  std::string place;  ///< "FILE:LINE"

  const ManifestVariant& variant() const { return *stage.manifest.find_variant(record.variant); }
};

/// Reads a run and finds the game that is named so, by its id or its number in the file from 1. `take` is called with it
/// before what follows is read, which may be damaged; of its stage it has only the manifest then. Throws InputError as
/// read_run() does, and when there is no such game.
FoundGame find_game(const std::filesystem::path& run, const std::string& name,
                    const std::function<void(const FoundGame&)>& take = {});

/// The last line of a stage, without its checksum, which reveals the key. `is_cut`: it was not played to its end.
boost::json::object end_json(std::string_view run, int games, const RunKey& key, bool is_cut = false);

/// Reads the deals that the run was given, if it was, from its folder into the manifest. Throws InputError "FILE: ..."
/// when they are not there, or are not those of the manifest.
void take_given_deals(Manifest& manifest, const std::filesystem::path& folder);

/// Which games of a run are recorded: a byte a block. Blocks count from 0, games of a block from 0 to 7.
class RecordedGames {
 public:
  /// False if the game was there already. 0 <= game < 8.
  bool add(int block, int game) {
    const auto index = static_cast<std::size_t>(block);
    if (index >= blocks_.size()) blocks_.resize(index + 1, 0);
    if (has(block, game)) return false;
    blocks_[index] = static_cast<std::uint8_t>(blocks_[index] | 1U << game);
    ++count_;
    return true;
  }
  bool has(int block, int game) const { return (games_of(block) >> game & 1U) != 0; }
  int count() const { return count_; }
  /// Block and game of the first one outside the blocks in `void_blocks`; {0, 0} if there is none.
  std::pair<int, int> first(const std::set<int>& void_blocks = {}) const {
    for (std::size_t index = 0; index < blocks_.size(); ++index) {
      const int block = static_cast<int>(index);
      if (blocks_[index] != 0 && !void_blocks.contains(block)) return {block, std::countr_zero(blocks_[index])};
    }
    return {0, 0};
  }
  /// Of one block.
  int count(int block) const { return std::popcount(games_of(block)); }

 private:
  std::uint8_t games_of(int block) const {
    const auto index = static_cast<std::size_t>(block);
    return index < blocks_.size() ? blocks_[index] : std::uint8_t{0};
  }

  std::vector<std::uint8_t> blocks_;
  int count_ = 0;
};

}  // namespace arena
