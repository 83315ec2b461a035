#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "arena/base/seeds/digest.h"
#include "arena/game/schedule/shard.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"

namespace arena {

/// A line of games.jsonl that records a game, or makes a block void, and where it is in the file. The line itself stays on
/// disk: a run may have millions of them.
struct RecordedLine {
  /// In place of a game's number: the line calls its block void. Behind the block's games.
  static constexpr int kVoid = std::numeric_limits<int>::max();

  int block = 0;
  int game = 0;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;  ///< without the newline
  Digest digest{};          ///< of the line

  std::pair<int, int> key() const { return {block, game}; }
  /// "b3g1", or "block 3, void".
  std::string name() const;
};

/// A shard of a run as one folder has it.
struct ShardPart {
  std::filesystem::path folder;
  Shard shard;
  std::vector<RecordedLine> lines;  ///< by block and game
  std::vector<VoidBlock> voids;     ///< in the order of the records
};

/// The lines of the games and void blocks of this run, a stage, in a file of records, by block and game.
std::vector<RecordedLine> recorded_lines(const std::filesystem::path& games, const std::string& run);

/// Reads a part of the stage of a run. Throws InputError that names file and line for damaged records or another run, or
/// the folder if it is no part.
ShardPart read_shard_part(const std::filesystem::path& folder, const Manifest& run);

/// The name of the folder of a complete part: "3-of-7".
std::string shard_folder_name(Shard shard);
/// Whose folder that is; nothing for another name. "3-of-7.2" is of 3-of-7, too: another attempt at it.
std::optional<Shard> shard_of_folder(std::string_view name);

}  // namespace arena
