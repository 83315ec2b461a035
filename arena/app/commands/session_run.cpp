#include "arena/app/commands/session_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/logger.h>
#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "arena/admission/check/failure.h"
#include "arena/admission/check/find_cause.h"
#include "arena/app/commands/event_stream.h"
#include "arena/app/commands/hooks.h"
#include "arena/app/commands/live_report.h"
#include "arena/app/commands/progress_line.h"
#include "arena/app/commands/results_text.h"
#include "arena/app/terminal/json_output.h"
#include "arena/app/terminal/time_words.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/league/session/session.h"
#include "arena/league/session/written_results.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/pair_sentences.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

/// Limits for each bot in the log, so that a broken bot does not drown the others.
constexpr int kFaultsReported = 10;
constexpr int kReplacedReported = 3;

/// Logs which bot is which if several had the same name and were given numbers.
void report_namesakes(const Manifest& manifest, spdlog::logger& log) {
  for (const BotEntry& bot : manifest.bots) {
    const std::size_t mark = bot.name.rfind('-');
    if (mark == std::string::npos || leading_number(std::string_view(bot.name).substr(mark + 1)) < 2) continue;
    const BotEntry* first = manifest.find_bot(bot.name.substr(0, mark));
    if (first != nullptr && word_for(*first) != word_for(bot))
      log.info("{} is {}, {} is {}", first->name, word_for(*first), bot.name, word_for(bot));
  }
}

/// Returns the command that explains what is wrong with a bot. It may contain quotes, so it goes at the end of a line.
std::string check_advice(const BotEntry& bot) { return "to see why: arena check " + word_for(bot); }

std::string_view time_is_over(const StageEnd& end) {
  return end.kind == RunEnd::out_of_time ? " because its time is up" : "";
}

void report_complete(Shard shard, const fs::path& folder) {
  std::cout << fmt::format("shard {} is complete: {}\n", shard_name(shard), legible(folder.string()));
}

/// Writes the complete input of the bot to first_fault.input in the folder, so that its author can send it to the bot
/// again. Unless `is_quiet`, prints the fault at which a strict run stopped. Throws std::system_error when the file
/// cannot be written.
void show_first_fault(const FirstFault& first, const fs::path& folder, bool is_quiet) {
  const FaultEvent& event = first.event;
  const fs::path path = folder / "first_fault.input";
  write_whole(path, first.input);  // the folder may be a stranger's, and have a link or a pipe of this name
  if (is_quiet) return;
  std::cout << fmt::format("first fault: seat {} {}: {}: {}\n", event.seat, describe_moment(event),
                           fault_name(event.fault), event.detail);
  for (const std::string& line : event.sent) std::cout << "  to it:   " << line << "\n";
  for (const std::string& line : event.received) std::cout << "  from it: " << line << "\n";
  for (const StderrChunk& chunk : event.stderr_tail) std::cout << printable_lines(chunk.text, 4096);
  std::cout << fmt::format("its complete input, which you can send to the bot again: {}\n", legible(path.string()));
}

/// Prints the progress of a session for people: results to standard output, everything else to the log and the progress
/// line. With --json it writes only to the log.
class SessionPrinter {
 public:
  /// The arguments must outlive this object, and this object must outlive the session.
  SessionPrinter(const SessionOptions& options, const CommandContext& context, Hooks& hooks)
      : options_(options), context_(context), hooks_(hooks) {}

  SessionEvents events() {
    SessionEvents events;
    events.sandbox = report_to(*context_.log);
    events.stage_begins = [this](const StageStart& start, const RatedRuns& rated) { stage_begins(start, rated); };
    events.stage_ends = [this](const StageEnd& end) { stage_ends(end); };
    events.games.bot_failed_to_start = [this](const BotEntry& bot, const FaultEvent& fault) {
      report_failed_start(bot, stage_->isolation, fault, log());
    };
    events.games.rehearsal_failed = [this](const BotEntry& bot, const FaultEvent& fault) {
      log().warn(
          "{} failed in the rehearsal before the run, in the second game of one process: {}. The run may not show "
          "this, because it may start a new process for each game; {}",
          bot.name, story_of(fault), check_advice(bot));
    };
    events.games.game_over = [this](const GameRecord& record, int counted) { game_over(record, counted); };
    events.games.block_void = [this](const VoidBlock& block) {
      log().warn("block {} is void and will be played again as block {}: {}: {}", block.block, block.again,
                 fault_name(block.fault), block.detail);
    };
    events.games.warning = [this](const std::string& text) { log().warn("{}", text); };
    if (options_.timing) {
      events.games.over = [this](const RunCosts& costs) {
        if (progress_) progress_->clear();
        std::cerr << context_.screens->err.fitting(costs_text(costs, stage_->workers));
      };
    }
    return events;
  }

