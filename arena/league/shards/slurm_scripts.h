#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// Shards of an array of jobs whose last index Slurm allows where its MaxArraySize is not set.
inline constexpr int kUsualArrayMax = 1001;

/// A league that Slurm plays as an array of jobs, one for each shard. All paths are absolute, and the same on every node.
struct SlurmJobs {
  std::filesystem::path program;  ///< the arena
  std::filesystem::path league;
  std::filesystem::path out;         ///< folder of the run
  int shards = 1;                    ///< at least 1
  int workers = 1;                   ///< games at once of each, which is its processors
  std::vector<std::string> options;  ///< further ones of `arena run`
  std::vector<std::string> sbatch;   ///< further ones of sbatch, a line each
};

/// Of the run's folder, for the two scripts and what they print.
inline constexpr std::string_view kSlurmFolder = "slurm";
inline constexpr std::string_view kShardScript = "shard.sh";
inline constexpr std::string_view kMergeScript = "merge.sh";

/// The name of an option of sbatch that the scripts or their submission set, if one of these words would set it again;
/// else empty.
std::string_view own_option(std::string_view words);

/// Bash: a task of the array plays the shard of its index. It becomes the arena, so that Slurm's signals reach that.
std::string shard_script(const SlurmJobs& jobs);
/// Bash: merges the shards.
std::string merge_script(const SlurmJobs& jobs);

/// What submits the shards, and the merge once all of them have succeeded; in the folder of the scripts. The first
/// prints the job's number, which the second takes.
std::vector<std::string> submit_shards();
std::vector<std::string> submit_merge(std::string_view shards_job);

}  // namespace arena
