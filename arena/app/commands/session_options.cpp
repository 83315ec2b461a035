#include "arena/app/commands/session_options.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

#include "arena/app/commands/hooks.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/limit_keys.h"
#include "arena/game/variants/variant_file.h"
#include "arena/league/plan/league_file.h"
#include "arena/league/run/machine.h"
#include "arena/league/session/resume.h"
#include "arena/league/session/written_results.h"
#include "arena/records/bot_status.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

constexpr const char* kDefaultVariant = "black-lady@4";

/// The command whose help describes the options that several commands have.
constexpr const char* kHome = "run";

/// Adds --seed and --entropy, and returns them.
std::vector<Argument> add_chance_options(Command& command, SessionOrder& order) {
  const Argument by_seed =
      command
          .value("--seed", order.seed,
                 "derive all deals from this text: the same text gives the same deals. This is for reproducing a run; "
                 "in a tournament somebody may guess the text")
          .not_empty();
  const Argument by_entropy =
      command
          .value("--entropy", order.entropy,
                 "mix this public random text into the key. If its source was announced before it was drawn, then "
                 "whoever made the key could not choose the deals")
          .not_empty();
  return {by_seed, by_entropy};
}

/// Returns what --duplicate-deals and --no-duplicate-deals ask for, or nothing if neither is given.
std::optional<bool> deals_choice(const LeagueOptions& options) {
  if (!options.duplicate_deals && !options.no_duplicate_deals) return std::nullopt;
  return options.duplicate_deals;
}

}  // namespace

void add_run_headings(Command& command, bool described) {
  command.heading(kGamesHeading);
  command.heading(kRunHeading);
  for (const char* title :
       {kReportHeading, kLeagueHeading, kDealsHeading, kClocksHeading, kTurnsHeading, kMachineHeading})
    command.heading(title, described ? "" : kHome);
}

void add_variant_files(Command& command, std::vector<std::string>& files) {
  command
      .repeated("--variants", files,
                "read variants of your own from this file, or from all files *.json in this folder; --variant can then "
                "name them. Repeat the option for several. 'arena variants --new' writes such a file")
      .value_name("FILE");
}

std::vector<std::string> known_variants() {
  std::vector<std::string> names;
  for (const hearts::Variant* variant : hearts::variants()) names.emplace_back(variant->id);
  return names;
}

void add_time_options(Command& command, Limits& limits) {
  command.heading(kClocksHeading, kHome);
  for (const LimitKey& key : limit_keys()) {
    const LimitKey::Time* time = key.time();
    if (time == nullptr || key.option.empty()) continue;
    Argument option = command.milliseconds(std::string(key.option), limits.**time, "time " + std::string(key.help));
    option.within(key.least, key.most);
    if (*time == &Limits::laws) option.show_default(std::to_string(kLawTime.count()));
  }
}

void add_resource_options(Command& command, Resources& resources) {
  command.heading(kMachineHeading, kHome);
  const ResourceKey& memory = *find_resource("memory_mb");
  command.value("--memory", resources.memory_mb, "memory of each bot, unless its bot.json asks for another amount")
      .value_name("MB")
      .within(memory.least, memory.most)
      .show_default();
  command
      .value("--processes", resources.processes,
             "processes of each bot at the same time, unless its bot.json asks for another number. With 1 a bot may "
             "have threads, but no second process")
      .within(1, Resources{}.threads)
      .show_default();
}

void add_isolation_options(Command& command, IsolationChoice& choice) {
  command.heading(kMachineHeading, kHome);
  command
      .value("--isolation", choice.asked,
             "how strongly bots are isolated ('arena help doctor' explains the levels). auto means the strongest level "
             "that this machine offers. If it does not offer the level that you name, nothing is played")
      .value_name("LEVEL")
      .one_of({"auto", "full", "user", "confined", "none"})
      .show_default();
  command.value("--require-isolation", choice.required, "play nothing if bots would be isolated less than this")
      .value_name("LEVEL")
      .one_of({"full", "user", "confined", "none"})
      .show_default();
  command
      .value(
          "--user-ids", choice.user_ids,
          "where root starts the arena: a range of user ids that nobody else has. Each bot process gets one of its own")
      .value_name("FIRST-LAST")
      .show_default(text_of(kUserIdRanges[0]));
}

ReportRemark report_to(spdlog::logger& log) {
  return [&log](const SandboxRemark& remark) {
    log.log(remark.is_warning ? spdlog::level::warn : spdlog::level::info, "{}", remark.text);
  };
}

