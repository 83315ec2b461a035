#include "arena/cli/league_run.h"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>

#include "arena/bots/bot_copy.h"
#include "arena/cli/commands.h"
#include "arena/cli/duel_text.h"
#include "arena/cli/progress_line.h"
#include "arena/cli/rated_standings.h"
#include "arena/cli/record_folder.h"
#include "arena/cli/stage_to_play.h"
#include "arena/cli/time_words.h"
#include "arena/records/manifest.h"
#include "arena/records/outcome.h"
#include "arena/records/run_folder.h"
#include "arena/sandbox/own_limits.h"
#include "arena/text/input_error.h"
#include "arena/text/printable.h"
#include "arena/text/whole_file.h"
#include "arena/text/words.h"
#include "arena/tournament/forecast.h"
#include "arena/tournament/game_queue.h"
#include "arena/tournament/machine.h"
#include "arena/tournament/receipt.h"
#include "arena/tournament/run.h"
#include "arena/tournament/timing_sums.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

/// A broken bot must not drown the others in the log.
constexpr int kFaultsTold = 10;

/// When the run is to stop; nothing if it is not. Throws InputError.
std::optional<std::chrono::steady_clock::time_point> stop_time(const RunOptions& options) {
  if (!options.max_time.empty())
    return std::chrono::steady_clock::now() + parse_duration("--max-time", options.max_time);
  if (options.until.empty()) return std::nullopt;
  return std::chrono::steady_clock::now() + time_until("--until", options.until, std::chrono::system_clock::now());
}

/// The records are rated by their own lines, wherever they are: a stage that goes on keeps what its first line says of
/// the league.
void keep_label(const std::vector<Manifest>& stages, Manifest& manifest, spdlog::logger& log) {
  if (stages.empty() || run_id(stages.back()) != run_id(manifest) || stages.back().label == manifest.label) return;
  log.info("name, notes and anchors of the league stay those with which this run began");
  manifest.label = stages.back().label;
}

std::string how_to_go_on(const RunRecords& records, const Manifest& manifest, const fs::path& folder) {
  return fmt::format("{} of {} games are recorded. To go on: the same command with --out {}", records.counted_games(),
                     manifest.games, in_shell(folder.string()));
}

/// No game depends on the clocks' file: what is wrong with it is said like the rest.
std::vector<std::string> clock_sentences(const fs::path& timings) {
  try {
    return timing_sentences(sum_timings(timings));
  } catch (const std::exception& error) {
    return {fmt::format("The clocks cannot be summed: {}", error.what())};
  }
}

