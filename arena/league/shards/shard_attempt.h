#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/schedule/shard.h"
#include "arena/league/run/run_records.h"
#include "arena/records/run_folder.h"

namespace arena {

/// One attempt at a shard, in a folder of its own next to the other parts of its run. Two attempts at the same shard
/// may run at the same time, for example if a cluster gives up a node that is still alive. The first one that is
/// complete counts.
class ShardAttempt {
 public:
  /// Begins an attempt in the folder of the parts. If an attempt of this host was broken off, which shows in its lock
  /// being free, it is resumed instead. Throws InputError and std::system_error.
  ShardAttempt(const std::filesystem::path& shards, Shard shard);

  RunRecords& records() { return *records_; }
  const std::filesystem::path& folder() const { return folder_; }

  /// Waits until everything is on disk, and gives the folder the name of a complete part. If another attempt was
  /// complete first, this one gets another name next to it. Returns whether it is the first.
  bool complete();

 private:
  std::filesystem::path shards_;
  Shard shard_;
  std::filesystem::path folder_;
  std::unique_ptr<RunRecords> records_;
};

/// A shard of a run, as one folder has it.
struct ShardPart {
  std::filesystem::path folder;
  Shard shard;
  std::vector<RecordedLine> lines;     ///< sorted by block and game
  std::vector<VoidBlock> voids;        ///< in the order of the records
  std::optional<std::string> lacks{};  ///< a sentence about missing games; merge_shards() sets it
};

/// Returns the lines of games and void blocks of the last stage, sorted by block and game. Its digest must have been
/// computed.
std::vector<RecordedLine> sorted_lines(const RunSummary& run);

/// Reads a part of the stage with the manifest `run`. Throws InputError, which names file and line, for damaged
/// records or another run, and which names the folder if it is not a part.
ShardPart read_shard_part(const std::filesystem::path& folder, const Manifest& run);

/// Returns the name of the folder of a complete part: "3-of-7".
std::string shard_folder_name(Shard shard);
/// Returns the shard that a folder of that name holds, or nothing for any other name. "3-of-7.2", another attempt at
/// 3-of-7, is that shard, too.
std::optional<Shard> shard_of_folder(std::string_view name);

/// Returns the complete parts in a folder of shards, sorted by shard and attempt: of each shard the first one counts.
std::vector<std::filesystem::path> complete_parts(const std::filesystem::path& shards);

/// Returns the folders of attempts in progress, or broken off, with their shards, sorted by folder.
std::map<std::filesystem::path, Shard> unfinished_parts(const std::filesystem::path& shards);

/// Returns where a run has the parts of a stage: RUN/shards, and for later stages RUN/shards/stage-2 and so on.
std::filesystem::path shards_folder(const std::filesystem::path& run, int stage);

/// Throws InputError for a run that may end early, because that must be played as a whole. `run` is its folder.
void check_may_be_sharded(const Manifest& manifest, const std::filesystem::path& run);

/// Throws InputError if the folder has parts of another number of shards.
void check_shard_count(const std::filesystem::path& shards, Shard shard);

/// Throws InputError if the run's stage has parts, complete or not, because it is then played in shards.
void check_no_shards(const std::filesystem::path& run, int stage);

}  // namespace arena
