#include "arena/app/commands/league_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/logger.h>
#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/duel_text.h"
#include "arena/app/commands/league_events.h"
#include "arena/app/commands/live_report.h"
#include "arena/app/commands/live_standings.h"
#include "arena/app/commands/planned_run.h"
#include "arena/app/commands/progress_line.h"
#include "arena/app/commands/rated_standings.h"
#include "arena/app/commands/record_folder.h"
#include "arena/app/commands/run_report.h"
#include "arena/app/commands/stage_to_play.h"
#include "arena/app/terminal/time_words.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_copy.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/league/plan/forecast.h"
#include "arena/league/plan/receipt.h"
#include "arena/league/run/game_queue.h"
#include "arena/league/run/machine.h"
#include "arena/league/run/run.h"
#include "arena/league/run/timing_sums.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/manifest.h"
#include "arena/records/outcome.h"
#include "arena/records/run_folder.h"
#include "arena/records/withdrawal.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

/// The records are rated by their own lines, wherever they are: a stage that goes on keeps what its first line says of
/// the league.
void keep_label(const std::vector<Manifest>& stages, Manifest& manifest, spdlog::logger& log) {
  if (stages.empty() || run_id(stages.back()) != run_id(manifest) || stages.back().label == manifest.label) return;
  log.info("name, notes and anchors of the league stay those with which this run began");
  manifest.label = stages.back().label;
}

std::string how_to_go_on(const RunRecords& records, const Manifest& manifest, const fs::path& folder) {
  return fmt::format("{} of {} {} recorded. To go on: the same command with --out {}", records.counted_games(),
                     hearts::counted(manifest.games, "game"), manifest.games == 1 ? "is" : "are",
                     in_shell(folder.string()));
}

/// The same at a stop that is an error's, and may have the same cause.
void try_to_publish_digest(const fs::path& folder, const Manifest& manifest, RunRecords& records, spdlog::logger& log) {
  if (records.recorded().count() == 0) return;
  try {
    publish_digest(folder, manifest, records);
  } catch (const std::system_error& error) {
    log.error("the digest of this stop cannot be written: {}", error.what());
  }
}

}  // namespace

std::vector<Argument> add_run_options(Command& command, RunOptions& options) {
  std::vector<Argument> planned = add_chance_options(command, options.seed, options.entropy);
  command
      .value("--out", options.out,
             "folder of the records; a run that is already in it goes on (default: results/<time>)")
      .not_empty();
  const Argument keep_going =
      command.flag("--keep-going", options.keep_going, "play on although a bot cannot be started; it forfeits");
  command.flag("--keep-bytes", options.keep_bytes, "keep all bytes between arena and bots in OUT/wire");
  command
      .flag("--strict", options.strict,
            "stop at the first fault and keep the exact input that led to it in OUT/first_fault.input; one game at a "
            "time")
      .excludes(keep_going);
  const Argument max_time = command.value("--max-time", options.max_time, "stop after so long: 90s, 30m, 8h, 2d")
                                .value_name("TIME")
                                .not_empty();
  command.value("--until", options.until, "stop then, by the local clock: 07:30, or 2031-05-17T07:30")
      .value_name("TIME")
      .not_empty()
      .excludes(max_time);
  command.flag("--no-pin", options.no_pin,
               "do not bind each game and its bots to one processor (for bots with threads)");
  command.flag("--timing", options.timing, "say on standard error what it cost: time, starts, processor time, memory");
  // Of a whole run alone, as what a plan settles.
  planned.push_back(command
                        .value("--report", options.report,
                               "keep this page up to date while the run is played, as arena report writes it")
                        .value_name("FILE")
                        .not_empty());
  add_isolation_options(command, options.isolation);
  return planned;
}

StopTime stop_time(const RunOptions& options) {
  if (!options.max_time.empty())
    return std::chrono::steady_clock::now() + parse_duration("--max-time", options.max_time);
  if (options.until.empty()) return std::nullopt;
  return std::chrono::steady_clock::now() + time_until("--until", options.until, std::chrono::system_clock::now());
}

WantedRun wanted_run(const RunOptions& options, spdlog::logger& log) {
  const League league = league_of(*options.league);
  return {manifest_of(league, log), length_of(league), workers_of(*options.league, league),
          seed_of(league, options.seed)};
}

void prepare_to_play() {
  // Errors of the write, not ends of the arena: a bot that is gone, a reader of our output that is gone, a file that
  // has reached the limit of its size.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  // What it holds, the key above all, is not for processes of the same user.
  ::prctl(PR_SET_DUMPABLE, 0);
}

