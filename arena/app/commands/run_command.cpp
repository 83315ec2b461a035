#include <memory>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/event_stream.h"
#include "arena/app/commands/session_run.h"

namespace arena::cli {

void define_run(Command& command, const CommandContext& context) {
  auto options = std::make_shared<SessionOptions>();
  add_run_headings(command, true);
  options->league = add_league_options(command);
  std::vector<Argument> of_a_plan = add_session_options(command, *options);
  command.heading(kRunHeading);
  of_a_plan.push_back(command.flag(
      "--extend", options->order.extend,
      "extend the run in --out by the bots, versions, variants and blocks that the league has gained since, and leave "
      "out what it has lost. New bots also play what the others have played already"));
  Argument shard = command
                       .value("--shard", options->shard,
                              "play one part of the run that 'arena plan --shards' has planned in --out: 0/7 is the "
                              "first of seven parts, 6/7 the last. Any machine that has the folder can play a part; "
                              "'arena merge' joins them")
                       .value_name("s/S")
                       .not_empty();
  for (const Argument& other : of_a_plan) shard.excludes(other);
  command.footer(
      "To stop a run, press Ctrl-C or give --max-time or --until. The same command with the same --out resumes it.\n"
      "Examples:\n"
      "  arena run league.json --out results/autumn\n"
      "  arena run \"python3 mybot.py\" build/release/sample_bots/rules_cpp\n"
      "  arena run mybot otherbot third --games 200 --seed 7\n"
      "  arena run mybot otherbot --variant royal-classic@4 --variant black-lady@3\n"
      "  arena run mybot --variant black-lady@4+no_blood+sinkhole\n"
      "  arena run league.json --out results/autumn --extend\n"
      "Exit codes: 0 done, 1 failed, 2 bad input, 130 stopped. For the file of a duel: 0 stronger, 1 not stronger, 3 "
      "undecided, 4 no result or failed.");
  command.run([options, context] {
    return run_with_error_event(options->json, context, [&] {
      order_league(*options);
      return run_session(*options, context);
    });
  });
}

}  // namespace arena::cli
