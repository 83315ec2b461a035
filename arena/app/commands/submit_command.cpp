#include <spdlog/logger.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <span>
#include <utility>

#include "arena/admission/check/check_report.h"
#include "arena/admission/submit/submission.h"
#include "arena/admission/submit/submit.h"
#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_run.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"

namespace arena::cli {
namespace {

constexpr const char* kTokenVariable = "HEARTS_TOKEN";
constexpr std::size_t kTokenBytesMax = 200;

struct SubmitOptions {
  SubmitOrder order;
  std::string token_file;
  IsolationChoice isolation;
  bool json = false;
};

/// From the option, the file or the environment, without space at its ends.
std::string token_of(const SubmitOptions& options) {
  std::string token = options.order.token;
  if (!options.token_file.empty()) {
    std::ifstream file = open_input(options.token_file);
    token.assign(kTokenBytesMax, '\0');
    file.read(token.data(), static_cast<std::streamsize>(token.size()));
    token.resize(static_cast<std::size_t>(file.gcount()));
  } else if (const char* given = std::getenv(kTokenVariable); token.empty() && given != nullptr) {
    token = given;
  }
  static constexpr const char* kSpace = " \t\r\n";
  const std::size_t first = token.find_first_not_of(kSpace);
  return first == std::string::npos ? "" : token.substr(first, token.find_last_not_of(kSpace) + 1 - first);
}

/// Tells what happens while it happens.
SubmitEvents events_for(const SubmitOptions& options, const Page& page) {
  if (options.json) return {};
  return [page, space = "\n"](SubmitStep step, const Submission& submission) mutable {
    const auto tell = [&](const char* what) { std::cout << std::exchange(space, "") << what << "\n"; };
    if (step == SubmitStep::owner) std::cout << introduction(submission, page);
    if (step == SubmitStep::build) tell("building ...");
    if (step == SubmitStep::check) tell("checking ...");
    if (step == SubmitStep::trial) tell("a few games against sample bots ...");
    std::cout << std::flush;
  };
}

int submit(const SubmitOptions& options, const CommandContext& context) {
  const Page page = context.screens->out.page();
  SubmitOrder order = options.order;
  order.token = token_of(options);
  prepare_to_play();
  BotEntry builder;
  builder.command.resources = order.build.resources;
  const BotSandbox sandbox(options.isolation, tell_on(*context.log), std::span(&builder, 1));
  const Submission submission = submit_bot(order, sandbox, events_for(options, page));
  if (options.json) {
    std::cout << receipt_json(submission, true) << "\n";
  } else {
    if (submission.examination && !submission.examination->is_good())
      std::cout << check_end(*submission.subject, *submission.examination, page);
    std::cout << "\n" << receipt_text(submission, page, true);
  }
  if (submission.is_stopped()) return kInterrupted;
  return submission.is_entered() ? kDone : kFailed;
}

struct SubmissionsOptions {
  std::string league;
  bool json = false;
};

int list_submissions(const SubmissionsOptions& options, const CommandContext& context) {
  const Ledger ledger(options.league);
  const SubmissionList list = {ledger.entries(), ledger.read_refusals(), submissions_under_way(ledger)};
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
  command.value("BOT", options->order.given, "a folder with bot.json, or one in an archive: .tar.gz, .tar, .zip")
      .required();
  command.value("--league", options->order.league, "folder of the league, with its league.json")
      .value_name("DIR")
      .required();
  const Argument token =
      command
          .value("--token", options->order.token, "the owner's token, for a later version; everybody here can see it")
          .not_empty();
  const Argument file = command
                            .value("--token-file", options->token_file,
                                   "a file with the token; without it the environment's HEARTS_TOKEN counts")
                            .value_name("FILE")
                            .not_empty()
                            .excludes(token);
  command
      .flag("--new-token", options->order.new_token,
            "you know the owner: a later version without the token, and a new token")
      .excludes(token)
      .excludes(file);
  BuildLimits& build = options->order.build;
  command.milliseconds("--build-time", build.time, "longest build").within(1, 86'400'000);
  command.value("--build-memory", build.resources.memory_mb, "memory of a build, its files in /tmp included")
      .value_name("MB")
      .within(64, 1 << 20)
      .show_default();
  command.value("--build-disk", build.resources.tmp_mb, "what a build may write")
      .value_name("MB")
      .within(1, 1 << 16)
      .show_default();
  add_isolation_options(command, options->isolation);
  command.writes(Output::text, {command.flag("--json", options->json, "the receipt as one JSON object")});
  command.footer(
      "The bot is unpacked, built by \"build\" of its bot.json in the sandbox, examined as 'arena check' does, tried "
      "in a few games against sample bots, and entered in league.json. A bot that is refused changes nothing there; "
      "'arena submissions' lists it. The first version of a name prints a token; who has it may hand in the next one, "
      "which takes the place of the one before. A run of the league is not disturbed: 'arena run --extend' takes the "
      "new bot in.\n"
      "Examples:\n"
      "  arena submit duck.tar.gz --league autumn\n"
      "  arena submit duck.zip --league autumn --token-file token.txt --json\n"
      "Exit codes: 0 entered, 1 refused, 2 bad input.");
  command.run([options, context] { return submit(*options, context); });
}

void define_submissions(Command& command, const CommandContext& context) {
  auto options = std::make_shared<SubmissionsOptions>();
  command.value("DIR", options->league, "folder of the league").required();
  command.writes(Output::long_text, {command.flag("--json", options->json, "as one JSON object")});
  command.footer(
      "States: entered, it is in league.json; replaced, a later version is; taken out, somebody has taken it out of "
      "league.json; refused, it was not taken: the last 1,000, with the step that refused it and why.\n"
      "Example:\n"
      "  arena submissions autumn");
  command.run([options, context] { return list_submissions(*options, context); });
}

}  // namespace arena::cli
