#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// The most shards that Slurm accepts as one array of jobs if its MaxArraySize is not set.
inline constexpr int kUsualArrayMax = 1001;

/// A league that Slurm plays as an array of jobs, one for each shard. All paths are absolute and the same on every
/// node.
struct SlurmJobs {
  std::filesystem::path program;  ///< the arena's program
  std::filesystem::path league;
  std::filesystem::path out;         ///< the run's folder
  int shards = 1;                    ///< at least 1
  int workers = 1;                   ///< games at the same time of each job, which gets as many processors
  std::vector<std::string> options;  ///< further options of `arena run`
  std::vector<std::string> sbatch;   ///< further options of sbatch, one line each
};

/// The folder in the run's folder that holds the two scripts and what they print, and the names of the scripts.
inline constexpr std::string_view kSlurmFolder = "slurm";
inline constexpr std::string_view kShardScript = "shard.sh";
inline constexpr std::string_view kMergeScript = "merge.sh";

/// Returns the name of an sbatch option that the scripts, or the commands that submit them, set themselves, if one of
/// these words would set it again. Otherwise returns an empty string.
std::string_view own_option(std::string_view words);

/// Returns a Bash script for the jobs of the array: each plays the shard of its index. The script ends in exec, so that
/// Slurm's signals reach the arena.
std::string shard_script(const SlurmJobs& jobs);
/// Returns a Bash script that merges the shards.
std::string merge_script(const SlurmJobs& jobs);

/// Return the commands that submit the shards, and the merge once all shards have succeeded. Run them in the folder of
/// the scripts. The first one prints the number of its job, which submit_merge() takes.
std::vector<std::string> submit_shards();
std::vector<std::string> submit_merge(std::string_view shards_job);

}  // namespace arena