namespace {

/// Plays a stage to its end. `goes_on`: a bot was withdrawn, and the others play on in another stage.
int play_stage(const RunOptions& options, WantedRun wanted, StopTime stop_at, const CommandContext& context,
               bool& goes_on) {
  spdlog::logger& log = *context.log;
  const std::string& program = context.program;
  const fs::path folder = record_folder(options.out, wanted.manifest);
  const int workers = options.strict ? 1 : wanted.workers;
  if (const std::string few = too_few_descriptors(workers); !few.empty()) throw MachineFault(few);
  const std::optional<long long> tasks = free_tasks();
  if (const std::string few = too_few_tasks(wanted.manifest, workers, tasks); !few.empty()) throw MachineFault(few);
  const BotSandbox sandbox(options.isolation, log, wanted.manifest.bots);
  check_entropy(options.entropy);
  RunRecords records(folder);
  if (!records.has_ended()) check_no_shards(folder, std::max(1, static_cast<int>(records.stages().size())));
  StageToPlay stage = stage_to_play(options, std::move(wanted), records, folder,
                                    std::string(isolation_name(sandbox.sandbox().isolation)));
  Manifest& manifest = stage.manifest;
  const RunKey& key = stage.key;
  const KeptReceipt was = read_receipt(folder);
  const bool is_other = !was.receipt.empty() && was.receipt != receipt_of(manifest) && stage.news.empty();
  if (is_other && was.is_committed) {
    throw InputError(
        fmt::format("the receipt in {} is {}: this is another run; give what 'arena plan --commit' was given, or "
                    "another --out",
                    (folder / kReceiptFile).string(), was.receipt));
  }

  keep_label(records.stages(), manifest, log);
  std::vector<Manifest> rated_stages = records.stages();
  if (rated_stages.size() <= 1 && manifest.stage.number == 1) rated_stages.clear();
  if (static_cast<int>(rated_stages.size()) < manifest.stage.number) rated_stages.push_back(manifest);
  for (Manifest& one : rated_stages) one.label = manifest.label;
  RatedRuns rated(rated_stages);
  Withdrawal withdrawal(manifest);
  const TakeGame rate = [&](GameRecord&& record, const hearts::GameRules&, const std::string& place) {
    withdrawal.add(record);
    rated.add(outcome_of(record), place);
  };
  records.begin(manifest, workers, rate, stage.last_key);
  manifest.played = records.played();
  for (const auto& [run, voids] : records.earlier_voids()) {
    for (const VoidBlock& block : voids) rated.add_void(run, block.block, folder.string());
  }
  for (const VoidBlock& block : records.voids()) rated.add_void(records.run(), block.block, folder.string());
  if (!stage.news.empty()) log.info("{}", stage.news);
  if (records.cut_bytes() > 0)
    log.warn("{} of torn last lines cut: an earlier run was killed while it wrote",
             hearts::counted(records.cut_bytes(), "byte"));
  if (records.counted_games() > 0) log.info("going on after {}", hearts::counted(records.counted_games(), "game"));
  if (!records.finished()) {
    if (is_other)
      log.warn("the receipt in {} was {}: this is another run", (folder / kReceiptFile).string(), was.receipt);
    write_receipt(folder, manifest, records.recorded().count(), records.digest(), was.is_committed);
    if (!manifest.label.name.empty()) log.info("{}", manifest.label.name);
    for (const std::string& note : manifest.label.notes) log.info("{}", note);
    log.info("receipt {}: {}", receipt_of(manifest),
             records.recorded().count() > 0 ? "that of the games so far" : "publish this before the first card");
    for (const std::string& warning :
         {memory_warning(manifest, workers, machine_memory_mb()), tasks_warning(manifest, workers, tasks)}) {
      if (!warning.empty()) log.info("{}", warning);
    }
  }
  fs::path wire_folder;
  if (options.keep_bytes) fs::create_directories(wire_folder = folder / "wire");

  RunPlan plan{.manifest = &manifest,
               .key = key.mixed_with(manifest.entropy),
               .start = {{}, {}, options.strict, bearable_processes()},
               .wanted = {},
               .is_decided = {},
               .workers = workers,
               .pinned = !options.no_pin,
               .keep_going = options.keep_going,
               .stop_at = stop_at};
  const std::vector<int> looks = chunk_ends(manifest.blocks);
  if (manifest.duel) {
    plan.is_decided = [&](int block) {
      std::vector<int> so_far = looks;
      std::erase_if(so_far, [&](int look) { return look > block; });
      return rated.duel(so_far).verdict != DuelVerdict::undecided;
    };
  }
  if (manifest.withdraw_after > 0) {
    plan.is_decided = [&](int block) { return withdrawal.find(manifest.stage.first_block + block).has_value(); };
  }
  // What was hashed is what runs, whatever becomes of the bots' own files from here on.
  std::optional<BotCopies> copies;
  if (!records.finished()) {
    copies.emplace(manifest.bots, sandbox.staging());
    plan.start.open = process_channels(sandbox.sandbox(), copies->commands(), manifest, wire_folder);
    plan.start.renew = [&] { copies->renew(); };
  }
  RunEnd end = RunEnd::finished;
  LiveReport report(options.report, folder, log);
  {
    ProgressLine progress(manifest.games, manifest.duel.has_value(), context.screens->err.can_redraw);
    RunEvents events = league_events(progress, manifest.bots, sandbox.sandbox().isolation, records.run(), rated, log);
    tell_namesakes(manifest.bots, log);
    LiveStandings standings(folder, log);
    events.game_over = [&, told = events.game_over](const GameRecord& record, int counted) {
      withdrawal.add(record);
      told(record, counted);
      standings.game_over(rated);
      report.game_over(counted, manifest.games);
    };
    if (options.timing) {
      events.over = [&](const RunCosts& costs) {
        progress.clear();
        std::cerr << context.screens->err.fitting(costs_text(costs, workers));
      };
    }
    try {
      if (!records.finished()) end = play_run(plan, records, events);
    } catch (const FirstFault& first) {
      progress.clear();
      report_first_fault(first, folder);
      report.finish();
      try_to_publish_digest(folder, manifest, records, log);
      return kFailed;
    } catch (const std::exception&) {
      progress.clear();
      log.error("{}", how_to_go_on(records, manifest, folder));
      report.finish();
      try_to_publish_digest(folder, manifest, records, log);
      throw;
    }
  }
  if (end == RunEnd::bots_failed) {
    log.error("nothing was played{}. --keep-going plays on, and the bots that fail forfeit their games",
              records.counted_games() > 0 ? " in this start" : "");
    return kFailed;
  }
  if (end == RunEnd::finished) records.finish(key);
  if (records.counted_games() > 0 && report.finish())
    std::cout << fmt::format("report: {}\n", in_shell(options.report));
  bool reported = true;
  try {
    if (records.counted_games() > 0) report_standings(context, folder, rated, manifest, records);
    if (manifest.duel && end == RunEnd::finished)
      std::cout << duel_text(rated.duel(looks), *manifest.duel, manifest, context.screens->out.page());
  } catch (const std::system_error& error) {
    reported = false;
    log.error("the games are safe, but the ratings cannot be written: {}", error.what());
  }
  if (end == RunEnd::finished && !reported) {
    log.error("all is recorded: {}. To rate: {} rate {}", hearts::counted(records.counted_games(), "game"),
              in_shell(program), in_shell(folder.string()));
  }
  if (end == RunEnd::finished && manifest.duel && reported) return duel_code(rated.duel(looks).verdict);
  if (const auto found = withdrawal.find(manifest.end_block()); found && end == RunEnd::finished && reported) {
    log.warn("withdrawn after {} in a row: {}", hearts::counted(manifest.withdraw_after, "forfeit"),
             fmt::join(found->bots, ", "));
    goes_on = found->end_block < manifest.end_block() && found->bots.size() + 2 <= manifest.bots.size();
  }
  if (end == RunEnd::finished) return reported ? kDone : kFailed;
  if (manifest.duel && records.counted_games() > 0)
    log.info("so far {}", duel_progress(rated.duel({}), *manifest.duel));
  log.warn("stopped{}; {}", end == RunEnd::out_of_time ? ", its time is over" : "",
           how_to_go_on(records, manifest, folder));
  return kInterrupted;
}

}  // namespace

int run_league(const RunOptions& options, const WantedRun& wanted, const CommandContext& context) {
  prepare_to_play();
  const StopTime stop_at = stop_time(options);
  RunOptions in_folder = options;
  in_folder.out = record_folder(options.out, wanted.manifest).string();
  in_folder.seed = wanted.seed;
  while (true) {
    bool goes_on = false;
    const int code = play_stage(in_folder, wanted, stop_at, context, goes_on);
    if (!goes_on) return code;
  }
}

}  // namespace arena::cli
