#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <iostream>

#include "arena/cli/commands.h"
#include "arena/league/json_file.h"
#include "arena/records/run_folder.h"
#include "arena/records/verify.h"
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
  hearts::MatchLength length;
  std::optional<std::string> wrong;
  bool found = false;
  int number = 0;
  const RunSummary summary = read_run(
      options.run,
      [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
        if (!is_wanted(options.game, record, ++number) || found) return;
        found = true;
        wrong = write_game_text(std::cout, record, rules, length);
        if (wrong) wrong = place + ": " + *wrong;
      },
      [&](const Manifest& manifest) { length = manifest.length; });
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

int verify(const Options& options) {
  const Verification found = verify_run(options.run);
  if (found.torn_bytes > 0) {
    std::cout << fmt::format("the last line is torn ({} bytes); the next run cuts it\n", found.torn_bytes);
  }
  for (const std::string& problem : found.problems) std::cerr << "arena replay: " << problem << "\n";
  std::cout << fmt::format("{} {} played again: {}\n", found.games, found.games == 1 ? "game" : "games",
                           found.problems.empty() ? "every deal, pass, play, choice, score and place is right"
                                                  : fmt::format("{} {}", found.problems.size(),
                                                                found.problems.size() == 1 ? "problem" : "problems"));
  if (found.deals_wrong > 0) return kFailed;
  std::cout << (found.key_revealed
                    ? "every deal follows from its seed, and the seeds from the key that the run committed to\n"
                    : "every deal follows from its seed; the run is not finished, so its key is not revealed yet\n");
  return found.problems.empty() ? kDone : kFailed;
}

}  // namespace

Command add_replay(CLI::App& app, const Surroundings&) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("replay", "Show a recorded game trick by trick, or check a run's records");
  command->add_option("RUN", options->run, "folder of a run, or its games.jsonl")->required();
  CLI::Option* game =
      command->add_option("GAME", options->game, "a game's id (b0g3) or number (4); none: list the games");
  command->add_flag("--verify", options->verify, "play every record again and check it against the rules and the key")
      ->excludes(game);
  command->footer(
      "Examples:\n"
      "  arena replay results/demo            the games of a run\n"
      "  arena replay results/demo b0g3       one game, trick by trick\n"
      "  arena replay --verify results/demo   adjudicate every record again\n"
      "In the text * marks who took a trick, ! a card the arena played for a bot that did not answer,\n"
      "!! one of the house player that took over a forfeited seat.");
  return {command, [options] {
            if (options->verify) return verify(*options);
            return options->game.empty() ? list_games(*options) : show_game(*options);
          }};
}

}  // namespace arena::cli
