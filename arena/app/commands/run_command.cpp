#include <memory>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_run.h"

namespace arena::cli {

void define_run(Command& command, const CommandContext& context) {
  auto options = std::make_shared<SessionOptions>();
  options->league = add_league_options(command);
  std::vector<Argument> of_a_plan = add_session_options(command, *options);
  of_a_plan.push_back(command.flag(
      "--extend", options->order.extend,
      "go on with a run in OUT that the league has outgrown: with bots, versions, variants or blocks that are new, "
      "without what has left; who is new plays what the others have played already"));
  Argument shard = command
                       .value("--shard", options->shard,
                              "play a part of the run that is planned in OUT (plan --shards), on any machine that has "
                              "OUT: 0/7 is the first of 7; see merge")
                       .value_name("s/S")
                       .not_empty();
  for (const Argument& other : of_a_plan) shard.excludes(other);
  command.footer(
      "Examples:\n"
      "  arena run league.json --out results/autumn\n"
      "  arena run \"python3 mybot.py\" build/release/sample_bots/rules_cpp\n"
      "  arena run mybot otherbot third --variant royal-classic@4 --variant black-lady@3 --games 200 --seed 7\n"
      "  arena run mybot --variant black-lady@4+no_blood+sinkhole\n"
      "  arena run league.json --out results/autumn --extend\n"
      "Stop with Ctrl-C, or with --max-time or --until; the same command with the same --out goes on where it "
      "stopped.\n"
      "Exit codes: 0 done, 1 failed, 2 bad input, 130 stopped; of a duel 0 stronger, 1 not stronger (or failed), 3 "
      "undecided.");
  command.run([options, context] {
    order_league(*options, *context.log);
    return run_session(*options, context);
  });
}

}  // namespace arena::cli
