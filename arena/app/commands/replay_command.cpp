#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/logger.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <set>
#include <tuple>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/live_report.h"
#include "arena/app/terminal/json_output.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/league/plan/resolve_league.h"
#include "arena/league/session/event_json.h"
#include "arena/league/shards/merge.h"
#include "arena/records/game_details.h"
#include "arena/records/outcome.h"
#include "arena/records/run_folder.h"
#include "arena/results/replay/game_text.h"
#include "arena/results/report/report.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace json = boost::json;

struct ReplayOptions {
  std::string run;
  std::string game;
  std::string bot;
  int seat = -1;
  int hand = 0;
  bool no_notes = false;
  bool no_clocks = false;
  bool json = false;
  std::string html;
  std::optional<bool> symbols;
};

/// Returns what to show of this game. Throws InputError for a seat or a hand that it does not have.
GameView view_of(const ReplayOptions& options, const GameRecord& record, const Screen& screen) {
  GameView view{.seat = {},
                .hand = options.hand,
                .notes = !options.no_notes,
                .clocks = !options.no_clocks,
                .color = screen.color,
                .symbols = options.symbols.value_or(screen.symbols),
                .page = screen.page()};
  const int seats = static_cast<int>(record.bots.size());
  const auto hands = record.result.hands.size();
  if (options.hand > static_cast<int>(hands)) {
    throw InputError(
        fmt::format("game {} has no hand {}; it has {}", record.id, options.hand, hearts::counted(hands, "hand")));
  }
  if (options.seat >= seats) {
    throw InputError(fmt::format("game {} has no seat {}; its seats are 0 to {}", record.id, options.seat, seats - 1));
  }
  if (options.seat >= 0) view.seat = options.seat;
  if (options.bot.empty()) return view;
  const std::vector<std::string> names = seat_names(record);
  const auto found = std::ranges::find(names, options.bot);
  if (found != names.end()) {
    view.seat = static_cast<int>(found - names.begin());
    return view;
  }
  if (std::ranges::count(record.bots, options.bot) > 1) {
    throw InputError(fmt::format("{} had several seats in game {}; choose one of {}", options.bot, record.id,
                                 fmt::join(names, ", ")));
  }
  throw InputError(
      fmt::format("no bot '{}' played in game {}; its bots are {}", options.bot, record.id, fmt::join(names, ", ")));
}

/// Reads the clocks and notes of a game. The game can be shown without them, so an error is only logged.
GameDetails details_of(const ReplayOptions& options, const GameRecord& record, spdlog::logger& log) {
  try {
    return DetailsReader(games_file(options.run).parent_path()).of(record);
  } catch (const std::exception& error) {
    log.warn("clocks and notes cannot be shown: {}", legible(error.what(), {}, 1000));
    return {};
  }
}

int report_end(const std::optional<std::string>& wrong, const FoundGame& game, const CommandContext& context) {
  if (!wrong) return kDone;
  std::cerr << context.screens->err.fitting("arena replay: " + game.place + ": " + *wrong + "\n");
  return kFailed;
}

int show_game(const ReplayOptions& options, const CommandContext& context) {
  std::optional<std::string> wrong;
  const FoundGame game = find_game(options.run, options.game, [&](const FoundGame& found) {
    const GameView view = view_of(options, found.record, context.screens->out);
    const GameDetails details = details_of(options, found.record, *context.log);
    const ManifestVariant& variant = found.variant();
    wrong = write_game_text(std::cout, found.record, *variant.rules, details,
                            found.stage.manifest.table_limits(variant, found.record.bots), view);
  });
  return report_end(wrong, game, context);
}

/// Writes the game as a web page.
int write_html(const ReplayOptions& options, const CommandContext& context) {
  const FoundGame game = find_game(options.run, options.game);
  const GameDetails details = details_of(options, game.record, *context.log);
  const auto wrong = write_game_page(options.html, game.record, game.stage, details, frame_of_now());
  std::cout << fmt::format("{}: game {}\n", options.html, game.record.id);
  return report_end(wrong, game, context);
}

