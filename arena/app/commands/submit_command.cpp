#include <fmt/format.h>
#include <spdlog/logger.h>

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <span>
#include <utility>

#include "arena/admission/check/check_report.h"
#include "arena/admission/submit/submission.h"
#include "arena/admission/submit/submit.h"
#include "arena/app/commands/commands.h"
#include "arena/app/commands/hooks.h"
#include "arena/app/commands/session_run.h"
#include "arena/app/terminal/time_words.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/printable.h"

namespace arena::cli {
namespace {

constexpr const char* kTokenVariable = "HEARTS_TOKEN";
constexpr std::size_t kTokenBytesMax = 200;

struct SubmitOptions {
  SubmitOrder order;
  std::string token_file;
  std::string build_time;
  IsolationChoice isolation;
  std::vector<std::string> hooks;
  bool json = false;
};

const std::vector<std::string> kSubmitEvents = {"submission"};

/// Returns the token of the option, the file or the environment, without spaces around it.
std::string token_of(const SubmitOptions& options) {
  std::string token = options.order.token;
  if (!options.token_file.empty()) {
    token = read_input(options.token_file, kTokenBytesMax);
  } else if (const char* given = std::getenv(kTokenVariable); token.empty() && given != nullptr) {
    token = given;
  }
  static constexpr const char* kSpace = " \t\r\n";
  const std::size_t first = token.find_first_not_of(kSpace);
  return first == std::string::npos ? "" : token.substr(first, token.find_last_not_of(kSpace) + 1 - first);
}

/// Returns events that print each step of a submission when it begins.
SubmitEvents events_for(const SubmitOptions& options, const Page& page) {
  if (options.json) return {};
  return [page, space = "\n"](SubmitStep step, const Submission& submission) mutable {
    const auto print = [&](const char* what) { std::cout << std::exchange(space, "") << what << "\n"; };
    if (step == SubmitStep::owner) std::cout << introduction(submission, page);
    if (step == SubmitStep::build) print("building ...");
    if (step == SubmitStep::check) print("checking ...");
    if (step == SubmitStep::trial) print("a few games against sample bots ...");
    std::cout << std::flush;
  };
}

int submit(const SubmitOptions& options, const CommandContext& context) {
  const Page page = context.screens->out.page();
  SubmitOrder order = options.order;
  order.token = token_of(options);
  if (!options.build_time.empty()) order.build.time = parse_duration("--build-time", options.build_time);
  Hooks hooks(hooks_of(options.hooks, kSubmitEvents),
              {"ARENA_LEAGUE=" + std::filesystem::absolute(order.league).string()}, *context.log);
  prepare_to_play();
  BotEntry builder;
  builder.command.resources = order.build.resources;
  const BotSandbox sandbox(options.isolation, report_to(*context.log), std::span(&builder, 1));
  const Submission submission = submit_bot(order, sandbox, events_for(options, page));
  if (options.json) {
    std::cout << receipt_json(submission, true) << "\n";
  } else {
    const auto& examination = submission.examination;
    if (examination && (!examination->is_good() || examination->count(StepOutcome::remark) > 0))
      std::cout << check_end(*submission.subject, *examination, page);
    std::cout << "\n" << receipt_text(submission, page, true);
  }
  if (!submission.unkept_receipt.empty())
    context.log->warn("the bot is entered, but its receipt could not be kept: {}", submission.unkept_receipt);
  boost::json::object event = {{"event", "submission"}, {"league", legible(order.league.string())}};
  for (const auto& member : receipt_object(submission, false)) event.insert(member);
  hooks.fire(event);
  if (submission.is_stopped()) return kInterrupted;
  return submission.is_entered() ? kDone : kFailed;
}

struct SubmissionsOptions {
  std::string league;
  bool json = false;
};

int list_submissions(const SubmissionsOptions& options, const CommandContext& context) {
  const Ledger ledger(options.league);
  const SubmissionList list = {ledger.entries(), ledger.read_refusals(), authors_of_several_owners(ledger.read()),
                               submissions_under_way(ledger), ledger.read_status_changes()};
  if (options.json) {
    std::cout << submissions_json(list) << "\n";
  } else {
    std::cout << submissions_text(list, context.screens->out.page());
  }
  return kDone;
}

}  // namespace

void define_submit(Command& command, const CommandContext& context) {
  auto options = std::make_shared<SubmitOptions>();
  command.value("BOT", options->order.given, "a folder with bot.json, or an archive of one: .tar.gz, .tar or .zip")
      .required();
  command.heading("The league and the owner");
  command.value("--league", options->order.league, "the folder of the league, or the league.json in it")
      .value_name("DIR")
      .required();
  const Argument token =
      command
          .value(
              "--token", options->order.token,
              "the author's token, which every submission but the first one needs. Every user of this machine can see "
              "it here")
          .not_empty();
  const Argument file = command
                            .value("--token-file", options->token_file,
                                   "a file with the token. Without it, submit looks for the token in the environment "
                                   "variable HEARTS_TOKEN")
                            .value_name("FILE")
                            .not_empty()
                            .excludes(token);
  command
      .flag("--new-token", options->order.new_token,
            "accept the bot without the author's token, because you know the author, and print a new token")
      .excludes(token)
      .excludes(file);
  command.writes(Output::text, {command.flag("--json", options->json, "print the receipt as one JSON object")});
  add_hook_option(command, options->hooks, kSubmitEvents);
  command.heading("The build");
  BuildLimits& build = options->order.build;
  command.value("--build-time", options->build_time, "time that a build may take, such as 90s, 30m or 2h")
      .value_name("TIME")
      .not_empty()
      .show_default(fmt::format("{}s", std::chrono::floor<std::chrono::seconds>(build.time).count()));
  command.value("--build-memory", build.resources.memory_mb, "memory of a build, including its files in /tmp")
      .value_name("MB")
      .within(64, 1 << 20)
      .show_default();
  command.value("--build-disk", build.resources.tmp_mb, "room for the files that a build writes")
      .value_name("MB")
      .within(1, 1 << 16)
      .show_default();
  add_isolation_options(command, options->isolation);
  command.footer(
      "submit unpacks the bot and builds it in the sandbox with the command \"build\" of its bot.json. It checks the "
      "bot as 'arena check' does, tries it in a few games against sample bots, and enters it in league.json. If it "
      "refuses the bot, nothing changes in the league; 'arena submissions' lists the refusal.\n"
      "\n"
      "For the first bot of an author, submit prints a token. Whoever has it can submit further bots of that author, "
      "and later versions, each of which replaces the one before. A bot without \"author\" has a token of its own. A "
      "run of the league that is in progress does not change: 'arena run --extend' adds the new bot to it.\n"
      "Examples:\n"
      "  arena submit duck.tar.gz --league autumn\n"
      "  arena submit duck.zip --league autumn --token-file token.txt --json\n"
      "Exit codes: 0 entered, 1 refused, 2 bad input, 130 stopped during the trial.");
  command.run([options, context] { return submit(*options, context); });
}

void define_submissions(Command& command, const CommandContext& context) {
  auto options = std::make_shared<SubmissionsOptions>();
  command.value("DIR", options->league, "the folder of the league, or the league.json in it").required();
  command.writes(Output::long_text, {command.flag("--json", options->json, "print the list as one JSON object")});
  command.footer(
      "The states of a bot:\n"
      "  entered       the bot is in league.json\n"
      "  replaced      a later version of the bot is in league.json\n"
      "  taken out     somebody has removed the bot from league.json\n"
      "  withdrawn     the bot is in league.json, but plays no games ('arena withdraw')\n"
      "  disqualified  the same, and standings do not rank it ('arena disqualify')\n"
      "  refused       the bot was refused; the list shows the step and the reason, for the last 1000 refusals\n"
      "All decisions of the organiser about bots follow, with their dates and reasons.\n"
      "Example:\n"
      "  arena submissions autumn");
  command.run([options, context] { return list_submissions(*options, context); });
}

}  // namespace arena::cli