/// The digest of what is recorded, kept with the run and shown.
void publish_digest(const fs::path& folder, const Manifest& manifest, RunRecords& records) {
  records.sync();  // what is published must not be lost
  const int games = records.recorded().count();
  const std::string digest = records.digest();
  write_receipt(folder, manifest, games, digest);
  std::cout << fmt::format("digest {} of {}: publish this\n", digest, hearts::counted(games, "game")) << std::flush;
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

/// The ratings so far, kept with the run and shown.
void report_standings(const std::string& program, const fs::path& folder, const RatedRuns& rated,
                      const Manifest& manifest, RunRecords& records) {
  records.sync();
  const RatedStandings standings(rated);
  write_whole(folder / kRatingsFile, standings.json());
  write_whole(folder / kStandingsFile, standings.markdown());
  std::cout << "\n" << standings.text();
  for (const std::string& sentence : clock_sentences(folder / kTimingsFile)) std::cout << sentence << "\n";
  std::cout << "\n";
  publish_digest(folder, manifest, records);
  std::cout << fmt::format("records: {}\n", in_shell((folder / kGamesFile).string()));
  const auto [block, game] = records.recorded().first();
  std::cout << fmt::format("a game: {} replay {} {}\n", in_shell(program), in_shell(folder.string()),
                           game_id(block, game))
            << std::flush;
}

RunEvents league_events(ProgressLine& progress, const std::string& run, RatedRuns& rated, spdlog::logger& log) {
  RunEvents events;
  events.bot_failed_to_start = [&](const BotEntry& bot, const FaultEvent& fault) {
    progress.clear();
    log.error("{} cannot play: {}: {}", bot.name, fault_name(fault.fault), fault.detail);
    for (const StderrChunk& chunk : fault.stderr_tail) {
      const std::string_view text = chunk.text;
      log.error("its stderr: {}",
                printable_lines(text.substr(text.size() - std::min<std::size_t>(text.size(), 2000)), 2000));
    }
    if (const std::string note = copied_note(bot); !note.empty() && fault.fault == Fault::start_failed) {
      log.error("{}: {}", bot.name, note);
    }
  };
  events.game_over = [&, faults_of = std::map<std::string, int>()](const GameRecord& record, int counted) mutable {
    rated.add(outcome_of(record), record.id);
    for (const FaultEvent& event : record.result.faults) {
      const std::string& bot = record.bots[static_cast<std::size_t>(event.seat)];
      const int faults = ++faults_of[bot];
      if (faults > kFaultsTold) continue;
      progress.clear();
      log.warn("game {}: {} in hand {}, question {}: {}{}: {}", record.id, bot, event.hand, event.question,
               fault_name(event.fault), event.forfeits ? " (forfeits)" : "", event.detail);
      if (faults == kFaultsTold) log.warn("further faults of {} are in {}, not here", bot, kFaultsFile);
    }
    progress.game_over(record, counted, rated);
  };
  events.block_void = [&](const VoidBlock& block) {
    rated.add_void(run, block.block, "");
    progress.clear();
    log.warn("block {} is void, and is played again as block {}: {}: {}", block.block, block.again,
             fault_name(block.fault), block.detail);
  };
  events.warning = [&](const std::string& text) {
    progress.clear();
    log.warn("{}", text);
  };
  return events;
}

/// Says what a strict run stopped at; the input goes to a file that the bot can be fed.
void report_first_fault(const FirstFault& first, const fs::path& folder) {
  const FaultEvent& event = first.event;
  const fs::path path = folder / "first_fault.input";
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << first.input;
  if (!file.flush()) throw std::system_error(errno, std::generic_category(), path.string());
  std::cout << fmt::format("first fault: seat {}, hand {}, question {}: {}: {}\n", event.seat, event.hand,
                           event.question, fault_name(event.fault), event.detail);
  for (const std::string& line : event.sent) std::cout << "  to it:   " << line << "\n";
  for (const std::string& line : event.received) std::cout << "  from it: " << line << "\n";
  for (const StderrChunk& chunk : event.stderr_tail) std::cout << printable_lines(chunk.text, 4096);
  std::cout << fmt::format("its whole input, to feed it again: {}\n", path.string());
}

}  // namespace

void add_run_options(Command& command, RunOptions& options) {
  command
      .value("--seed", options.seed,
             "any text; the same seed gives the same deals (for reproduction: it can be guessed)")
      .not_empty();
  command
      .value("--entropy", options.entropy,
             "public chance, announced before it was drawn, that the key is mixed with:\n"
             "then whoever made the key could not choose the deals")
      .not_empty();
  command
      .value("--out", options.out,
             "folder of the records; a run that is already in it goes on (default: results/<time>)")
      .not_empty();
  const Argument keep_going =
      command.flag("--keep-going", options.keep_going, "play on although a bot cannot be started; it forfeits");
  command.flag("--keep-bytes", options.keep_bytes, "keep all bytes between arena and bots in OUT/wire");
  command
      .flag("--strict", options.strict,
            "stop at the first fault and keep the exact input that led to it in OUT/first_fault.input;\n"
            "one game at a time")
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
  add_isolation_options(command, options.isolation);
}

WantedRun wanted_run(const RunOptions& options, spdlog::logger& log) {
  const League league = league_of(*options.league);
  return {manifest_of(league, log), length_of(league), workers_of(*options.league, league)};
}

