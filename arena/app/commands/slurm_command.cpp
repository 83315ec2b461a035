#include <fmt/ranges.h>
#include <spdlog/logger.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/open_process.h"
#include "arena/game/schedule/shard.h"
#include "arena/league/plan/league_file.h"
#include "arena/league/session/resume.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/league/shards/slurm_scripts.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

struct SlurmOptions {
  SessionOptions plan;
  std::string file;
  std::vector<std::string> sbatch;
  bool submit = false;
};

/// Checks that each text is a single line and an option of sbatch that the scripts do not set themselves.
void check_sbatch(const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    const bool one_line = std::ranges::none_of(option, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (!option.starts_with("-") || !one_line)
      throw InputError("--sbatch needs an option of sbatch, such as --sbatch=--partition=long");
    if (const std::string_view own = own_option(option); !own.empty())
      throw InputError(fmt::format("--sbatch={}: the arena sets {} itself", printable(option, 60), own));
  }
}

std::vector<std::string> run_options(const SlurmOptions& options) {
  std::vector<std::string> words;
  if (options.plan.order.isolation.asked != IsolationChoice{}.asked)
    words.insert(words.end(), {"--isolation", options.plan.order.isolation.asked});
  if (options.plan.order.isolation.required != IsolationChoice{}.required)
    words.insert(words.end(), {"--require-isolation", options.plan.order.isolation.required});
  if (const std::string& ids = options.plan.order.isolation.user_ids; !ids.empty())
    words.insert(words.end(), {"--user-ids", ids});
  if (options.plan.order.keep_going) words.emplace_back("--keep-going");
  return words;
}

/// Runs sbatch in the folder and returns the number of the job. Errors of sbatch go to standard error. Throws
/// std::runtime_error.
std::string submitted(const std::vector<std::string>& words, const fs::path& folder) {
  const std::string script = words.back();
  try {
    OpenProcess sbatch(words, folder);
    std::string said;
    for (Incoming line = sbatch.receive(); line.kind == Incoming::Kind::line; line = sbatch.receive()) said = line.text;
    const ProcessEnd end = sbatch.finish(std::chrono::seconds(10));
    const std::string job = said.substr(0, said.find(';'));  // the name of a cluster may follow
    const bool is_number = !job.empty() && std::ranges::all_of(job, [](char c) { return '0' <= c && c <= '9'; });
    if (end.kind == ProcessEnd::Kind::exited && end.number == 0 && is_number) return job;
  } catch (const std::system_error& error) {
    throw std::runtime_error(fmt::format("cannot start sbatch: {}", error.code().message()));
  }
  throw std::runtime_error(fmt::format("sbatch refused {}", (folder / script).string()));
}

/// Whether the run in the folder is planned as the league needs it. Throws InputError when it is another run, unless it
/// is to be extended.
bool is_planned(const SlurmOptions& options, const fs::path& out) {
  const PlannedRun run = planned_run(out);
  const Manifest& planned = run.manifest();
  const SessionOrder& plan = options.plan.order;
  Manifest wanted = plan.manifest;
  const std::optional<std::string> difference = apply_plan(wanted, plan, run);
  if (plan.extend && (run.has_ended || difference)) return false;
  if (difference) throw InputError(fmt::format("{} holds another run: {}", out.string(), *difference));
  if (run.has_ended) throw InputError(out.string() + " has ended: its shards are already merged");
  const bool has_seed = plan.seed.empty() ||
                        RunKey::from_seed(plan.seed).of_stage(planned.stage.number).commitment() == planned.commitment;
  if (!has_seed) throw InputError(out.string() + " was planned with a different key than this --seed gives");
  if (!plan.entropy.empty() && plan.entropy != planned.entropy)
    throw InputError(out.string() + " was planned with another --entropy");
  check_shard_count(shards_folder(out, planned.stage.number), {0, options.plan.shards});
  return true;
}

