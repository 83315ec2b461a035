#include "arena/app/commands/session_options.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/limit_keys.h"
#include "arena/league/plan/league_file.h"
#include "arena/league/run/machine.h"
#include "arena/league/session/resume.h"
#include "arena/league/session/written_results.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

constexpr const char* kDefaultVariant = "black-lady@4";

/// Adds --seed and --entropy, and returns them.
std::vector<Argument> add_chance_options(Command& command, SessionOrder& order) {
  const Argument by_seed =
      command
          .value("--seed", order.seed,
                 "any text; the same seed gives the same deals (for reproduction: it can be guessed)")
          .not_empty();
  const Argument by_entropy = command
                                  .value("--entropy", order.entropy,
                                         "public chance, announced before it was drawn, that the key is mixed with: "
                                         "then whoever made the key could not choose the deals")
                                  .not_empty();
  return {by_seed, by_entropy};
}

}  // namespace

std::vector<std::string> known_variants() {
  std::vector<std::string> names;
  for (const hearts::Variant* variant : hearts::variants()) names.emplace_back(variant->id);
  return names;
}

void add_time_options(Command& command, Limits& limits) {
  for (const LimitKey& key : limit_keys()) {
    if (const LimitKey::Time* time = key.time(); time != nullptr && !key.option.empty())
      command.milliseconds(std::string(key.option), limits.**time, std::string(key.help)).within(key.least, key.most);
  }
}

void add_resource_options(Command& command, Resources& resources) {
  const ResourceKey& memory = *find_resource("memory_mb");
  command.value("--memory", resources.memory_mb, "what a bot may use, unless its bot.json asks for something else")
      .value_name("MB")
      .within(memory.least, memory.most)
      .show_default();
  command
      .value("--processes", resources.processes,
             "of a bot at once, unless its bot.json asks for something else; 1: no second one, but threads")
      .value_name("N")
      .within(1, Resources{}.threads)
      .show_default();
}

void add_isolation_options(Command& command, IsolationChoice& choice) {
  command
      .value("--isolation", choice.asked,
             "auto: the strongest that can be had; a level: that one, or stop; none: without")
      .one_of({"auto", "full", "user", "confined", "none"})
      .show_default();
  command.value("--require-isolation", choice.required, "the least level to play at, or stop")
      .one_of({"full", "user", "confined", "none"})
      .show_default();
}

TellSandbox tell_on(spdlog::logger& log) {
  return [&log](const SandboxRemark& remark) {
    log.log(remark.is_warning ? spdlog::level::warn : spdlog::level::info, "{}", remark.text);
  };
}

void add_concurrency_option(Command& command, int& games) {
  command.value("--concurrency", games, "games at once, each on a processor of its own (default: all processors)")
      .within(1, kConcurrencyMax);
}

bool is_league_file(const std::string& word) { return std::filesystem::path(word).extension() == ".json"; }

std::shared_ptr<LeagueOptions> add_league_options(Command& command, LeagueForm form) {
  auto options = std::make_shared<LeagueOptions>();
  command
      .value("BOT", options->words,
             "LEAGUE.json, or bots: an executable file, a command in quotes (\"python3 bot.py\") or a folder with "
             "bot.json; with fewer bots than seats they take turns until the table is full")
      .required();
  League& league = options->league;
  const std::size_t before = command.size();
  command
      .repeated("--variant", options->variants,
                "rules: id[@players][+option...][+key=value...]; may be given several times. "
                "\"*@4\" is all variants for four players, \"*@*\" all there are")
      .show_default(kDefaultVariant)
      .suggest(known_variants());
  const Argument blocks = command
                              .value("--blocks", league.blocks,
                                     "blocks to play: the same deals once for each turn of the bots round the table")
                              .within(1, kBlocksMax);
  const std::string usual =
      form == LeagueForm::duel ? fmt::format("{} blocks", kDuelBlocksMax)
                               : "4, and a block of each variant at least; with more bots than seats as many blocks of "
                                 "each as there are bots";
  command.value("--games", league.games, "games to play, rounded up to whole blocks (default: " + usual + ")")
      .within(1, kBlocksMax)
      .excludes(blocks);
  if (form == LeagueForm::any) {
    command.flag("--full", league.full,
                 "a full round-robin: every set of bots that fills a table plays, once where no length is given");
  }
  command.value("--hands", options->hands, "hands a game, instead of playing to the variant's end (at most 50)")
      .within(1, kHandsMax);
  add_time_options(command, league.limits);
  add_resource_options(command, league.resources.each);
  for (const LimitKey& key : limit_keys()) {
    if (const LimitKey::Flag* flag = key.flag())
      command.flag(std::string(key.option), league.limits.**flag, std::string(key.help));
  }
  command.value("--name", league.label.name, "of the league: it stands at the head of its standings").not_empty();
  command.flag("--reveal-names", league.reveal_names, "tell the bots who sits with them");
  command.flag("--one-author", league.one_author_a_table,
               "never seat two bots of one author (\"author\" in bot.json) at a table");
  command
      .value("--withdraw-after", league.withdraw_after,
             "go on without a bot, in another stage, that has forfeited so many games in a row")
      .value_name("N")
      .within(1, kWithdrawAfterMax);
  command.flag("--laws", league.table_laws,
               "play tournament-laws under its laws on irregularities, as +table_laws does");
  command.value("--deals", league.deals, "deals in place of the shuffle's, one JSON object a line, as adjudicate reads")
      .value_name("FILE")
      .not_empty();
  command
      .value("--faulty-deals", league.faulty_deals,
             "under the laws of the table every N-th deal is faulty, in a way drawn from the key")
      .within(1, kFaultyDealsMax);
  command.flag("--rate-any-deals", league.rate_any_deals,
               "allow --deals and --faulty-deals, though their games are rated like any other");
  command.flag("--no-duplicate-deals", options->no_duplicate_deals,
               "deal each game of a block anew: no bot can meet a deal twice, and ratings need more games");
  options->in_file = command.arguments_from(before);
  add_concurrency_option(command, options->concurrency);
  return options;
}

