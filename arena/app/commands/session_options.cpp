#include "arena/app/commands/session_options.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <iostream>
#include <utility>

#include "arena/app/terminal/time_words.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/league/session/written_results.h"

namespace arena::cli {

namespace {

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

/// The seed that the league's file, or --seed, gives; empty: neither. Throws InputError when they differ.
std::string seed_of(const League& league, const std::string& option) {
  if (league.seed.empty() || option.empty() || league.seed == option) return league.seed.empty() ? option : league.seed;
  throw InputError(
      fmt::format("--seed {}: {} has another \"seed\"; give none, or the same", in_shell(option), league.file));
}

/// How much is to be played in all; a duel ends by itself, or after kDuelBlocksMax.
WantedLength length_of(const League& league) {
  const bool is_open = league.blocks == 0 && league.games == 0;
  return {league.duel && is_open ? kDuelBlocksMax : league.blocks, league.games};
}

}  // namespace

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
  options.order.manifest = manifest_of(league, log);
  options.order.length = length_of(league);
  options.order.workers = workers_of(options.league->concurrency, league);
  options.order.seed = seed_of(league, options.order.seed);
  return league;
}

void order_session(SessionOptions& options) {
  SessionOrder& order = options.order;
  order.pinned = !options.no_pin;
  if (!options.shard.empty()) {
    order.shard = find_shard(options.shard);
    if (!order.shard) {
      throw InputError(fmt::format("--shard takes s/S, from 0/S to the last of S shards, {} at most, not '{}'",
                                   kShardsMax, printable(options.shard)));
    }
    if (options.out.empty()) throw InputError("--shard needs --out, the folder that the run is planned in");
  }
  const auto now = std::chrono::steady_clock::now();
  if (!options.max_time.empty()) {
    order.stop_at = now + parse_duration("--max-time", options.max_time);
  } else if (!options.until.empty()) {
    order.stop_at = now + time_until("--until", options.until, std::chrono::system_clock::now());
  }
  order.folder = order.shard ? std::filesystem::path(options.out) : record_folder(options.out, order.manifest);
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
    context.log->warn("the receipt in {} was {}: this is another run", (options.order.folder / kReceiptFile).string(),
                      *plan.other_receipt);
  if (plan.news) context.log->info("{}", *plan.news);
  std::cout << fmt::format("receipt {}: publish this before the first card\n\n", receipt_of(plan.manifest))
            << std::flush;
  return std::move(plan.manifest);
}

}  // namespace arena::cli
