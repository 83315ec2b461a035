#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "arena/cli/audit.h"
#include "arena/cli/commands.h"

namespace arena::cli {

Command add_verify(CLI::App& app, const Surroundings&) {
  auto run = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("verify", "Audit a run: schedule, deals, plays, scores, checksums, ratings");
  command->add_option("RUN", *run, "folder of a run, or its games.jsonl")->required();
  command->footer(
      "Makes the schedule anew from the run's first line and compares it with who played what and sat where; deals\n"
      "every hand again from its seed, and derives the seeds from the key that a finished run reveals and committed "
      "to\n"
      "in its first line; plays every game again by the rules; looks for gaps; checks all checksums, and that\n"
      "ratings.json follows from the games.\n"
      "Exit codes: 0 all is right, 1 something is not, 2 these are no records.");
  return {command, [run] { return audit_run(*run); }};
}

}  // namespace arena::cli