int write_and_submit(SlurmOptions options, const CommandContext& context) {
  spdlog::logger& log = *context.log;
  const Page page = context.screens->out.page();
  check_sbatch(options.sbatch);
  const std::optional<fs::path> file = league_file_at(options.file);
  if (!file)
    throw InputError(options.file + " is not a league file; slurm needs one, in a folder that all machines can read");
  const League league = order_league(options.plan);
  const fs::path out = fs::weakly_canonical(fs::absolute(options.plan.out));
  if (out.native().find_first_of("%\\") != std::string::npos)
    throw InputError(out.string() + ": Slurm reads % and \\ in paths as patterns; choose another --out");
  if (!has_records(out) || !is_planned(options, out)) commit_plan(options.plan, context);

  SlurmJobs jobs;
  jobs.program = fs::read_symlink("/proc/self/exe");
  jobs.league = fs::canonical(*file);
  jobs.out = out;
  jobs.shards = options.plan.shards;
  jobs.workers =
      std::max(1, options.plan.league->concurrency > 0 ? options.plan.league->concurrency : league.concurrency);
  jobs.options = run_options(options);
  jobs.sbatch = options.sbatch;
  const fs::path folder = out / kSlurmFolder;
  make_folder(folder);
  write_whole(folder / kShardScript, shard_script(jobs), 0755);
  write_whole(folder / kMergeScript, merge_script(jobs), 0755);
  if (jobs.shards > kUsualArrayMax)
    log.warn("a job array up to {} needs MaxArraySize={} in slurm.conf; {} is usual", jobs.shards - 1, jobs.shards,
             kUsualArrayMax);
  if (!options.submit) {
    std::cout << fmt::format("To play {}, each with {}, and then merge them:\n\n",
                             hearts::counted(jobs.shards, "shard"),
                             hearts::counted(jobs.workers, "game") + " at a time");
    for (const std::string& command :
         {"cd " + shell_quoted(folder.string()), fmt::format("job=$({})", fmt::join(submit_shards(), " ")),
          fmt::format("{}", fmt::join(submit_merge("${job%%;*}"), " "))})
      std::cout << shown_command("", command, 0, page.table_columns);
    return kDone;
  }
  const std::string shards = submitted(submit_shards(), folder);
  std::cout << fmt::format("shards: job {}, array 0-{}\n", shards, jobs.shards - 1) << std::flush;
  const std::string merge = submitted(submit_merge(shards), folder);
  std::cout << fmt::format("merge: job {}, after all shards are played\nlogs: {}\n", merge,
                           shell_quoted(folder.string()));
  return kDone;
}

}  // namespace

void define_slurm(Command& command, const CommandContext& context) {
  auto options = std::make_shared<SlurmOptions>();
  options->plan.league = std::make_shared<LeagueOptions>();
  command
      .value("LEAGUE.json", options->file, "a league file, or the folder with it, in a folder that all machines share")
      .required();
  command.heading("The jobs");
  command
      .value("--shards", options->plan.shards,
             "parts of the run. Each part is a task of the job array, and should last some minutes")
      .required()
      .within(1, kShardsMax);
  command
      .value("--out", options->plan.out,
             "folder of the run, which all machines share as well. If a run is planned in it already, that run is "
             "played")
      .value_name("DIR")
      .required()
      .not_empty();
  command.flag("--submit", options->submit, "also submit both jobs with sbatch");
  command
      .value("--concurrency", options->plan.league->concurrency,
             "games that a shard plays at the same time, and processors that it asks for")
      .within(1, kConcurrencyMax)
      .show_default("as the league file says, else 1");
  command
      .repeated("--sbatch", options->sbatch,
                "an option of sbatch for both jobs, such as --sbatch=--partition=long. Repeat it for several")
      .value_name("OPTION");
  command.heading("The run");
  add_keep_going(command, options->plan.order.keep_going);
  add_plan_options(command, options->plan);
  add_isolation_options(command, options->plan.order.isolation);
  command.footer(
      "slurm plans the run, writes slurm/shard.sh and slurm/merge.sh into the folder of the run, and prints the "
      "commands that submit them. If a node is lost, Slurm starts its shard again; what is complete is not played "
      "again. If a shard fails, Slurm cancels the merge. The same command with --submit then plays what is missing.\n"
      "Examples:\n"
      "  arena slurm league.json --shards 40 --out results/autumn\n"
      "  arena slurm league.json --shards 40 --out results/autumn --submit\n"
      "  arena slurm league.json --shards 40 --out results/autumn --sbatch=--time=2:00:00");
  command.run([options, context] {
    options->plan.league->words = {options->file};
    return write_and_submit(*options, context);
  });
}

}  // namespace arena::cli