  /// Prints the end of the session, and returns the exit code.
  int finish(const SessionOutcome& outcome) {
    using Kind = SessionOutcome::Kind;
    switch (outcome.kind) {
      case Kind::finished:
        if (options_.order.shard && outcome.is_counted && !options_.json)
          report_complete(*options_.order.shard, outcome.folder);
        if (!outcome.is_counted)
          log().warn("another attempt at shard {} was completed first and counts; this one is kept as {}",
                     shard_name(*options_.order.shard), outcome.folder.string());
        return outcome.duel ? duel_code(*outcome.duel) : kDone;
      case Kind::run_has_ended:
        if (!options_.json)
          std::cout << fmt::format("{} has ended: nothing is left to play\n", legible(outcome.folder.string()));
        return kDone;
      case Kind::shard_is_complete:
        if (!options_.json) report_complete(*options_.order.shard, outcome.folder);
        return kDone;
      case Kind::stopped:
        return kInterrupted;
      case Kind::failed:
        return *context_.failure_code;
    }
    return *context_.failure_code;
  }

 private:
  /// Returns the log, after erasing the progress line to make room for a message.
  spdlog::logger& log() {
    if (progress_) progress_->clear();
    return *context_.log;
  }

  void stage_begins(const StageStart& start, const RatedRuns& rated) {
    const Manifest& manifest = start.manifest;
    spdlog::logger& log = *context_.log;
    stage_ = &start;
    rated_ = &rated;
    reported_.clear();
    if (start.keeps_label) log.info("the run keeps the league's name, notes and anchors that it began with");
    if (start.change_note) log.info("{}", *start.change_note);
    if (start.cut_bytes > 0)
      log.warn("removed {} of torn lines at the end: an earlier {} was killed while it wrote them",
               hearts::counted(start.cut_bytes, "byte"), options_.order.shard ? "attempt" : "run");
    if (start.counted_games > 0) log.info("resuming after {}", hearts::counted(start.counted_games, "game"));
    if (!options_.order.shard) {
      if (!start.has_games && !start.has_ended) {
        for (const std::string& note : options_.notes) log.info("{}", note);
        report_default_deals(options_, manifest, log);
        note_rounding(start);
      }
      if (!start.has_ended) {
        if (start.other_receipt)
          log.warn("the receipt in {} was {}, so this is another run", (start.folder / kReceiptFile).string(),
                   *start.other_receipt);
        if (!manifest.label.name.empty()) log.info("{}", manifest.label.name);
        for (const std::string& note : manifest.label.notes) log.info("{}", note);
        if (start.is_published)
          log.info("receipt {}: {}", receipt_of(manifest),
                   start.has_games ? "the receipt of the games so far" : "publish this before the first card");
      }
      report_namesakes(manifest, log);
      report_.emplace(options_.report, start.folder, log);
    }
    for (const std::string& warning : start.warnings) log.warn("{}", warning);
    if (!options_.json) progress_.emplace(start.games, context_.screens->err.can_redraw);
  }

  /// Logs how many games are played if whole blocks have more games than were asked for.
  void note_rounding(const StageStart& start) {
    const int asked = options_.order.length.games;
    if (asked == 0 || start.games <= asked || start.manifest.stage.number > 1) return;
    context_.log->info("only whole blocks are played: {} in {}, not {}", hearts::counted(start.games, "game"),
                       hearts::counted(start.manifest.blocks, "block"), asked);
  }

