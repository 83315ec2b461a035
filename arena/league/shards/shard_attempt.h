#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/schedule/shard.h"
#include "arena/league/run/run_records.h"
#include "arena/records/run_folder.h"

namespace arena {

/// One attempt at a shard, in a folder of its own among the parts of its run. Two attempts at the same shard may run at the
/// same time, as when a cluster gives up a node that is still alive: each has its own folder, and the first that is
/// complete counts.
class ShardAttempt {
 public:
  /// Resumes an attempt that was broken off on this host, where its lock shows that it is free, or begins a new one, in the
  /// folder of the parts. Throws InputError, std::system_error.
  ShardAttempt(const std::filesystem::path& shards, Shard shard);

  RunRecords& records() { return *records_; }
  const std::filesystem::path& folder() const { return folder_; }

  /// Gives the folder the name of a complete part, once all is on disk. If another attempt was the first to be complete,
  /// this one is kept under a name beside it: returns whether it is the first.
  bool complete();

 private:
  std::filesystem::path shards_;
  Shard shard_;
  std::filesystem::path folder_;
  std::unique_ptr<RunRecords> records_;
};

/// A shard of a run as one folder has it.
struct ShardPart {
  std::filesystem::path folder;
  Shard shard;
  std::vector<RecordedLine> lines;     ///< by block and game
  std::vector<VoidBlock> voids;        ///< in the order of the records
  std::optional<std::string> lacks{};  ///< a sentence on games that are missing, once somebody has looked
};

/// The lines of games and void blocks of the last stage that was read, by block and game. It must have its digest.
std::vector<RecordedLine> sorted_lines(const RunSummary& run);

/// Reads a part of the stage of a run. Throws InputError that names file and line for damaged records or another run, or
/// the folder if it is no part.
ShardPart read_shard_part(const std::filesystem::path& folder, const Manifest& run);

/// The name of the folder of a complete part: "3-of-7".
std::string shard_folder_name(Shard shard);
/// Whose folder that is; nothing for another name. "3-of-7.2" is of 3-of-7, too: another attempt at it.
std::optional<Shard> shard_of_folder(std::string_view name);

/// The complete parts in a folder of shards, those that count first: by shard and attempt.
std::vector<std::filesystem::path> complete_parts(const std::filesystem::path& shards);

/// Where a run has the parts of a stage: RUN/shards, for later stages RUN/shards/stage-2 and so on.
std::filesystem::path shards_folder(const std::filesystem::path& run, int stage);

/// Throws InputError for a run that may end early, which must be played whole. `run`: its folder.
void check_may_be_sharded(const Manifest& manifest, const std::filesystem::path& run);

/// Throws InputError where there are parts of another number of shards.
void check_shard_count(const std::filesystem::path& shards, Shard shard);

/// Throws InputError where the run's stage has parts, complete or not: it is played in shards then.
void check_no_shards(const std::filesystem::path& run, int stage);

}  // namespace arena
