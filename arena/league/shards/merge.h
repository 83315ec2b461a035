#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arena {

/// The result of merge_shards().
struct Merged {
  int shards = 0;
  int games = 0;                               ///< recorded games of the shards that were merged
  std::vector<std::filesystem::path> repeats;  ///< parts that say the same as another part of their shard
  /// One sentence for each part that was left out because it is incomplete and another part of its shard is complete.
  std::vector<std::string> incomplete;
  bool was_merged = false;  ///< the run already had these games, and its key was revealed
};

/// Joins the parts of a run that was played in shards into the records of its folder: the games by block and number,
/// then the key, which is revealed. `parts` are the folders of the parts; if it is empty, the complete parts in the
/// run's folder are taken. A part that lacks games is left out if another part of its shard has them.
///
/// Throws InputError, with the run as it was, if the parts are not the whole run, if they belong to another run, if
/// they contradict each other or games that the run has, or if they cannot be read. A merge that was killed can be
/// repeated.
Merged merge_shards(const std::filesystem::path& run, std::vector<std::filesystem::path> parts);

/// Throws InputError if a run that is about to be read has only parts in its folder and no game, because they are not
/// merged yet.
void check_merged(const std::filesystem::path& run);

}  // namespace arena
