#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arena {

/// What merge_shards() found and did.
struct Merged {
  int shards = 0;
  int games = 0;                               ///< of the run, as far as it was played in shards
  std::vector<std::filesystem::path> repeats;  ///< parts that say the same as another one of their shard
  std::vector<std::string> incomplete;  ///< of parts that were left out, since another one is complete: a sentence
  bool was_merged = false;              ///< the run had these games already, and its key was revealed
};

/// Joins the parts of a run that was played in shards into the records of its folder: games by block and number, then
/// the key, which is revealed. Without `parts` it takes those of the run's folder that are complete. A part that lacks
/// games is left out where another one of its shard has them. Throws InputError, with the run as it was, when they are
/// not the whole run, belong to another one, contradict each other or games that the run has, or cannot be read. A merge
/// that was killed can be repeated.
Merged merge_shards(const std::filesystem::path& run, std::vector<std::filesystem::path> parts);

/// Throws InputError where a run that is to be read has parts in its folder, and no game: they are not merged yet.
void check_merged(const std::filesystem::path& run);

}  // namespace arena
