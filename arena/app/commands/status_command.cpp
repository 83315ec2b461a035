#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>

#include "arena/admission/submit/entrant_status.h"
#include "arena/app/commands/commands.h"
#include "arena/base/text/words.h"

namespace arena::cli {
namespace {

struct StatusOptions {
  std::string bot;
  std::string league;
  std::string reason;
};

int set_status(const StatusOptions& options, BotState state, const CommandContext& context) {
  const Ledger ledger(options.league);
  const BotStatus status = change_status(ledger, options.bot, state, options.reason);
  const bool plays = state == BotState::reinstated;
  const Page page = context.screens->out.page();
  std::cout << wrapped(fmt::format("{} is {}.", options.bot, status_text(status)), page.columns)
            << wrapped(fmt::format("New runs {}. To continue {}: {} run {} --out RUN --extend",
                                   plays ? "play it" : "leave it out, but a run in progress still plays it",
                                   plays ? "a run with it" : "such a run without it", shell_quoted(context.program),
                                   shell_quoted(ledger.league_folder().string())),
                       page.columns);
  return kDone;
}

/// Defines a command that changes the state of a bot. `footer` says what the state means.
void define_status(Command& command, const CommandContext& context, BotState state, const std::string& footer) {
  auto options = std::make_shared<StatusOptions>();
  command.value("BOT", options->bot, "the name of the bot in the league, without a version such as ~2").required();
  command.value("--league", options->league, "the folder of the league, or the league.json in it")
      .value_name("DIR")
      .required();
  command.value("--reason", options->reason, "why, in one line of at most 300 bytes. Standings and pages show it")
      .value_name("TEXT")
      .required();
  command.footer(footer);
  command.run([options, state, context] { return set_status(*options, state, context); });
}

}  // namespace

void define_withdraw(Command& command, const CommandContext& context) {
  define_status(command, context, BotState::withdrawn,
                "A withdrawn bot plays no further games in the league, nor do its later versions. Its games and its "
                "rating stay, and standings and pages show date and reason. A run in progress does not change: "
                "'arena run --extend' continues it without the bot. 'arena reinstate' takes the bot back; 'arena "
                "submissions' lists all decisions.\n"
                "Example:\n"
                "  arena withdraw duck --league autumn --reason \"its author asked for it\"");
}

void define_disqualify(Command& command, const CommandContext& context) {
  define_status(command, context, BotState::disqualified,
                "A disqualified bot plays no further games in the league, standings do not rank it, and 'arena submit' "
                "refuses its later versions. Its games stay in the records and count for the ratings of the others. "
                "The next 'arena run --extend' marks it in the standings of a run, even if all games are played. "
                "'arena reinstate' takes the bot back; 'arena submissions' lists all decisions.\n"
                "Example:\n"
                "  arena disqualify duck --league autumn --reason \"it helped goose\"");
}

void define_reinstate(Command& command, const CommandContext& context) {
  define_status(command, context, BotState::reinstated,
                "Takes back a bot that 'arena withdraw' or 'arena disqualify' keeps out. The next 'arena run --extend' "
                "plays it again. A bot that a run withdrew after forfeits in a row (--withdraw-after) stays out of "
                "that run; another version of it may enter.\n"
                "Example:\n"
                "  arena reinstate duck --league autumn --reason \"its author has corrected it\"");
}

}  // namespace arena::cli
