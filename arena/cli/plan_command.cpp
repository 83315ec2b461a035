
#include <algorithm>
#include <iostream>

#include "arena/cli/commands.h"
#include "arena/cli/league_options.h"
#include "arena/records/manifest.h"
#include "arena/tournament/forecast.h"
#include "arena/tournament/machine.h"

namespace arena::cli {

void add_plan(CommandLine& line, const CommandContext& context) {
  Command& command = line.add("plan", "Say what a league will cost; play nothing");
  const std::shared_ptr<LeagueOptions> options = add_league_options(command);
  command.footer(
      "Hands, decisions and sizes are means of games played by chance. The interval is for a bot among equals; strong\n"
      "and weak ones have wider ones.\n"
      "Examples:\n"
      "  arena plan league.json\n"
      "  arena plan mybot otherbot third --games 1000");
  command.run([options, context] {
    const League league = league_of(*options);
    Manifest manifest = manifest_of(league, *context.log);
    plan_blocks(manifest, league.blocks, league.games);
    const int processors = std::max(1, static_cast<int>(usable_cores().size()));
    const int workers = workers_of(*options, league);
    std::cout << forecast_text(forecast(manifest, workers, processors, bearable_processes()));
    return kDone;
  });
}

}  // namespace arena::cli
