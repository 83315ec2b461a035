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
#include "arena/records/duel_end.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"

namespace arena {

// The files of a run's folder (FORMAT.md in this folder documents them):
//
//   games.jsonl    for each stage: its manifest, a line for each game and each void block, and an end line with the key
//   timings.jsonl  the clocks of each game, and a line for each start of the arena; no result depends on it
//   faults.jsonl   the ledger: what a bot wrote and was sent around each of its faults
//   key            the key of the last stage, until the stage ends
//
// The functions that read games.jsonl, from the cheapest to the most thorough:
//
//   read_manifests()  who plays what; skips the lines of games
//   OutcomeReader     who came where in each game, for ratings; counts hands without parsing them (outcome.h)
//   read_summary()    reads every line and checks it against the lines before it
//   read_run()        the same, and calls a function with every game
//   replay_game()     plays one of these games again, card by card (replay.h)
//
// find_game() and GameLines find single games. DetailsReader adds what the other two files say about a game.

/// The names of the files in a run's folder.
inline constexpr std::string_view kGamesFile = "games.jsonl";
inline constexpr std::string_view kTimingsFile = "timings.jsonl";
inline constexpr std::string_view kFaultsFile = "faults.jsonl";
inline constexpr std::string_view kKeyFile = "key";

/// A line of games.jsonl that records a game, or says that a block is void.
struct RecordedLine {
  /// The value of `game` in a line that says that its block is void. It sorts such a line after the block's games.
  static constexpr int kVoid = INT_MAX;

  int block = 0;
  int game = 0;
  Digest digest{};  ///< hash of the line without its LF
  /// How many bytes of the file are before the line; 0 if it was not read from a file.
  std::uint64_t offset = 0;

  std::pair<int, int> key() const { return {block, game}; }
};

/// A hash over everything that a run has recorded, whatever the order of its lines. After an organiser has published
/// it, nobody can remove, change or add lines unnoticed.
///
/// It is a tree of BLAKE2b-256 hashes. Each line is hashed without its LF. The hash of a block covers the hashes of its
/// lines: the games by number, then the void line. The hash of the run covers the receipt, the entropy, and the hashes
/// of its blocks by number. The `run` line is therefore represented by its receipt, and the `end` line is not covered.
/// FORMAT.md in this folder documents it.
class RecordsDigest {
 public:
  explicit RecordsDigest(const Manifest& manifest);

  /// Adds the line of a game. Games may come in any order.
  void add_game(int block, int game, std::string_view line, std::uint64_t offset = 0) {
    add({block, game, digest_of(line), offset});
  }
  /// Adds a line whose hash is known.
  void add(const RecordedLine& line) { lines_.push_back(line); }
  /// Adds the line that says that a block is void.
  void add_void(int block, std::string_view line, std::uint64_t offset = 0) {
    add_game(block, RecordedLine::kVoid, line, offset);
  }
  /// Returns the lines in the order in which they were added.
  const std::vector<RecordedLine>& lines() const { return lines_; }
  /// Returns the digest as 64 hexadecimal digits. If `wanted` is given, only the lines for which it returns true count.
  std::string value(const std::function<bool(int block, int game)>& wanted = {}) const;

 private:
  std::string start_;
  std::vector<RecordedLine> lines_;
};

/// A stage of a run that was read: its manifest, and a summary of what follows it.
struct StageSummary {
  Manifest manifest;
  std::optional<RunKey> revealed_key;  ///< set if the stage has ended
  bool is_cut = false;                 ///< the stage was ended early, see end_json()
  std::optional<DuelEnd> duel;         ///< what the last line of a duel says; records of older arenas say nothing
  std::vector<VoidBlock> voids;        ///< in the order of the records
  /// Bots that have forfeited too often, see Withdrawal; known once the stage has ended.
  std::vector<std::string> withdrawn;
  int games = 0;                        ///< recorded games, including those of void blocks
  std::optional<RecordsDigest> digest;  ///< set if digests were asked for
};

/// The summary of a games.jsonl: its stages in order. Most runs have one.
struct RunSummary {
  std::vector<StageSummary> stages;
  std::uint64_t torn_bytes = 0;  ///< bytes of a last line that a crash left incomplete
  /// The stage that would come next; `before` is set only if digests were asked for.
  Stage next;
  std::shared_ptr<const PlayedBlocks> played;  ///< what the next stage would continue from

