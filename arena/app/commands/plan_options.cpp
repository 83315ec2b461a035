#include "arena/app/commands/plan_options.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <iostream>
#include <utility>

#include "arena/app/commands/isolation_options.h"
#include "arena/app/commands/session_options.h"
#include "arena/league/session/planned_run.h"
#include "arena/league/session/receipt.h"
#include "arena/league/session/record_folder.h"

namespace arena::cli {

std::vector<Argument> add_plan_options(Command& command, PlanOptions& options) {
  std::vector<Argument> arguments = add_chance_options(command, options.order);
  arguments.push_back(
      command.flag("--extend", options.order.extend, "plan the next stage of a run that is there already"));
  return arguments;
}

Manifest commit_plan(PlanOptions options, const CommandContext& context) {
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
