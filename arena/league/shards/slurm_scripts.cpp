#include "arena/league/shards/slurm_scripts.h"

#include <fmt/format.h>

#include <array>

#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// Returns the beginning of a script. No #SBATCH line may contain a path: sbatch reads these lines in its own way, and
/// replaces patterns in them.
std::string beginning(const SlurmJobs& jobs, std::string_view what, const std::vector<std::string>& options) {
  std::string text = "#!/bin/bash\n";
  for (const std::string& option : options) text += fmt::format("#SBATCH {}\n", option);
  for (const std::string& option : jobs.sbatch) text += fmt::format("#SBATCH {}\n", option);
  return text + fmt::format("# {} Written by arena slurm.\n\n", what);
}

}  // namespace

std::string_view own_option(std::string_view words) {
  struct Own {
    std::string_view name;
    char letter = 0;
  };
  static constexpr std::array kOwn = {
      Own{"--job-name", 'J'},
      Own{"--array", 'a'},
      Own{"--nodes", 'N'},
      Own{"--ntasks", 'n'},
      Own{"--output", 'o'},
      Own{"--dependency", 'd'},
      Own{"--cpus-per-task", 'c'},
      Own{"--signal"},
      Own{"--open-mode"},
      Own{"--kill-on-invalid-dep"},
      Own{"--requeue"},
      Own{"--no-requeue"},
      Own{"--parsable"},
  };
  for (const std::string_view word : hearts::split(words, " ")) {
    const bool is_long = word.starts_with("--");
    const std::string_view name = word.substr(0, word.find('='));
    for (const Own& own : kOwn) {
      // sbatch accepts long names that are cut short, as long as they are unique.
      if (is_long ? name.size() > 2 && own.name.starts_with(name)
                  : own.letter != 0 && word.size() > 1 && word[0] == '-' && word[1] == own.letter)
        return own.name;
    }
  }
  return {};
}

std::string shard_script(const SlurmJobs& jobs) {
  std::string text = beginning(jobs, fmt::format("Plays one of {}.", hearts::counted(jobs.shards, "shard")),
                               {
                                   "--job-name=arena-shard",
                                   fmt::format("--array=0-{}", jobs.shards - 1),
                                   "--nodes=1",
                                   "--ntasks=1",
                                   fmt::format("--cpus-per-task={}", jobs.workers),
                                   "--requeue",           // if a node is lost
                                   "--signal=B:TERM@50",  // the arena then stops in time, and can be resumed
                                   "--output=shard-%A_%a.log",
                                   "--open-mode=append",  // keep the output of earlier attempts
                               });
  text += fmt::format(
      "# If Slurm gives every job all processors of a node, two jobs on it would bind to the same ones. So do not "
      "bind.\n"
      "bound=()\n"
      "mine=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)\n"
      "if ((mine > {} && mine == $(nproc --all))); then bound=(--no-pin); fi\n",
      jobs.workers);
  text += fmt::format("exec {} run {} --out {} \\\n  --shard \"$SLURM_ARRAY_TASK_ID/{}\" --concurrency {}",
                      shell_quoted(jobs.program.native()), shell_quoted(jobs.league.native()),
                      shell_quoted(jobs.out.native()), jobs.shards, jobs.workers);
  for (const std::string& option : jobs.options) text += " " + shell_quoted(option);
  return text + " \"${bound[@]}\"\n";
}

std::string merge_script(const SlurmJobs& jobs) {
  return beginning(jobs, fmt::format("Merges {}.", hearts::counted(jobs.shards, "shard")),
                   {"--job-name=arena-merge", "--nodes=1", "--ntasks=1", "--requeue", "--output=merge-%j.log",
                    "--open-mode=append"}) +
         fmt::format("exec {} merge {}\n", shell_quoted(jobs.program.native()), shell_quoted(jobs.out.native()));
}

std::vector<std::string> submit_shards() { return {"sbatch", "--parsable", std::string(kShardScript)}; }

std::vector<std::string> submit_merge(std::string_view shards_job) {
  return {"sbatch", "--parsable", fmt::format("--dependency=afterok:{}", shards_job), "--kill-on-invalid-dep=yes",
          std::string(kMergeScript)};
}

}  // namespace arena