/// Returns the same value with all texts legible: somebody may have changed the records.
json::value shown(json::value value) {
  if (auto* text = value.if_string()) *text = legible(*text, "\n\t");
  if (auto* list = value.if_array())
    for (json::value& item : *list) item = shown(std::move(item));
  if (auto* object = value.if_object())
    for (auto& member : *object) member.value() = shown(std::move(member.value()));
  return value;
}

/// Returns the lines of a game in a file beside its records, without their checksums.
json::array lines_of(const std::filesystem::path& file, std::string_view type, const GameRecord& record) {
  json::array lines;
  GameLines(file, type).of_game(record.run, record.id, [&](const json::object& line, const std::string&) {
    json::object bare = line;
    bare.erase("crc");
    lines.push_back(shown(std::move(bare)));
  });
  return lines;
}

/// Prints the recorded lines of a game: a game that was played again has lines of its earlier tries, which come first.
int print_game_json(const ReplayOptions& options) {
  const FoundGame found = find_game(options.run, options.game);
  const GameRecord& record = found.record;
  const std::filesystem::path folder = games_file(options.run).parent_path();
  const json::array timings = lines_of(folder / kTimingsFile, "timing", record);
  json::array faults = lines_of(folder / kFaultsFile, "fault", record);
  const std::size_t recorded = record.result.faults.size();
  if (faults.size() < recorded) faults.clear();
  faults.erase(faults.begin(), faults.end() - static_cast<std::ptrdiff_t>(std::min(recorded, faults.size())));
  print_json({{"replay", 1},
              {"game", shown(game_json(record, *found.variant().rules))},
              {"timing", timings.empty() ? json::value(nullptr) : timings.back()},
              {"faults", std::move(faults)}});
  return kDone;
}

/// One line about a game: of text, or the event `game`.
std::string line_of(const GameRecord& record, bool with_variant, bool is_json) {
  if (is_json) return json::serialize(game_event(outcome_of(record)));
  std::string line = fmt::format("{:<8} ", record.id);
  if (with_variant) line += record.variant + "  ";
  line += hearts::counted(record.result.hands.size(), "hand") + " ";
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat)
    line += fmt::format("  {} {}", record.bots[seat], record.result.scores[seat]);
  if (!record.result.faults.empty()) line += fmt::format("  (faults: {})", record.result.faults.size());
  return line;
}

/// Lists the games in the order of the records.
int list_games(const ReplayOptions& options) {
  bool several = false;
  read_run(
      options.run,
      [&](GameRecord&& record, const hearts::GameRules&, const std::string&) {
        std::cout << line_of(record, several, options.json) << "\n";
      },
      [&](const Manifest& manifest) { several = manifest.variants.size() > 1; });
  return kDone;
}

/// A game of one bot: its worst seat in it.
struct GameOfBot {
  bool kept = true;    ///< it did not forfeit
  int behind = 0;      ///< how many places it is from the last
  double lead = 0;     ///< points fewer than the mean of the table
  std::string line{};  ///< about the game
};

/// Ranks a seat: forfeits first, then the last places, then those that are furthest behind the mean of the table.
GameOfBot rank_of(const GameRecord& record, hearts::Seat seat) {
  const GameResult& result = record.result;
  const int seats = static_cast<int>(record.bots.size());
  const double sum = std::accumulate(result.scores.begin(), result.scores.begin() + seats, 0.0);
  return {.kept = result.forfeit_of(seat) == nullptr,
          .behind = seats - result.places[seat],
          .lead = sum / seats - result.scores[seat]};
}