  const StageSummary& last() const { return stages.back(); }
  /// Returns the number of recorded games in all stages.
  int games() const;
};

/// Called with each game and its place "FILE:LINE".
using OnGame = std::function<void(GameRecord&&, const hearts::GameRules&, const std::string& place)>;
/// Called with the manifest of each stage, before its first game.
using OnManifest = std::function<void(const Manifest&)>;

/// Returns the games.jsonl that a user means by a path, which may be a run's folder or the file itself. Throws
/// InputError if there is none.
std::filesystem::path games_file(const std::filesystem::path& path);

/// Whether a folder has records. A run that is only planned has none yet, unless it is planned for shards. Throws as
/// open_regular() does.
bool has_records(const std::filesystem::path& folder);

/// The files of several runs that are read together. A file that is named twice is there once.
struct RecordFiles {
  std::set<std::filesystem::path> games;
  std::set<std::filesystem::path> timings;  ///< next to these files, if they exist
  std::set<std::filesystem::path> faults;   ///< next to these files, if they exist
};

/// Returns the files of these runs. Each path is a run's folder or its games.jsonl. Throws InputError if there is no
/// run at a path.
RecordFiles record_files(const std::vector<std::string>& paths);

/// Explains why no manifest was found in a run's folder or file: nothing has been played yet, or these are not the
/// records of a run. Always throws InputError.
[[noreturn]] void refuse_without_manifest(const std::filesystem::path& path);

/// Returns the manifests in a records file; other lines are not looked at. All stages of a run get the label of the
/// last one. Throws InputError "FILE:LINE: ..." for a bad manifest.
std::vector<Manifest> read_manifests(const std::filesystem::path& file);

/// Returns the manifests of all these files by run_id(), with their rules resolved. Throws as read_manifests() and
/// resolve_rules() do.
std::map<std::string, Manifest> read_resolved_manifests(const std::set<std::filesystem::path>& games);

/// Resolves the rules of the variants of a manifest that read_manifest() returned. Throws InputError if their rules are
/// not those of this arena, or if tables cannot be filled, and hearts::RulesError if this arena has no such variant.
void resolve_rules(Manifest& manifest);

/// Called after each game and each void block with the digest of everything that the stage has recorded so far, and
/// with the number of games in it. Digests are computed only if this function is given.
using OnDigest = std::function<void(const RecordsDigest&, int games)>;

/// Reads games.jsonl of a run and checks it. `path` is the run's folder or the file. The functions are called in the
/// order of the lines, on the calling thread. Throws InputError "FILE:LINE: ..." for a damaged line, a line of another
/// run, a stage that does not continue the one before, a duplicate game, or rules that this arena does not have.
///
/// If `part_of` is given, the records must be a part of that stage (see league/shards/), without the stages before it.
RunSummary read_run(const std::filesystem::path& path, const OnGame& on_game, const OnManifest& on_manifest = {},
                    const OnDigest& on_digest = {}, const Manifest* part_of = nullptr);

/// Reads and checks a run as read_run() does, for callers that need none of its games. Computes no digests.
RunSummary read_summary(const std::filesystem::path& path);
/// The same with the digest of each stage, so that RunSummary::next says which records the next stage follows.
RunSummary read_summary_with_digests(const std::filesystem::path& path, const Manifest* part_of = nullptr);

/// A game of a run, with the stage that it belongs to.
struct FoundGame {
  GameRecord record;
  StageSummary stage;
  std::string place;  ///< "FILE:LINE"

  const ManifestVariant& variant() const { return *stage.manifest.find_variant(record.variant); }
};

/// Reads a run and returns the game with this name, which is its id or its number in the file, from 1. `on_found` is
/// called with the game as soon as it is found, because the lines after it may be damaged; at that moment only the
/// manifest of its stage is known. Throws InputError as read_run() does, and if there is no such game.
FoundGame find_game(const std::filesystem::path& run, const std::string& name,
                    const std::function<void(const FoundGame&)>& on_found = {});

/// Returns the last line of a stage, which reveals the key, without its checksum. `is_cut` says that the stage was not
/// played to its end.
boost::json::object end_json(std::string_view run, int games, const RunKey& key, bool is_cut = false,
                             const std::optional<DuelEnd>& duel = {});

/// Reads the deals that the run was given, if any, from its folder into the manifest. The rules must be resolved.
/// Throws InputError "FILE: ..." if the file is missing, or if its deals are not those of the manifest.
void read_given_deals(Manifest& manifest, const std::filesystem::path& folder);

/// The set of games of a run that are recorded. It takes one byte a block. Blocks count from 0, the games of a block
/// from 0 to 7.
class RecordedGames {
 public:
  /// Adds a game. Returns false if it was there already.
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
  /// Returns block and game of the first recorded game outside `void_blocks`, or {0, 0} if there is none.
  std::pair<int, int> first(const std::set<int>& void_blocks = {}) const {
    for (std::size_t index = 0; index < blocks_.size(); ++index) {
      const int block = static_cast<int>(index);
      if (blocks_[index] != 0 && !void_blocks.contains(block)) return {block, std::countr_zero(blocks_[index])};
    }
    return {0, 0};
  }
  /// Returns how many games of one block are recorded.
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