void add_concurrency_option(Command& command, int& games) {
  command.heading(kMachineHeading, kHome);
  command.value("--concurrency", games, "games played at the same time, each on a processor of its own")
      .within(1, kConcurrencyMax)
      .show_default("all processors");
}

Argument add_keep_going(Command& command, bool& keep_going) {
  return command.flag("--keep-going", keep_going, "play even if a bot cannot be started; it forfeits its games");
}

void add_deals_choice(Command& command, LeagueOptions& options) {
  command
      .flag("--duplicate-deals", options.duplicate_deals,
            "give all games of a block the same deals, which evens out luck. This is the default unless the bots have "
            "several authors")
      .excludes(command.flag("--no-duplicate-deals", options.no_duplicate_deals,
                             "give each game of a block its own deals. No bot can meet a deal twice then, but ratings "
                             "need 1.5 to 1.6 times as many games"));
}

void choose_deals(SessionOptions& options) {
  League league;
  league.duplicate_deals = deals_choice(*options.league);
  Manifest& manifest = options.order.manifest;
  options.order.deals_by_default = !league.duplicate_deals;
  options.deals_note = own_deals_note(league, manifest.bots, "--duplicate-deals");
  if (league.duplicate_deals || options.deals_note) manifest.duplicate_deals = league.duplicate_deals.value_or(false);
}

void report_default_deals(const SessionOptions& options, const Manifest& manifest, spdlog::logger& log) {
  if (!options.deals_note) return;
  if (!manifest.duplicate_deals) return log.info("{}", *options.deals_note);
  log.warn(
      "this run was planned with the same deals in all games of a block and keeps them, although strangers now take "
      "part: a bot could recognise a deal. A new run would give each game its own deals");
}

std::shared_ptr<LeagueOptions> add_league_options(Command& command, LeagueForm form) {
  auto options = std::make_shared<LeagueOptions>();
  const bool is_duel = form == LeagueForm::duel;
  command
      .value(
          "BOT", options->words,
          std::string(is_duel ? "the two bots, or the file of a duel (LEAGUE.json). "
                              : "the bots, or a league: its file (LEAGUE.json), or its folder with a league.json. ") +
              "A bot is an executable file, a command in quotes (\"python3 bot.py\") or a folder with bot.json" +
              (is_duel ? "" : ". If there are fewer bots than seats, each of them sits at the table several times"))
      .required();
  League& league = options->league;
  add_concurrency_option(command, options->concurrency);
  const std::size_t before = command.size();
  command.heading(kGamesHeading);
  command
      .repeated("--variant", options->variants,
                "the rules: a variant, its players and options, such as royal-classic, black-lady@3 or "
                "black-lady@4+no_blood ('arena help variants' explains). Repeat the option to play several variants. "
                "\"*@4\" means all variants for four players, \"*@*\" all variants at all sizes")
      .value_name("VARIANT")
      .show_default(kDefaultVariant)
      .suggest(known_variants());
  add_variant_files(command, options->variant_files);
  command
      .value("--hands", options->hands,
             "hands in each game. Without this option a game ends as its variant says, after 50 hands at most unless "
             "the variant sets match.hands_max")
      .within(1, hearts::kMatchHandsMax);
  const Argument blocks =
      command
          .value("--blocks", league.blocks,
                 "blocks to play. A block has one game for each turn of the bots round the table, all with the same "
                 "deals")
          .within(1, kBlocksMax);
  command
      .value(
          "--games", league.games,
          is_duel ? "games to play at most, rounded up to whole blocks" : "games to play, rounded up to whole blocks")
      .within(1, kBlocksMax)
      .excludes(blocks)
      .show_default(is_duel ? fmt::format("{} blocks", kDuelBlocksMax)
                            : "4, and at least one block of each variant; with more bots than seats, as many blocks of "
                              "each variant as there are bots");
  if (!is_duel) {
    command.flag("--full", league.full,
                 "a full round-robin: every set of bots that fills a table plays. Each set plays one block unless "
                 "--blocks or --games says how many blocks there are");
    command
        .value(
            "--until-first", league.until_first,
            "play until the first N bots are known: when a bot can no longer be among them, continue without it in a "
            "new stage, and end when N are left, or when all blocks are played")
        .within(1, kUntilFirstMax);
  }
  command.flag("--laws", league.table_laws,
               "play tournament-laws with its laws on irregularities such as revokes, as +table_laws does");
  command.heading(kLeagueHeading, kHome);
  command.value("--name", league.label.name, "name of the league, shown above its standings").not_empty();
  command.flag("--reveal-names", league.reveal_names, "send each bot the names of the players at its table");
  command.flag("--one-author", league.one_author_a_table,
               "never seat two bots of the same author at one table (\"author\" in bot.json)");
  if (!is_duel) {
    command
        .value("--withdraw-after", league.withdraw_after,
               "when a bot has forfeited this many games in a row, continue without it in a new stage")
        .within(1, kWithdrawAfterMax);
  }
  command.heading(kDealsHeading, kHome);
  add_deals_choice(command, *options);
  command.flag(
      "--drop-caches", league.drop_caches,
      "before each epoch, drop what the kernel keeps in memory of files, so that no bot can find traces of an "
      "earlier game of the block. This needs root and the isolation user or full, and slows the whole machine");
  command
      .value("--deals", league.deals,
             "deal the hands in this file in place of shuffled ones: one JSON object a line, as 'arena adjudicate' "
             "reads them")
      .value_name("FILE")
      .not_empty();
  command
      .value("--faulty-deals", league.faulty_deals,
             "where the laws of the table apply, make every N-th deal faulty; the key decides in which way")
      .within(1, kFaultyDealsMax);
  command.flag("--rate-any-deals", league.rate_any_deals,
               "allow --deals and --faulty-deals, although their games are rated like all others");
  add_time_options(command, league.limits);
  command.heading(kTurnsHeading, kHome);
  for (const LimitKey& key : limit_keys()) {
    if (const LimitKey::Flag* flag = key.flag())
      command.flag(std::string(key.option), league.limits.**flag, std::string(key.help));
  }
  add_resource_options(command, league.resources.each);
  options->in_file = command.arguments_from(before);
  return options;
}

