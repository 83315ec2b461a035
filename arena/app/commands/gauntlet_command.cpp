#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/event_stream.h"
#include "arena/app/commands/session_run.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/words.h"
#include "arena/league/plan/next_stage.h"

namespace arena::cli {
namespace {

/// Blocks of each variant for each challenger, unless --blocks or --games says otherwise.
constexpr int kBlocksEach = 60;

int run_gauntlet(SessionOptions session, const CommandContext& context) {
  const std::vector<std::string>& words = session.league->words;
  if (words.size() < 2)
    throw InputError("a gauntlet needs one or more bots and, as the last argument, the run of the field");
  const std::string& run = words.back();
  SessionOrder& order = session.order;
  order.manifest = gauntlet_against(run, {words.begin(), words.end() - 1}, session.league->variants);
  choose_deals(session);
  if (order.length.blocks == 0 && order.length.games == 0)
    order.length.blocks = kBlocksEach * order.manifest.challengers * static_cast<int>(order.manifest.variants.size());
  order.workers = workers_of(session.league->concurrency);
  const int code = run_session(session, context);
  if (code == kDone && !session.json) {
    std::cout << fmt::format(
        "to rate them among all bots of the field: {} rate {} {}\n", shell_quoted(context.program), shell_quoted(run),
        session.out.empty() ? "OUT, with the folder of these records as OUT" : shell_quoted(session.out));
  }
  return code;
}

}  // namespace

void define_gauntlet(Command& command, const CommandContext& context) {
  auto options = std::make_shared<SessionOptions>();
  options->league = std::make_shared<LeagueOptions>();
  add_run_headings(command, false);
  command
      .value(
          "BOT", options->league->words,
          "the challengers, given as for 'arena run', and as the last argument RUN, the run whose bots they meet: its "
          "folder or its games.jsonl. The variants, limits and settings are those of RUN. The bots of RUN must "
          "still be where they were")
      .required();
  command.heading(kGamesHeading);
  command
      .repeated("--variant", options->league->variants,
                "play only this variant of RUN. \"*@4\" means all its variants for four players. Repeat the option for "
                "several")
      .value_name("VARIANT");
  const Argument blocks = command.value("--blocks", options->order.length.blocks, "blocks to play")
                              .within(1, kBlocksMax)
                              .show_default("60 of each variant for each challenger");
  command.value("--games", options->order.length.games, "games to play, rounded up to whole blocks")
      .within(1, kBlocksMax)
      .excludes(blocks);
  command.heading("Deals");
  add_deals_choice(command, *options->league);
  add_concurrency_option(command, options->league->concurrency);
  add_session_options(command, *options);
  command.heading(kRunHeading);
  command.flag("--extend", options->order.extend, "extend the gauntlet in --out to more blocks");
  command.footer(
      "One challenger sits at each table. Bots of the field take all other seats, each of them about equally often. "
      "RUN itself does not change; 'arena rate' rates both runs together.\n"
      "Examples:\n"
      "  arena gauntlet mybot/v2 results/autumn --out results/v2\n"
      "  arena rate results/autumn results/v2\n"
      "Exit codes: 0 done, 1 failed, 2 bad input, 130 stopped.");
  command.run([options, context] {
    return run_with_error_event(options->json, context, [&] { return run_gauntlet(*options, context); });
  });
}

}  // namespace arena::cli