League league_of(const LeagueOptions& options) {
  for (const std::string& word : options.words) {
    if (is_league_file(word) && options.words.size() > 1) {
      throw InputError(word + ": a league file must be the only argument; name all bots in its \"entrants\"");
    }
  }
  if (is_league_file(options.words.front())) {
    for (const Argument& option : options.in_file) {
      if (!option.is_given()) continue;
      throw InputError(option.name() + " cannot be combined with a league file; set it in " + options.words.front());
    }
    return read_league(options.words.front());
  }
  League league = options.league;
  if (!league.label.name.empty() && !is_label_line(league.label.name, kLeagueNameBytesMax))
    throw InputError(fmt::format("--name must be {}, of at most {} bytes", kLabelLineRule, kLeagueNameBytesMax));
  league.duplicate_deals = !options.no_duplicate_deals;
  for (const std::string& word : options.words) league.entrants.push_back({word, {}, {}});
  for (const std::string& spec : options.variants) league.variants.push_back({spec, 1, options.hands});
  if (league.variants.empty()) league.variants.push_back({kDefaultVariant, 1, options.hands});
  return league;
}

Manifest manifest_of(const League& league, spdlog::logger& log) {
  Manifest manifest = resolve_league(league);
  try {
    check_schedule(manifest);
  } catch (const InputError& error) {
    throw InputError((league.file.empty() ? "" : league.file + ": ") + error.what());
  }
  for (const BotEntry& bot : manifest.bots) {
    // Records could be written and never be read again.
    const auto& words = bot.command.words;
    if (is_unicode(bot.command.folder.native()) && std::ranges::all_of(words, is_unicode)) continue;
    throw InputError(fmt::format("{}: its folder or command is not UTF-8: {}: {}", bot.name,
                                 printable(bot.command.folder.native()), printable(hearts::joined(words, " "), 200)));
  }
  for (const std::string& note : league_notes(league, manifest)) log.info("{}", note);
  return manifest;
}

int workers_of(int asked, const League& league) {
  if (asked > 0) return asked;
  if (league.concurrency > 0) return league.concurrency;
  return std::max(1, static_cast<int>(usable_cores().size()));
}

std::vector<Argument> add_session_options(Command& command, SessionOptions& options) {
  SessionOrder& order = options.order;
  std::vector<Argument> planned = add_chance_options(command, order);
  command
      .value("--out", options.out,
             "folder of the records; a run that is already in it goes on (default: results/<time>)")
      .not_empty();
  const Argument keep_going =
      command.flag("--keep-going", order.keep_going, "play on although a bot cannot be started; it forfeits");
  command.flag("--keep-bytes", order.keep_bytes, "keep all bytes between arena and bots in OUT/wire");
  command
      .flag("--strict", order.strict,
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
  planned.push_back(command
                        .value("--report", options.report,
                               "keep this page up to date while the run is played, as arena report writes it")
                        .value_name("FILE")
                        .not_empty());
  add_isolation_options(command, order.isolation);
  return planned;
}

League order_league(SessionOptions& options, spdlog::logger& log) {
  League league = league_of(*options.league);
  SessionOrder& order = options.order;
  order.manifest = manifest_of(league, log);
  const bool is_open = league.duel && league.blocks == 0 && league.games == 0;  // it ends by itself
  order.length = {is_open ? kDuelBlocksMax : league.blocks, league.games};
  order.workers = workers_of(options.league->concurrency, league);
  if (!league.seed.empty() && !order.seed.empty() && league.seed != order.seed)
    throw InputError(
        fmt::format("--seed {}: {} has another \"seed\"; remove one of them", in_shell(order.seed), league.file));
  if (!league.seed.empty()) order.seed = league.seed;
  return league;
}

std::vector<Argument> add_plan_options(Command& command, SessionOptions& options) {
  std::vector<Argument> arguments = add_chance_options(command, options.order);
  arguments.push_back(
      command.flag("--extend", options.order.extend, "plan the next stage of a run that is there already"));
  return arguments;
}

Manifest commit_plan(SessionOptions options, const CommandContext& context) {
  options.order.folder = record_folder(options.out, options.order.manifest);
  CommittedPlan plan = plan_run(options.order, options.shards, tell_on(*context.log));
  if (plan.other_receipt)
    context.log->warn("the receipt in {} was {}, so this is another run",
                      (options.order.folder / kReceiptFile).string(), *plan.other_receipt);
  if (plan.news) context.log->info("{}", *plan.news);
  std::cout << fmt::format("receipt {}: publish this before the first card\n\n", receipt_of(plan.manifest))
            << std::flush;
  return std::move(plan.manifest);
}

}  // namespace arena::cli
