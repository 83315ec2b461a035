#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/game/schedule/shard.h"
#include "arena/records/records_digest.h"
#include "arena/records/run_folder.h"

namespace arena {

/// A shard of a run as one folder has it.
struct ShardPart {
  std::filesystem::path folder;
  Shard shard;
  std::vector<RecordedLine> lines;  ///< by block and game
  std::vector<VoidBlock> voids;     ///< in the order of the records
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

}  // namespace arena
