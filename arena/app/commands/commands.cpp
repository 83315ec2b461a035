#include "arena/app/commands/commands.h"

namespace arena::cli {
namespace {

struct CommandKind {
  const char* name;
  const char* summary;
  DefineCommand* define;
};

/// In the order of the help.
constexpr CommandKind kCommands[] = {
    {"init", "Write a new bot, ready to run, in a language of your choice", define_init},
    {"check", "Examine a bot step by step, and say what to mend", define_check},
    {"plan", "Say what a league will cost; play nothing", define_plan},
    {"run", "Play a league: bots in turn at one table after another", define_run},
    {"merge", "Join the parts of a run that was played in shards, and rate it", define_merge},
    {"slurm", "Play a league on a cluster: a job array of Slurm, and a merge that waits for it", define_slurm},
    {"gauntlet", "Play new bots against the field of a run", define_gauntlet},
    {"duel", "Play two bots against each other until it is clear whether one is stronger", define_duel},
    {"watch", "Show how a run goes that another terminal plays", define_watch},
    {"play", "Take a seat yourself, against bots", define_play},
    {"rate", "Rate the bots of runs: Elo with intervals, overall and by variant", define_rate},
    {"compare", "Compare bots across the variants of runs, by one model", define_compare},
    {"report", "Write the standings, games and faults of runs as one web page", define_report},
    {"export", "Write records as tables, for pandas, R and SQL", define_export},
    {"replay", "Show a recorded game trick by trick", define_replay},
    {"retry", "Ask a bot a recorded question once more, after the very same bytes", define_retry},
    {"verify", "Audit a run: schedule, deals, plays, scores, checksums, ratings", define_verify},
    {"adjudicate", "Judge hands played anywhere, one JSON object a line", define_adjudicate},
    {"submit", "Take in a bot: build it, check it, try it, and enter it in a league", define_submit},
    {"submissions", "List the bots that a league was given, and their state", define_submissions},
    {"variants", "List the variants, or explain the rules of some", define_variants},
    {"doctor", "Say how well this machine can isolate bots; play nothing", define_doctor},
    {"completion", "Write a script that completes the words of this command line in a shell", define_completion},
    {"help", "Explain a command, or list them all", define_help},
};

}  // namespace

void add_commands(CommandLine& line, CommandContext context) {
  context.line = &line;
  for (const CommandKind& kind : kCommands) {
    line.add(kind.name, kind.summary, [context, define = kind.define](Command& command) { define(command, context); });
  }
}

}  // namespace arena::cli
