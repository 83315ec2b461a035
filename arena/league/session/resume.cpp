#include "arena/league/session/resume.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <iterator>
#include <system_error>

#include "arena/base/text/input_error.h"
#include "arena/base/text/words.h"
#include "arena/bots/doctor/trace_probe.h"
#include "arena/bots/package/path_search.h"
#include "arena/bots/sandbox/staging.h"
#include "arena/league/plan/contest.h"
#include "arena/league/session/written_results.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/bot_status.h"
#include "arena/records/manifest_difference.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "engine/typed_text.h"

namespace arena {

namespace fs = std::filesystem;

namespace {

/// Where runs are recorded if nobody names a folder.
constexpr const char* kResultsFolder = "results";
constexpr int kRunsOfSecondMax = 10'000;

/// Returns the bots that leave at the end of the last stage, if it was played to its end.
Departure departure_at_end(const RunRecords& records, const std::filesystem::path& folder) {
  const Manifest& last = records.stages().back();
  if ((last.withdraw_after == 0 && last.until_first == 0) || !records.has_ended() || records.is_cut()) return {};
  Departure departure;
  departure.withdrawn = read_summary(folder).last().withdrawn;
  if (last.until_first == 0) return departure;
  // The stage has ended with its last complete chunk, so nobody was left out at an earlier look.
  const RatedRuns rated = read_rated_runs({folder.string()});
  const std::vector<int> looks = stage_chunk_ends(last);
  const auto next = std::ranges::upper_bound(looks, rated.first_open_block(run_id(last), last.stage.first_block));
  if (next == looks.begin()) return departure;
  const int look = *std::prev(next);
  if (const auto left_out = find_left_out(last, rated, look - 1, look)) departure.outclassed = left_out->bots;
  return departure;
}

/// Says that nothing is left to play, because too few bots are wanted.
std::string why_over(const Manifest& last, const Manifest& wanted) {
  const std::string left = wanted.bots.empty()
                               ? "no bot is left"
                               : hearts::joined(wanted.bots, ", ", [](const BotEntry& bot) { return bot.name; });
  std::string why = left;
  if (last.until_first > 0) {
    why = fmt::format("the search for the {} has ended ({})", first_bots_words(last.until_first), left);
  } else if (!wanted.bots.empty()) {
    why = fmt::format("only {} is left", left);
  }
  return why + ", so nothing is left to play";
}

/// The last stage as it is in the folder, with the statuses that the league has now, so that the standings show them.
Resumption marked_stage(const Manifest& last, const Manifest& wanted, const RunKey& key, const fs::path& folder) {
  Resumption marked{.manifest = last, .key = key};
  marked.manifest.label.statuses = wanted.label.statuses;
  resolve_rules(marked.manifest);
  read_places(marked.manifest, folder);
  return marked;
}

/// Refuses shards without a block, each of which would cost a start of the arena and of every bot.
void check_shards(int shards, int blocks) {
  if (shards <= blocks) return;
  throw InputError(
      fmt::format("--shards {}: the run has only {}, and each shard needs at least one; use --shards {} or fewer",
                  shards, hearts::counted(blocks, "block"), blocks));
}

/// Returns why there is nothing to plan in a folder that has records. `is_same` says that the league changes nothing.
std::string already_there(const RunRecords& records, const fs::path& folder, bool is_same) {
  const Manifest& last = records.stages().back();
  const std::string run = last.stage.number == 1 ? "the run" : fmt::format("stage {}", last.stage.number);
  const std::string where = folder.string();
  if (!records.has_games())
    return fmt::format("{}: {} is already planned; its receipt is {}", where, run, receipt_of(last));
  if (!is_same) return fmt::format("{} already has records; the receipt of {} is {}", where, run, receipt_of(last));
  if (records.has_ended())
    return where +
           ": every game is played and the league is unchanged, so there is nothing to plan; ask for more blocks or "
           "games";
  return fmt::format("{}: {} is in progress and the league is unchanged; to resume it, use 'arena run'", where, run);
}

/// Makes a new folder for the run that begins now. Of several arenas that begin in the same second, each gets its own:
/// mkdir() fails for a name that another one has already taken.
fs::path make_record_folder() {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  ::localtime_r(&now, &local);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", &local);
  std::error_code error;
  fs::create_directories(kResultsFolder, error);
  if (error) throw std::system_error(error, kResultsFolder);
  for (int number = 1; number <= kRunsOfSecondMax; ++number) {
    const fs::path folder = fs::path(kResultsFolder) / (number == 1 ? stamp : fmt::format("{}-{}", stamp, number));
    if (::mkdir(folder.c_str(), 0777) == 0) return folder;
    if (errno != EEXIST) throw std::system_error(errno, std::generic_category(), folder.string());
  }
  throw InputError(fmt::format("{}/{}: {} runs already have this name; choose another folder with --out",
                               kResultsFolder, stamp, kRunsOfSecondMax));
}

/// Returns the folder and the folders above it that do not exist yet, from the bottom up.
std::vector<fs::path> missing_folders(fs::path folder) {
  std::vector<fs::path> missing;
  std::error_code ignored;
  for (; !folder.empty() && !fs::exists(folder, ignored); folder = folder.parent_path()) missing.push_back(folder);
  return missing;
}

}  // namespace

RecordFolder::RecordFolder(const std::string& asked, const Manifest& manifest) {
  // All new names are in the same folder, so what is true of one is true of all.
  const fs::path folder = asked.empty() ? fs::path(kResultsFolder) / "new" : fs::path(asked);
  const fs::path whole = fs::weakly_canonical(fs::absolute(folder));
  if (is_in_staging(whole))
    throw InputError(folder.string() + " is in a folder where the arena deletes copies of bots; choose another --out");
  std::error_code ignored;
  const bool free = asked.empty() || !fs::exists(whole, ignored) || fs::exists(whole / kGamesFile, ignored) ||
                    fs::is_empty(whole, ignored);
  for (const BotEntry& bot : manifest.bots) {
    if (bot.files != BotFiles::whole_folder) continue;
    if (!is_within(bot.command.folder, whole) || (whole != bot.command.folder && free)) continue;
    throw InputError(folder.string() + " contains files of the bot " + bot.name + "; choose another --out");
  }
  if (!asked.empty()) {
    missing_ = missing_folders(folder);
    path_ = folder;
    return;
  }
  missing_ = missing_folders(kResultsFolder);
  path_ = make_record_folder();
  missing_.insert(missing_.begin(), path_);
}

RecordFolder::~RecordFolder() {
  std::error_code ignored;
  for (const fs::path& each : missing_) fs::remove(each, ignored);  // fails if it has something in it
}

bool RecordFolder::remove() {
  if (missing_.empty()) return false;
  std::error_code ignored;
  fs::remove_all(missing_.front(), ignored);
  return true;
}

Resumption resume_run(const SessionOrder& order, RunRecords& records, Isolation isolation) {
  const std::vector<Manifest>& stages = records.stages();
  const WantedLength& length = order.length;
  Manifest wanted = order.manifest;
  wanted.entropy = order.entropy;
  if (order.deals_by_default && !stages.empty()) wanted.duplicate_deals = stages.back().duplicate_deals;
  const int number = std::max(1, static_cast<int>(stages.size()));
  if (!records.has_ended()) check_no_shards(order.folder, number);
  const RunKey key = records.key(order.seed, number);
  commit(wanted, key, isolation_name(isolation));
  if (stages.empty() || (stages.size() == 1 && !records.has_games())) {
    if (order.too_few_bots) throw InputError(*order.too_few_bots);
    if (const auto problem = contest_size_problem(wanted)) throw InputError("\"until\"" + *problem);
    plan_blocks(wanted, length.blocks, length.games);
    return {.manifest = std::move(wanted), .key = key};
  }

  const Manifest& last = stages.back();
  const std::string where = order.folder.string();
  const Departure departure = departure_at_end(records, order.folder);
  const std::vector<std::string> gone = departure.bots();
  Manifest with_all = wanted;
  copy_identities(stages, wanted, gone);
  // Whether all of the last stage was played, with the bots that left at its end.
  const auto is_complete = [&] {
    if (order.too_few_bots) return false;  // the organiser keeps out bots that played in it
    copy_identities(stages, with_all);
    return !gone.empty() && last.commitment == with_all.commitment && run_changes(stages, with_all, length).none();
  };
  const auto complete_stage = [&]() -> Resumption {
    copy_plan(last, with_all);
    return {.manifest = std::move(with_all), .key = key};
  };
  const bool is_other_run = settings_difference(last, wanted).has_value();  // run_changes() says so below
  if (order.too_few_bots && (is_other_run || last.challengers > 0)) throw InputError(*order.too_few_bots);
  if (!is_other_run && (order.too_few_bots || std::ssize(wanted.bots) <= last.until_first)) {
    if (!records.is_cut() && is_complete()) return complete_stage();
    const std::string over = why_over(last, wanted);
    std::vector<std::string> kept_out;
    for (const BotEntry& bot : last.bots) {
      if (const BotStatus* status = find_status(wanted.label.statuses, bot.name))
        kept_out.push_back(fmt::format("{} is {}", bot.name, state_name(status->state)));
    }
    if (order.extend && !kept_out.empty()) {
      Resumption marked = marked_stage(last, wanted, key, order.folder);
      marked.is_cut = !records.has_ended();
      marked.change_note = fmt::format("{}; {}", hearts::joined(kept_out, ", "), over);
      return marked;
    }
    throw InputError(fmt::format("{}: {}; {}", where, over,
                                 kept_out.empty() || records.has_ended()
                                     ? "to play on, enter more bots and add --extend"
                                     : fmt::format("to end the run ({}), add --extend; to play on, also enter more "
                                                   "bots",
                                                   hearts::joined(kept_out, ", "))));
  }
  if (!is_other_run && wanted.bots.size() < 2 && !departure.withdrawn.empty()) {
    if (!records.is_cut() && is_complete()) return complete_stage();
    throw InputError(fmt::format("{}: fewer than two bots are left, because these are withdrawn: {}", where,
                                 hearts::joined(departure.withdrawn, ", ")));
  }
  RunChanges found = run_changes(stages, wanted, length);
  const std::string other =
      fmt::format("choose another --out, then rate both runs: arena rate {} OUT", shell_quoted(where));
  if (last.commitment != wanted.commitment && !found.refusal) found.refusal = "it was started with another seed";
  if (found.refusal) throw InputError(fmt::format("{} holds another run: {}; {}", where, *found.refusal, other));
  if (records.is_cut()) found.changes.push_back("its last stage was ended early");
  if (!found.is_stage()) {
    copy_plan(last, wanted);
    return {.manifest = std::move(wanted), .key = key};
  }
  const std::string changes = found.text();
  const RunSummary summary = read_summary_with_digests(order.folder);
  wanted.stage = summary.next;
  wanted.stage.outclassed.insert(wanted.stage.outclassed.end(), departure.outclassed.begin(),
                                 departure.outclassed.end());
  wanted.played = summary.played;
  // The key decides how the bots of a block are seated, and that decides how many games the block has.
  const RunKey next_key = records.key(order.seed, summary.next.number);
  commit(wanted, next_key, isolation_name(isolation));
  plan_stage(wanted, length);
  if (wanted.blocks == 0) {
    if (is_complete()) return complete_stage();
    if (order.extend && records.has_ended() && !records.is_cut()) {
      // A stage needs games. What leaves is not in the next stage that has some.
      Resumption marked = marked_stage(last, wanted, key, order.folder);
      marked.change_note =
          fmt::format("{}: nothing is left to play, so this begins with the next stage that has games", changes);
      return marked;
    }
    throw InputError(fmt::format(
        "{}: this command would change the run in it ({}), but no games are left to play: it has {} in {}; "
        "ask for more blocks or games",
        where, changes, hearts::counted(wanted.stage.games, "game"), hearts::counted(wanted.stage.blocks, "block")));
  }
  if (!order.extend && (gone.empty() || is_settled(last, departure))) {
    throw InputError(
        fmt::format("{}: this command would change the run in it: {}; to extend the run, add --extend; otherwise {}",
                    where, changes, other));
  }
  // After these changes the sentence always says how much more is played.
  std::string change_note =
      fmt::format("stage {}: {}{} ({})", summary.next.number, found.changes.empty() ? "" : changes + "; ",
                  hearts::counted(wanted.blocks, "more block"), hearts::counted(wanted.games, "game"));
  if (const int lost = summary.games() - summary.next.games; lost > 0) {
    change_note +=
        fmt::format("; {} in incomplete blocks {} not count", hearts::counted(lost, "game"), lost == 1 ? "does" : "do");
  }
  return {std::move(wanted), next_key, key, std::move(change_note)};
}

void check_entropy(const std::string& entropy) {
  if (!entropy.empty() && !is_entropy(entropy)) throw InputError(fmt::format("--entropy must be {}", kEntropyRule));
}

CommittedPlan plan_run(const SessionOrder& order, int shards, const ReportRemark& report) {
  check_entropy(order.entropy);
  if (order.too_few_bots) throw InputError(*order.too_few_bots);
  if (order.manifest.may_end_early() && shards > 0)
    throw InputError(
        "--shards: a duel, or a league that withdraws or leaves out bots, cannot be played in shards, because any "
        "block may be its last");
  const fs::path& folder = order.folder;
  if (!has_records(folder)) {
    Manifest sized = order.manifest;
    plan_blocks(sized, order.length.blocks, order.length.games);
    check_shards(shards, sized.blocks);
  }
  const BotSandbox sandbox(order.isolation, report, order.manifest.bots);
  if (order.manifest.drops_caches) require_forgetful_kernel(sandbox.sandbox());
  RunRecords records(folder);
  const bool is_new = records.stages().empty();
  if (!is_new && !order.extend) throw InputError(already_there(records, folder, false));
  Resumption stage = resume_run(order, records, sandbox.sandbox().isolation);
  if (!is_new && !stage.last_key) {
    throw InputError(stage.change_note ? fmt::format("{}: {}", folder.string(), *stage.change_note)
                                       : already_there(records, folder, true));
  }
  check_shards(shards, stage.manifest.blocks);
  CommittedPlan plan{std::move(stage.manifest), std::move(stage.change_note), {}};
  if (const KeptReceipt was = read_receipt(folder);
      is_new && was.is_committed && was.receipt != receipt_of(plan.manifest))
    plan.other_receipt = was.receipt;
  if (shards > 0) {
    records.begin(plan.manifest, 0, [](GameRecord&&, const hearts::GameRules&, const std::string&) {}, stage.last_key);
    records.keep(stage.key);
  }
  write_receipt(folder, plan.manifest, records.stages(), 0, {}, true);
  copy_statuses(plan.manifest.label.statuses, folder);
  return plan;
}

PlannedRun planned_run(const fs::path& folder) {
  if (!has_records(folder)) {
    throw InputError(fmt::format("{} has no plan; to make one: arena plan LEAGUE --commit {} --shards S",
                                 folder.string(), shell_quoted(folder.string())));
  }
  RunSummary summary = read_summary(folder);
  PlannedRun run;
  run.folder = folder;
  run.has_ended = summary.last().revealed_key.has_value();
  run.has_games = summary.last().games > 0 || !summary.last().voids.empty();
  for (StageSummary& stage : summary.stages) run.stages.push_back(std::move(stage.manifest));
  check_may_be_sharded(run.manifest(), folder);
  return run;
}

std::optional<std::string> apply_plan(Manifest& wanted, const SessionOrder& order, const PlannedRun& run) {
  const Manifest& planned = run.manifest();
  const WantedLength& length = order.length;
  if (order.deals_by_default) wanted.duplicate_deals = planned.duplicate_deals;
  wanted.arena = arena_version();
  wanted.rule_keys = planned.rule_keys;
  wanted.isolation = planned.isolation;
  wanted.commitment = planned.commitment;
  wanted.entropy = planned.entropy;
  wanted.label = planned.label;
  std::optional<std::string> difference;
  if (planned.stage.number > 1) {
    copy_identities(run.stages, wanted);
    const RunChanges found = run_changes(run.stages, wanted, length);
    difference = found.refusal;
    if (!difference && found.is_stage()) difference = found.text();
    copy_plan(planned, wanted);
    wanted.played = planned.played;
  }
  if (planned.stage.number == 1) {
    copy_shown_words(planned, wanted);
    plan_blocks(wanted, length.blocks, length.games);
  }
  return difference ? difference : manifest_difference(planned, wanted);
}

}  // namespace arena