League league_of(const LeagueOptions& options) {
  for (const std::string& word : options.words) {
    if (options.words.size() > 1 && league_file_at(word)) {
      throw InputError(word + ": a league must be the only argument; name all bots in its \"entrants\"");
    }
  }
  if (const auto file = league_file_at(options.words.front())) {
    for (const Argument& option : options.in_file) {
      if (!option.is_given()) continue;
      if (option.name() == "--variants")
        throw InputError(fmt::format("--variants cannot be combined with a league file; copy the file into {}",
                                     (file->parent_path() / kVariantsFolder).string()));
      throw InputError(option.name() + " cannot be combined with a league file; set it in " + file->string());
    }
    return read_league(*file);
  }
  League league = options.league;
  if (!league.label.name.empty() && !is_label_line(league.label.name, kLeagueNameBytesMax))
    throw InputError(fmt::format("--name must be {}, of at most {} bytes", kLabelLineRule, kLeagueNameBytesMax));
  league.duplicate_deals = deals_choice(options);
  league.book = read_variants(options.variant_files);
  for (const std::string& word : options.words) league.entrants.push_back({word, {}, {}});
  for (const std::string& spec : options.variants) league.variants.push_back({spec, 1, options.hands});
  if (league.variants.empty()) league.variants.push_back({kDefaultVariant, 1, options.hands});
  return league;
}

Manifest manifest_of(const League& league) {
  Manifest manifest = resolve_league(league);
  try {
    if (!too_few_bots(league, manifest)) check_schedule(manifest);
  } catch (const InputError& error) {
    throw InputError((league.file.empty() ? "" : league.file + ": ") + error.what());
  }
  for (const BotEntry& bot : manifest.bots) {
    // Records with such a name could be written, but not be read again.
    const auto& words = bot.command.words;
    if (is_unicode(bot.command.folder.native()) && std::ranges::all_of(words, is_unicode)) continue;
    throw InputError(fmt::format("{}: the folder or the command is not valid UTF-8: {}: {}", bot.name,
                                 printable(bot.command.folder.native()), printable(hearts::joined(words, " "), 200)));
  }
  return manifest;
}

int workers_of(int asked, const League& league) {
  if (asked > 0) return asked;
  if (league.concurrency > 0) return league.concurrency;
  return std::max(1, static_cast<int>(usable_cores().size()));
}

