#include "arena/app/commands/commands.h"

#include <filesystem>
#include <new>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/problems.h"
#include "engine/rules.h"

namespace arena::cli {
namespace {

struct CommandKind {
  const char* name;
  const char* summary;
  DefineCommand* define;
};

/// In the order of the help.
constexpr CommandKind kCommands[] = {
    {"init", "Write a new bot that already plays, in a language of your choice", define_init},
    {"check", "Test a bot step by step, with a hint for each failure", define_check},
    {"play", "Play against bots yourself", define_play},
    {"run", "Play bots against each other and rate them", define_run},
    {"replay", "Show a recorded game trick by trick", define_replay},
    {"retry", "Send a bot a recorded question again, with the same input", define_retry},
    {"duel", "Play two bots until it is clear whether the first is stronger", define_duel},
    {"plan", "Forecast what a league costs, or prepare a run; play nothing", define_plan},
    {"watch", "Follow a run in progress", define_watch},
    {"submit", "Accept a submitted bot: build it, check it, enter it in a league", define_submit},
    {"submissions", "List the bots submitted to a league and their state", define_submissions},
    {"withdraw", "Keep a bot out of a league; its games and its rating stay", define_withdraw},
    {"disqualify", "Keep a bot out of a league and out of its ranks", define_disqualify},
    {"reinstate", "Take a bot back into a league", define_reinstate},
    {"gauntlet", "Play new bots against the bots of an earlier run", define_gauntlet},
    {"merge", "Join the shards of a run and rate it", define_merge},
    {"slurm", "Play a league on a Slurm cluster", define_slurm},
    {"rate", "Rate bots: Elo with intervals, overall and by variant", define_rate},
    {"compare", "Compare bots across variants with one model", define_compare},
    {"report", "Write standings, games and faults as one web page", define_report},
    {"export", "Write records as tables for pandas, R and SQL", define_export},
    {"verify", "Audit a run: replay every game and check every record", define_verify},
    {"adjudicate", "Judge hands that were played elsewhere", define_adjudicate},
    {"doctor", "Report how well this machine can isolate bots", define_doctor},
    {"variants", "List the variants, or explain the rules of some", define_variants},
    {"completion", "Print a script that completes arena's commands in your shell", define_completion},
    {"help", "Explain a command, or list all commands", define_help},
};

}  // namespace

int exit_code_of(const std::exception& error, int failure_code) {
  const bool bad_input =
      dynamic_cast<const InputError*>(&error) != nullptr || dynamic_cast<const hearts::RulesError*>(&error) != nullptr;
  return bad_input ? kBadInput : failure_code;
}

std::string error_text(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return std::string(kOutOfMemory);
  if (const auto* failure = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return legible(failure->path1().string() + ": " + failure->code().message());
  const auto* mistakes = dynamic_cast<const FileMistakes*>(&error);
  if (mistakes == nullptr) return legible(error.what());
  std::string text = legible(mistakes->heading());
  for (const std::string& mistake : mistakes->mistakes()) text += "\n  " + legible(mistake);
  return text;
}

void add_commands(CommandLine& line, CommandContext context) {
  context.line = &line;
  for (const CommandKind& kind : kCommands) {
    line.add(kind.name, kind.summary, [context, define = kind.define](Command& command) { define(command, context); });
  }
  line.add_section("Write a bot", {"init", "check", "play", "run", "replay", "retry", "duel"});
  line.add_section("Run a tournament", {"plan", "run", "watch", "submit", "submissions", "withdraw", "disqualify",
                                        "reinstate", "gauntlet", "merge", "slurm"});
  line.add_section("Look at results", {"rate", "compare", "report", "export", "verify", "adjudicate"});
  line.add_section("The machine, the rules and this program", {"doctor", "variants", "completion", "help"});
}

}  // namespace arena::cli
