#include <spdlog/logger.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <span>
#include <utility>

#include "arena/admission/check/check_report.h"
#include "arena/admission/check/examination.h"
#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_run.h"
#include "arena/base/text/input_error.h"
#include "arena/bots/package/bot_copy.h"
#include "arena/league/run/machine.h"

namespace arena::cli {
namespace {

struct CheckOptions {
  std::string bot;
  std::vector<std::string> steps;
  std::string seed = "check";
  std::filesystem::path keep_bytes;
  std::filesystem::path keep_logs;
  Limits limits;
  ResourcePolicy resources;
  IsolationChoice isolation;
  bool laws = false;
  bool deterministic = false;
  bool json = false;
  bool list = false;
};

int check_bot(const CheckOptions& options, const CommandContext& context) {
  const Page page = context.screens->out.page();
  if (options.list) {
    std::cout << step_list(page);
    return kDone;
  }
  prepare_to_play();
  Subject subject{
      find_bot(options.bot, {}, options.resources), {}, {}, options.limits, RunKey::from_seed(options.seed)};
  subject.laws = options.laws;
  subject.deterministic = options.deterministic;
  subject.keep_bytes = options.keep_bytes;
  if (!options.keep_logs.empty()) subject.keep_logs = std::make_shared<BotLog>(options.keep_logs);
  if (!options.keep_bytes.empty()) std::filesystem::create_directories(options.keep_bytes);
  const BotSandbox sandbox(options.isolation, report_to(*context.log), std::span(&subject.bot, 1));
  subject.sandbox = sandbox.sandbox();
  subject.command = BotCopies({subject.bot}, sandbox.staging()).commands().front();
  pin_to_one_core(0);  // like the tables of a run
  std::set<StepId> wanted;
  for (const std::string& name : options.steps) wanted.insert(std::ranges::find(kSteps, name, &Step::name)->id);
  CheckEvents events;
  bool begun = false;
  const auto print = [&](const std::string& text) {
    if (!std::exchange(begun, true)) std::cout << check_head(subject, options.seed);
    std::cout << text << std::flush;
  };
  if (!options.json) {
    events.step = [&](const StepResult& result) { print(step_text(result, page)); };
    events.silence = [&](const std::string& so_far) { print(silence_text(so_far, page)); };
  }
  const Examination examination = examine(subject, wanted, events);
  if (options.json) {
    std::cout << check_json(subject, options.seed, examination) << "\n";
  } else {
    std::cout << check_end(subject, examination, page);
  }
  return examination.is_good() ? kDone : kFailed;
}

}  // namespace

void define_check(Command& command, const CommandContext& context) {
  auto options = std::make_shared<CheckOptions>();
  const Argument bot = command.value(
      "BOT", options->bot, "an executable file, a command in quotes (\"python3 bot.py\") or a folder with bot.json");
  static constexpr const char* kCheckHeading = "The check";
  command.heading(kCheckHeading);
  command.flag("--list", options->list, "list the steps, and check nothing").excludes(bot);
  std::vector<std::string> names;
  for (const Step& step : kSteps) names.emplace_back(step.name);
  command
      .repeated("--step", options->steps,
                "run only this step and the steps that it needs (--list names them). Repeat the option for several")
      .value_name("STEP")
      .one_of(names, false);
  command
      .value("--seed", options->seed, "any text. Another text gives other deals, partners and combinations of options")
      .not_empty()
      .show_default();
  command
      .value("--keep-bytes", options->keep_bytes,
             "write what each process of the bot is sent and answers to this folder: 001.to_bot and so on. A failed "
             "step names the file that led to the fault. Feed it to the bot: ./mybot < DIR/003.to_bot")
      .value_name("DIR");
  command
      .value(
          "--keep-logs", options->keep_logs,
          "keep in this folder all that each process of the bot writes to stderr, and the files that it leaves in its "
          "/tmp: 001.stderr, 001.tmp/ and so on")
      .value_name("DIR");
  command.flag("--laws", options->laws, "also play under the laws of the table, in the step 'laws'");
  command.flag("--deterministic", options->deterministic,
               "fail a bot that answers differently in equal games, as a league with \"deterministic\": true does. "
               "Without it this is a remark");
  command.writes(Output::text, {command.flag("--json", options->json, "print everything as one JSON object")});
  add_time_options(command, options->limits);
  add_resource_options(command, options->resources.each);
  add_isolation_options(command, options->isolation);
  command.footer(
      "check starts the bot as 'arena run' does and plays with it at many small tables. It reports each step when the "
      "step ends: passed, a remark, failed with a hint, or skipped because of an earlier step. The first fault fails a "
      "step, even one that a league would forgive. With a fast bot this takes a few seconds.\n"
      "Examples:\n"
      "  arena check \"python3 mybot.py\"\n"
      "  arena check mybot --step tables --seed 7\n"
      "Exit codes: 0 nothing failed, 1 a step failed, 2 bad input.");
  command.run([options, bot, context] {
    if (!options->list && !bot.is_given()) throw InputError("BOT is missing; 'arena check --help' explains");
    return check_bot(*options, context);
  });
}

}  // namespace arena::cli