/// Lists the games of one bot, the worst first.
int list_games_of_bot(const ReplayOptions& options) {
  std::vector<GameOfBot> games;
  std::set<std::string> bots;
  bool several = false;
  const auto rank = [](const GameOfBot& game) { return std::tuple(game.kept, game.behind, game.lead); };
  const auto add = [&](GameRecord&& record, const hearts::GameRules&, const std::string&) {
    std::optional<GameOfBot> worst;
    int place = 0;
    for (hearts::Seat seat = 0; seat < static_cast<hearts::Seat>(record.bots.size()); ++seat) {
      if (record.bots[hearts::at(seat)] != options.bot) continue;
      const GameOfBot one = rank_of(record, seat);
      if (worst && rank(*worst) <= rank(one)) continue;
      worst = one;
      place = record.result.places[seat];
    }
    if (!worst) return;
    const std::string_view forfeit = worst->kept ? "" : ", forfeited";
    worst->line = options.json ? "" : fmt::format("place {} of {}{}  ", place, record.bots.size(), forfeit);
    worst->line += line_of(record, several, options.json);
    games.push_back(std::move(*worst));
  };
  read_run(options.run, add, [&](const Manifest& manifest) {
    several = several || manifest.variants.size() > 1;
    for (const BotEntry& bot : manifest.bots) bots.insert(bot.name);
  });
  if (!bots.contains(options.bot))
    throw InputError(
        fmt::format("no bot '{}' plays in {}; its bots are {}", options.bot, options.run, fmt::join(bots, ", ")));
  std::ranges::stable_sort(games, {}, rank);
  for (const GameOfBot& game : games) std::cout << game.line << "\n";
  return kDone;
}

}  // namespace

void define_replay(Command& command, const CommandContext& context) {
  auto options = std::make_shared<ReplayOptions>();
  command.value("RUN", options->run, kRunHelp).required();
  const Argument game = command.value("GAME", options->game,
                                      std::string(kGameHelp) +
                                          ". Without it, replay lists the games of the run or, with --bot, those of "
                                          "the bot, the worst first");
  const Argument seat = command.value("--seat", options->seat, "show only what this seat could see, and its questions")
                            .within(0, hearts::kSeatsMax - 1)
                            .needs(game);
  const Argument bot =
      command
          .value("--bot", options->bot,
                 "the same for the seat of this bot. If the bot sits in several seats, give NAME:SEAT. "
                 "Without GAME, list the games of this bot")
          .value_name("NAME")
          .not_empty()
          .excludes(seat);
  const Argument hand =
      command.value("--hand", options->hand, "show only this hand").within(1, hearts::kMatchHandsMax).needs(game);
  std::vector<Argument> shown_as_text = {seat, hand};
  shown_as_text.push_back(
      command.flag("--no-notes", options->no_notes, "leave out what bots wrote besides their answers and on stderr")
          .needs(game));
  shown_as_text.push_back(
      command.flag("--no-clocks", options->no_clocks, "leave out the time of each answer").needs(game));
  shown_as_text.push_back(command.suits(options->symbols));
  shown_as_text.push_back(
      command.value("--html", options->html, "write the game as a web page that plays it card by card")
          .value_name("FILE")
          .not_empty()
          .needs(game)
          .excludes(seat)
          .excludes(bot)
          .excludes(hand));
  Argument as_json =
      command.flag("--json", options->json,
                   "print the game as recorded, with its clocks and faults, as one JSON object; without GAME, print "
                   "each game as one (docs/json.md describes them)");
  for (const Argument& other : shown_as_text) as_json.excludes(other);
  command.writes(Output::long_text, {as_json});
  command.footer(
      "Examples:\n"
      "  arena replay results/demo            the games of a run\n"
      "  arena replay results/demo --bot mybot       the games of a bot, the worst first\n"
      "  arena replay results/demo b0g3       one game, trick by trick\n"
      "  arena replay results/demo b0g3 --bot mybot --hand 2\n"
      "  arena replay results/demo b0g3 --html game.html\n"
      "\n"
      "These marks follow a card or a time:\n"
      "  *   this card took the trick\n"
      "  !   the arena played this card, because the bot did not answer\n"
      "  !!  the house player, which takes over a forfeited seat, played this card\n"
      "  ~   this answer took half of the time for a move, or more\n"
      "\n"
      "Times, notes, stderr and faults are shown next to the trick they belong to, if timings.jsonl and faults.jsonl "
      "are beside games.jsonl.");
  command.run([options, context] {
    check_merged(options->run);
    if (options->game.empty()) return options->bot.empty() ? list_games(*options) : list_games_of_bot(*options);
    if (options->json && !options->bot.empty())
      throw InputError("--json prints the whole game; leave out --bot, or leave out GAME to list the games of the bot");
    if (options->json) return print_game_json(*options);
    return options->html.empty() ? show_game(*options, context) : write_html(*options, context);
  });
}

}  // namespace arena::cli
