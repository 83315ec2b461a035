#include <sys/prctl.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <csignal>
#include <iostream>
#include <set>
#include <utility>

#include "arena/cli/sandbox_setup.h"
#include "arena/cli/commands.h"
#include "arena/cli/limit_options.h"
#include "arena/league/bot_copy.h"
#include "arena/text/json_file.h"
#include "arena/report/check_json.h"
#include "arena/check/check_report.h"
#include "arena/tournament/machine.h"

namespace arena::cli {
namespace {

struct Options {
  std::string bot;
  std::vector<std::string> steps;
  std::string seed = "check";
  Limits limits;
  ResourcePolicy resources;
  IsolationOptions isolation;
  bool json = false;
  bool list = false;
};

std::set<StepId> wanted_steps(const Options& options) {
  std::set<StepId> wanted;
  for (const Step& step : steps()) {
    if (std::find(options.steps.begin(), options.steps.end(), step.name) != options.steps.end()) wanted.insert(step.id);
  }
  return wanted;
}

int check(const Options& options, spdlog::logger& log) {
  if (options.list) {
    std::cout << step_list();
    return kDone;
  }
  // An error of the write, not the end of the arena: a bot that is gone, a reader of our output that is gone.
  ::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_DUMPABLE, 0);
  Subject subject{
      find_bot(options.bot, {}, options.resources), {}, {}, options.limits, RunKey::from_seed(options.seed)};
  const BotQuarters quarters(options.isolation, log);
  subject.box = quarters.box();
  subject.command = copy_bots({subject.bot}, quarters.staging()).front();
  pin_to_one_core(0);  // as tables of a run are
  bool begun = false;
  const auto tell = [&](const StepResult& result) {
    if (options.json) return;
    if (!std::exchange(begun, true)) std::cout << check_head(subject, options.seed);
    std::cout << step_text(result) << std::flush;
  };
  const Examination examination = examine(subject, wanted_steps(options), tell);
  if (options.json) {
    std::cout << boost::json::serialize(check_json(subject, options.seed, examination)) << "\n";
  } else {
    std::cout << check_end(subject, examination);
  }
  return examination.is_good() ? kDone : kFailed;
}

}  // namespace

Command add_check(CLI::App& app, const Surroundings& surroundings) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Examine a bot step by step, and say what to mend");
  CLI::Option* bot = command->add_option(
      "BOT", options->bot, "an executable file, a command in quotes (\"python3 bot.py\") or a folder with bot.json");
  CLI::Option* list = command->add_flag("--list", options->list, "say which steps there are; examine nothing");
  bot->excludes(list);
  std::vector<std::string> names;
  for (const Step& step : steps()) names.emplace_back(step.name);
  command
      ->add_option("--step", options->steps,
                   "only this step and those it needs; may be given several times (--list names them)")
      ->type_name("STEP")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names).description(""));
  command->add_option("--seed", options->seed, "any text; other deals, partners and combinations of options")
      ->check([](const std::string& text) { return std::string(text.empty() ? "the text is missing" : ""); })
      ->capture_default_str();
  add_limit_options(command, options->limits, options->resources.each);
  add_isolation_options(command, options->isolation);
  command->add_flag("--json", options->json, "everything as one JSON object");
  command->footer(
      "Starts the bot as 'arena run' does, plays with it at many small tables, and tells each step as it ends: "
      "passed,\n"
      "failed with a hint, or skipped because an earlier one failed. Every first fault counts, also one that a league\n"
      "forgives. Takes a few seconds for a quick bot.\n"
      "Examples:\n"
      "  arena check \"python3 mybot.py\"\n"
      "  arena check mybot --step tables --seed 7\n"
      "Exit codes: 0 nothing failed, 1 a step failed, 2 bad input.");
  return {command, [options, bot, surroundings] {
            if (!options->list && bot->count() == 0) throw InputError("BOT is missing; 'arena check --help' explains");
            return check(*options, *surroundings.log);
          }};
}

}  // namespace arena::cli
