#include <iostream>

#include "arena/admission/submit/submission.h"
#include "arena/app/commands/commands.h"

namespace arena::cli {
namespace {

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