int run_league(const RunOptions& options, WantedRun wanted, const std::string& program, spdlog::logger& log) {
  // Errors of the write, not ends of the arena: a bot that is gone, a reader of our output that is gone, a file that
  // has reached the limit of its size.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  // What it holds, the key above all, is not for processes of the same user.
  ::prctl(PR_SET_DUMPABLE, 0);
  const auto stop_at = stop_time(options);
  const fs::path folder = record_folder(options.out, wanted.manifest);
  const int workers = options.strict ? 1 : wanted.workers;
  if (const std::string few = too_few_descriptors(workers); !few.empty()) throw MachineFault(few);
  const std::optional<long long> tasks = free_tasks();
  if (const std::string few = too_few_tasks(wanted.manifest, workers, tasks); !few.empty()) throw MachineFault(few);
  const BotSandbox sandbox(options.isolation, log, wanted.manifest.bots);
  if (!options.entropy.empty() && !is_entropy(options.entropy))
    throw InputError(fmt::format("--entropy must be {}", kEntropyRule));
  RunRecords records(folder);
  auto [manifest, key, last_key, news] = stage_to_play(options, std::move(wanted), records, folder,
                                                       std::string(isolation_name(sandbox.sandbox().isolation)));
  const KeptReceipt was = read_receipt(folder);
  const bool is_other = !was.receipt.empty() && was.receipt != receipt_of(manifest) && news.empty();
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
  for (Manifest& stage : rated_stages) stage.label = manifest.label;
  RatedRuns rated(rated_stages);
  const TakeGame rate = [&rated](GameRecord&& record, const hearts::GameRules&, const std::string& place) {
    rated.add(outcome_of(record), place);
  };
  records.begin(manifest, workers, rate, last_key);
  manifest.played = records.played();
  for (const auto& [run, voids] : records.earlier_voids()) {
    for (const VoidBlock& block : voids) rated.add_void(run, block.block, folder.string());
  }
  for (const VoidBlock& block : records.voids()) rated.add_void(records.run(), block.block, folder.string());
  if (!news.empty()) log.info("{}", news);
  if (records.cut_bytes() > 0)
    log.warn("{} bytes of torn last lines cut: an earlier run was killed while it wrote", records.cut_bytes());
  if (records.counted_games() > 0) log.info("going on after {} games", records.counted_games());
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
  // What was hashed is what runs, whatever becomes of the bots' own files from here on.
  std::optional<BotCopies> copies;
  if (!records.finished()) {
    copies.emplace(manifest.bots, sandbox.staging());
    plan.start.open = process_channels(sandbox.sandbox(), copies->commands(), manifest, wire_folder);
    plan.start.renew = [&] { copies->renew(); };
  }
  RunEnd end = RunEnd::finished;
  {
    ProgressLine progress(manifest.games, manifest.duel.has_value());
    const RunEvents events = league_events(progress, records.run(), rated, log);
    try {
      if (!records.finished()) end = play_run(plan, records, events);
    } catch (const FirstFault& first) {
      progress.clear();
      report_first_fault(first, folder);
      try_to_publish_digest(folder, manifest, records, log);
      return kFailed;
    } catch (const std::exception&) {
      progress.clear();
      log.error("{}", how_to_go_on(records, manifest, folder));
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
  bool reported = true;
  try {
    if (records.counted_games() > 0) report_standings(program, folder, rated, manifest, records);
    if (manifest.duel && end == RunEnd::finished) std::cout << duel_text(rated.duel(looks), *manifest.duel, manifest);
  } catch (const std::system_error& error) {
    reported = false;
    log.error("the games are safe, but the ratings cannot be written: {}", error.what());
  }
  if (end == RunEnd::finished && !reported) {
    log.error("all {} games are recorded. To rate them: {} rate {}", records.counted_games(), in_shell(program),
              in_shell(folder.string()));
  }
  if (end == RunEnd::finished && manifest.duel && reported) return duel_code(rated.duel(looks).verdict);
  if (end == RunEnd::finished) return reported ? kDone : kFailed;
  if (manifest.duel && records.counted_games() > 0)
    log.info("so far {}", duel_progress(rated.duel({}), *manifest.duel));
  log.warn("stopped{}; {}", end == RunEnd::out_of_time ? ", its time is over" : "",
           how_to_go_on(records, manifest, folder));
  return kInterrupted;
}

}  // namespace arena::cli