  void game_over(const GameRecord& record, int counted) {
    if (hooks_.has_messages()) {
      log();
      hooks_.report();
    }
    for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
      const std::string& how = record.result.timing[seat].replaced;
      if (how.empty()) continue;
      const int replaced = ++reported_[record.bots[seat]].replaced;
      if (replaced > kReplacedReported) continue;
      log().warn("game {}: {} had exited since its last game, or at the start of this one ({}), and was restarted{}",
                 record.id, record.bots[seat], how,
                 replaced == kReplacedReported ? "; further restarts of this bot are not shown" : "");
    }
    report_faults(record);
    report_refused(record);
    if (progress_) progress_->game_over(record, counted, *rated_);
    if (report_) report_->game_over(counted, stage_->games);
  }

  void report_faults(const GameRecord& record) {
    for (const FaultEvent& event : record.result.faults) {
      const std::string& bot = record.bots[static_cast<std::size_t>(event.seat)];
      const int faults = ++reported_[bot].faults;
      if (faults > kFaultsReported) continue;
      log().warn("game {}: {} {}: {}{}: {}{}", record.id, bot, describe_moment(event), fault_name(event.fault),
                 event.forfeits ? " (forfeits)" : "", event.detail,
                 ends_process(event.fault) ? describe_last_words(event) : "");
      const BotEntry* entry = stage_->manifest.find_bot(bot);
      const bool is_clear = event.evidence == Evidence::bank_spent;
      if (faults == 1 && entry != nullptr && !is_clear) log().warn("{}: {}", bot, check_advice(*entry));
      if (faults == kFaultsReported) log().warn("further faults of {} are shown only in {}", bot, kFaultsFile);
    }
  }

  /// Logs the first refused line of a bot. It is not a fault if a legal answer follows, but its author wants to know.
  void report_refused(const GameRecord& record) {
    for (const Interference& refused : record.result.tries) {
      const std::string& bot = record.bots[static_cast<std::size_t>(refused.seat)];
      const BotEntry* entry = stage_->manifest.find_bot(bot);
      if (reported_[bot].faults > 0 || entry == nullptr || std::exchange(reported_[bot].is_refused, true)) continue;
      log().warn("game {}: {} in hand {}, question {}: {}, asked again: {}; {}{}", record.id, bot, refused.hand,
                 refused.question, fault_name(refused.why), refused.answer,
                 refused.why == Fault::garbage ? "debug text belongs on stderr; " : "", check_advice(*entry));
    }
  }

  void stage_ends(const StageEnd& end) {
    if (progress_) progress_->clear();
    if (end.first_fault) show_first_fault(*end.first_fault, end.stage.folder, options_.json);
    if (end.kind == RunEnd::bots_failed) {
      log().error("nothing was played{}. To play anyway, add --keep-going; the bots that fail then forfeit their games",
                  !options_.order.shard && end.counted_games > 0 ? " in this start" : "");
    } else if (options_.order.shard) {
      shard_ends(end);
    } else {
      whole_run_ends(end);
    }
    progress_.reset();
    report_.reset();
  }

  void whole_run_ends(const StageEnd& end) {
    const Manifest& manifest = end.stage.manifest;
    const fs::path& folder = end.stage.folder;
    const bool is_finished = end.kind == RunEnd::finished;
    if (end.kind == RunEnd::broken_off) log().error("{}", how_to_resume(end));
    if (end.kind == RunEnd::broken_off || end.kind == RunEnd::first_fault) {
      report_->finish();
      if (end.unwritten) log().error("cannot write the digest of this stop: {}", *end.unwritten);
      if (!options_.json) show_digest(end.results);
      return;
    }
    if (end.counted_games > 0 && report_->finish() && !options_.json)
      std::cout << fmt::format("report: {}\n", shell_quoted(options_.report));
    if (end.unwritten) {
      log().error("the games are safe, but the ratings cannot be written: {}", *end.unwritten);
      if (is_finished)
        log().error("all games are recorded: {}. To rate them: {} rate {}", hearts::counted(end.counted_games, "game"),
                    shell_quoted(context_.program), shell_quoted(folder.string()));
    } else if (!options_.json) {
      if (end.counted_games > 0) show_results(end.rated, end.results, folder, context_);
      if (is_finished && end.duel) std::cout << duel_text(*end.duel, context_.screens->out.page());
    }
    if (!end.departure.withdrawn.empty())
      log().warn("withdrawn after {} in a row: {}", hearts::counted(manifest.withdraw_after, "forfeit"),
                 fmt::join(end.departure.withdrawn, ", "));
    if (!end.departure.outclassed.empty())
      log().info("left out, {}: {}", left_out_reason(manifest.until_first), fmt::join(end.departure.outclassed, ", "));
    if (is_finished) return;
    if (end.duel && end.counted_games > 0) log().info("{}", duel_sentences(*end.duel).front());
    log().warn("stopped{}; {}", time_is_over(end), how_to_resume(end));
  }

  void shard_ends(const StageEnd& end) {
    const std::string shard = shard_name(*options_.order.shard);
    const fs::path& folder = end.stage.folder;
    const std::string resume =
        fmt::format("To resume, repeat the command on this machine; it finds {}", shell_quoted(folder.string()));
    if (end.kind == RunEnd::broken_off) log().error("shard {} is incomplete. {}", shard, resume);
    if (end.kind == RunEnd::stopped || end.kind == RunEnd::out_of_time)
      log().warn("stopped{}; {} of shard {} recorded. {}", time_is_over(end),
                 hearts::counted(end.counted_games, "game"), shard, resume);
  }

  std::string how_to_resume(const StageEnd& end) const {
    const int games = end.stage.games;
    return fmt::format("{} of {} {} recorded. To resume, repeat the command with --out {}", end.counted_games,
                       hearts::counted(games, "game"), games == 1 ? "is" : "are",
                       shell_quoted(end.stage.folder.string()));
  }

  const SessionOptions& options_;
  const CommandContext& context_;
  Hooks& hooks_;
  const StageStart* stage_ = nullptr;  ///< from its beginning to its end
  const RatedRuns* rated_ = nullptr;   ///< of the stage
  std::optional<ProgressLine> progress_;
  std::optional<LiveReport> report_;
  /// What has been logged about each bot in this stage.
  struct Reported {
    int faults = 0;
    int replaced = 0;
    bool is_refused = false;
  };
  std::map<std::string, Reported> reported_;
};