std::vector<Argument> add_session_options(Command& command, SessionOptions& options) {
  SessionOrder& order = options.order;
  command.heading(kRunHeading);
  command
      .value("--out", options.out,
             "folder for the records. If it already holds this run, the arena resumes the run where it stopped")
      .value_name("DIR")
      .not_empty()
      .show_default("results/<time>");
  std::vector<Argument> planned = add_chance_options(command, order);
  const Argument max_time = command.value("--max-time", options.max_time, "stop after this time: 90s, 30m, 8h or 2d")
                                .value_name("TIME")
                                .not_empty();
  command.value("--until", options.until, "stop at this local time: 07:30, or 2031-05-17T07:30")
      .value_name("TIME")
      .not_empty()
      .excludes(max_time);
  command.heading(kReportHeading, kHome);
  planned.push_back(
      command
          .value("--report", options.report, "keep a web page up to date during the run, as 'arena report' writes it")
          .value_name("FILE")
          .not_empty());
  command.writes(Output::text,
                 {command.flag("--json", options.json,
                               "print what happens as events, one JSON object a line (docs/json.md describes them), "
                               "and no text for people except on standard error")});
  add_hook_option(command, options.hooks, kRunEvents);
  command.heading(kLeagueHeading, kHome);
  const Argument keep_going = add_keep_going(command, order.keep_going);
  command
      .flag("--strict", order.strict,
            "stop at the first fault of any bot, and write the exact input that led to it to first_fault.input in the "
            "folder of the run. One game is played at a time")
      .excludes(keep_going);
  command.flag("--keep-bytes", order.keep_bytes,
               "keep all bytes between the arena and the bots, in wire/ in the folder of the run");
  command.flag("--keep-logs", order.keep_logs,
               "keep all that each bot writes to stderr, and the files that it leaves in its /tmp, in logs/BOT/ in the "
               "folder of the run. Of each bot it keeps 16 MiB of stderr, and 1000 files of 64 MiB in all");
  command.heading(kMachineHeading, kHome);
  command.flag("--no-pin", options.no_pin,
               "do not bind each game and its bots to one processor. This is for bots with several threads");
  add_isolation_options(command, order.isolation);
  command.flag("--timing", options.timing,
               "report on standard error what the run cost: time, process starts, processor time and memory");
  return planned;
}

League order_league(SessionOptions& options) {
  League league = league_of(*options.league);
  SessionOrder& order = options.order;
  // Shards play what was planned: bots that have been withdrawn or reinstated since then do not change it.
  const bool is_planned = !options.shard.empty() || (options.shards > 0 && !order.extend && has_records(options.out));
  if (is_planned)
    league.label.statuses = current_statuses(read_status_changes(std::filesystem::path(options.out) / kStatusFile));
  order.manifest = manifest_of(league);
  order.too_few_bots = too_few_bots(league, order.manifest);
  if (order.too_few_bots && (is_planned || options.out.empty() || !has_records(options.out)))
    throw InputError(*order.too_few_bots);
  order.deals_by_default = !league.duplicate_deals;
  options.notes = league_notes(league, order.manifest);
  options.deals_note =
      own_deals_note(league, order.manifest.bots,
                     league.file.empty() ? "--duplicate-deals" : "\"duplicate_deals\": true in " + league.file);
  const bool is_open = league.duel && league.blocks == 0 && league.games == 0;  // it ends by itself
  order.length = {is_open ? kDuelBlocksMax : league.blocks, league.games};
  order.workers = workers_of(options.league->concurrency, league);
  if (!league.seed.empty() && !order.seed.empty() && league.seed != order.seed)
    throw InputError(fmt::format("--seed {}: {} has another \"seed\"; leave --seed out, or give the same",
                                 shell_quoted(order.seed), league.file));
  if (!league.seed.empty()) order.seed = league.seed;
  return league;
}

std::vector<Argument> add_plan_options(Command& command, SessionOptions& options) {
  std::vector<Argument> arguments = add_chance_options(command, options.order);
  arguments.push_back(
      command.flag("--extend", options.order.extend, "plan the next stage of the run that is already in the folder"));
  return arguments;
}

Manifest commit_plan(SessionOptions options, const CommandContext& context) {
  for (const std::string& note : options.notes) context.log->info("{}", note);
  const RecordFolder folder(options.out, options.order.manifest);
  options.order.folder = folder.path();
  CommittedPlan plan = plan_run(options.order, options.shards, report_to(*context.log));
  if (plan.other_receipt)
    context.log->warn("the receipt in {} was {}, so this is another run",
                      (options.order.folder / kReceiptFile).string(), *plan.other_receipt);
  if (plan.change_note) context.log->info("{}", *plan.change_note);
  report_default_deals(options, plan.manifest, *context.log);
  if (!options.json)
    std::cout << fmt::format("receipt {}: publish this before the first card\n\n", receipt_of(plan.manifest))
              << std::flush;
  return std::move(plan.manifest);
}

}  // namespace arena::cli
