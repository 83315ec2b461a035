
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "arena/cli/commands.h"
#include "arena/cli/league_options.h"
#include "arena/cli/record_folder.h"
#include "arena/cli/sandbox_setup.h"
#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"
#include "arena/sandbox/own_limits.h"
#include "arena/text/input_error.h"
#include "arena/tournament/forecast.h"
#include "arena/tournament/machine.h"
#include "arena/tournament/receipt.h"
#include "arena/tournament/run_records.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

struct CommitOptions {
  std::string out;
  IsolationOptions isolation;
};

/// Makes the key of a run, which stays in its folder, and says what to publish.
void commit_to(Manifest& manifest, const League& league, const CommitOptions& options, spdlog::logger& log) {
  const fs::path folder = record_folder(options.out, manifest);
  const BotSandbox sandbox(options.isolation, log, manifest.bots);
  RunRecords records(folder);
  std::error_code ignored;
  if (fs::file_size(folder / kGamesFile, ignored) > 0 && !ignored) {
    throw InputError(fmt::format("{} holds records already; its receipt is in {}", folder.string(),
                                 (folder / kReceiptFile).string()));
  }
  commit(manifest, records.key({}), isolation_name(sandbox.sandbox().isolation));
  plan_blocks(manifest, length_of(league).blocks, league.games);
  if (const KeptReceipt was = read_receipt(folder); was.is_committed && was.receipt != receipt_of(manifest))
    log.warn("the receipt in {} was {}: this is another run", (folder / kReceiptFile).string(), was.receipt);
  write_receipt(folder, manifest, 0, {}, true);
  std::cout << fmt::format("receipt {}: publish this before the first card\n\n", receipt_of(manifest));
}

}  // namespace

void add_plan(CommandLine& line, const CommandContext& context) {
  Command& command = line.add("plan", "Say what a league will cost; play nothing");
  const std::shared_ptr<LeagueOptions> options = add_league_options(command);
  auto commitment = std::make_shared<CommitOptions>();
  command
      .value("--commit", commitment->out,
             "make the key of a run in FOLDER, and its receipt, to be published before it is played")
      .value_name("FOLDER")
      .not_empty();
  add_isolation_options(command, commitment->isolation);
  command.footer(
      "Hands, decisions and sizes are means of games played by chance. The interval is for a bot among equals; strong\n"
      "and weak ones have wider ones.\n"
      "Examples:\n"
      "  arena plan league.json\n"
      "  arena plan mybot otherbot third --games 1000\n"
      "  arena plan league.json --commit results/autumn    then: arena run league.json --out results/autumn");
  command.run([options, commitment, context] {
    const League league = league_of(*options);
    Manifest manifest = manifest_of(league, *context.log);
    if (!commitment->out.empty()) commit_to(manifest, league, *commitment, *context.log);
    plan_blocks(manifest, length_of(league).blocks, league.games);
    const int processors = std::max(1, static_cast<int>(usable_cores().size()));
    const int workers = workers_of(*options, league);
    if (!manifest.label.name.empty()) std::cout << manifest.label.name << "\n";
    for (const std::string& note : manifest.label.notes) std::cout << note << "\n";
    if (!manifest.label.name.empty() || !manifest.label.notes.empty()) std::cout << "\n";
    std::cout << forecast_text(forecast(manifest, workers, processors, bearable_processes()));
    const Isolation wanted = find_isolation(commitment->isolation.asked).value_or(Isolation::full);
    std::vector<std::string> warnings = limits_too_low(manifest.bots, wanted);
    warnings.push_back(too_few_descriptors(workers));
    warnings.push_back(memory_warning(manifest, workers, machine_memory_mb()));
    const std::optional<long long> tasks = free_tasks();
    const std::string few = too_few_tasks(manifest, workers, tasks);
    warnings.push_back(few.empty() ? tasks_warning(manifest, workers, tasks) : few);
    for (const std::string& warning : warnings) {
      if (!warning.empty()) std::cout << "\n" << warning << "\n";
    }
    return kDone;
  });
}

}  // namespace arena::cli