/// Completes the order by the shard and the time to stop, which do not come from the league. Throws InputError.
void order_session(SessionOptions& options) {
  SessionOrder& order = options.order;
  order.pinned = !options.no_pin;
  if (!options.shard.empty()) {
    order.shard = find_shard(options.shard);
    if (!order.shard) {
      throw InputError(
          fmt::format("--shard: '{}' is not a shard; the first of 7 shards is 0/7, the last is 6/7, and a run has at "
                      "most {} shards",
                      printable(options.shard), kShardsMax));
    }
    if (options.out.empty())
      throw InputError("--shard needs --out, the folder in which 'arena plan --shards' has planned the run");
  }
  const auto now = std::chrono::steady_clock::now();
  if (!options.max_time.empty()) {
    order.stop_at = now + parse_duration("--max-time", options.max_time);
  } else if (!options.until.empty()) {
    order.stop_at = now + time_until("--until", options.until, std::chrono::system_clock::now());
  }
}

}  // namespace

void report_failed_start(const BotEntry& bot, Isolation isolation, const FaultEvent& fault, spdlog::logger& log) {
  log.error("{} cannot play: {}: {}", bot.name, fault_name(fault.fault), fault.detail);
  const std::vector<std::string> words = last_lines(fault.stderr_tail);
  if (!words.empty()) log.error("the end of its stderr:\n  {}", hearts::joined(words, "\n  "));
  if (const std::optional<Cause> cause = find_cause(bot, isolation, fault)) {
    log.error("{}: {}", bot.name, cause->what);
    log.error("{}: hint: {}", bot.name, cause->remedy);
  }
  log.error("{}: {}", bot.name, check_advice(bot));
}

void prepare_to_play() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  ::prctl(PR_SET_DUMPABLE, 0);
}

int run_session(SessionOptions options, const CommandContext& context) {
  prepare_to_play();
  if (options.order.manifest.duel) *context.failure_code = kNoResult;
  order_session(options);
  std::vector<Hook> wanted = hooks_of(options.hooks, kRunEvents);
  if (options.order.manifest.duel && std::ranges::find(wanted, "leader", &Hook::event) != wanted.end())
    throw InputError(
        "--on leader: nobody leads in a duel; to get its verdict, read the exit code or the event "
        "'duel' of --json; to be called at its end: --on finished COMMAND");
  std::optional<RecordFolder> folder;
  if (!options.order.shard) folder.emplace(options.out, options.order.manifest);
  options.order.folder = folder ? folder->path() : fs::path(options.out);
  Hooks hooks(std::move(wanted), {"ARENA_RUN=" + fs::absolute(options.order.folder).string()}, *context.log);
  SessionPrinter printer(options, context, hooks);
  SessionEvents events = printer.events();
  const auto pass_on = [&](const boost::json::object& event) {
    if (options.json) print_json(event);
    hooks.fire(event);
  };
  EventStream stream(pass_on, options.json ? std::set<std::string>() : hooks.events());
  if (options.json || !hooks.empty()) events = both(std::move(events), stream.of_session(options.order.shard));
  Session session(options.order, std::move(events));
  const SessionOutcome outcome = session.play();
  if (options.json || !hooks.empty()) stream.finished(outcome);
  return printer.finish(outcome);
}

}  // namespace arena::cli
