#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <iostream>

#include "arena/cli/audit.h"
#include "arena/cli/commands.h"
#include "arena/league/json_file.h"
#include "arena/records/run_folder.h"
#include "arena/report/game_text.h"

namespace arena::cli {
namespace {

struct Options {
  std::string run;
  std::string game;
  bool verify = false;
};

/// The n-th game of the file is also a name for it.
bool is_wanted(const std::string& wanted, const GameRecord& record, int number) {
  return wanted == record.id || wanted == std::to_string(number);
}

int show_game(const Options& options) {
  Manifest manifest;
  std::optional<std::string> wrong;
  bool found = false;
  int number = 0;
  const RunSummary summary = read_run(
      options.run,
      [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
        if (!is_wanted(options.game, record, ++number) || found) return;
        found = true;
        wrong = write_game_text(std::cout, record, rules, manifest.find_variant(record.variant)->length);
        if (wrong) wrong = place + ": " + *wrong;
      },
      [&](const Manifest& recorded) { manifest = recorded; });
  if (!found) {
    throw InputError(fmt::format("{} has no game '{}'; it has {}, named b0g0 and so on, or 1 to {}", options.run,
                                 options.game, summary.games, summary.games));
  }
  if (!wrong) return kDone;
  std::cerr << "arena replay: " << *wrong << "\n";
  return kFailed;
}

int list_games(const Options& options) {
  read_run(options.run, [](GameRecord&& record, const hearts::GameRules&, const std::string&) {
    const std::size_t hands = record.result.hands.size();
    std::string line = fmt::format("{:<8} {} {} ", record.id, hands, hands == 1 ? "hand" : "hands");
    for (std::size_t seat = 0; seat < record.bots.size(); ++seat)
      line += fmt::format("  {} {}", record.bots[seat], record.result.scores[seat]);
    if (!record.result.faults.empty()) line += fmt::format("  (faults: {})", record.result.faults.size());
    std::cout << line << "\n";
  });
  return kDone;
}

}  // namespace

Command add_replay(CLI::App& app, const Surroundings&) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("replay", "Show a recorded game trick by trick, or check a run's records");
  command->add_option("RUN", options->run, "folder of a run, or its games.jsonl")->required();
  CLI::Option* game =
      command->add_option("GAME", options->game, "a game's id (b0g3) or number (4); none: list the games");
  command->add_flag("--verify", options->verify, "the same as arena verify RUN")->excludes(game);
  command->footer(
      "Examples:\n"
      "  arena replay results/demo            the games of a run\n"
      "  arena replay results/demo b0g3       one game, trick by trick\n"
      "In the text * marks who took a trick, ! a card the arena played for a bot that did not answer,\n"
      "!! one of the house player that took over a forfeited seat.");
  return {command, [options] {
            if (options->verify) return audit_run(options->run);
            return options->game.empty() ? list_games(*options) : show_game(*options);
          }};
}

}  // namespace arena::cli
