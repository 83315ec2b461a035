#include <fmt/format.h>
#include <spdlog/logger.h>

#include <iostream>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"
#include "arena/app/commands/session_run.h"
#include "arena/app/play/terminal.h"
#include "arena/app/play/terminal_player.h"
#include "arena/app/play/unfinished_game.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_copy.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/game/variants/variant_file.h"
#include "arena/league/plan/resolve_league.h"
#include "arena/league/run/crew.h"
#include "arena/league/run/machine.h"
#include "arena/league/run/run_settings.h"
#include "arena/league/session/resume.h"
#include "arena/league/session/written_results.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

/// More games than anybody plays in one sitting.
constexpr int kGamesMax = 1000;
/// The strongest sample bot.
constexpr const char* kAdviser = "monte_carlo_cpp";

struct PlayOptions {
  std::vector<std::string> bots;
  std::string variant = "black-lady@4";
  std::vector<std::string> variant_files;
  int seat = -1;
  int games = 1;
  int hands = 0;
  std::string seed;
  std::string out;
  std::string adviser;
  bool auto_forced = false;
  std::optional<bool> symbols;
  IsolationChoice isolation;
};

/// Returns the folder of a sample bot, or nothing if it is not installed.
std::optional<std::string> installed_sample(const std::string& name) {
  const fs::path folder = program_file("sample_bots/" + name);
  std::error_code ignored;
  if (!fs::exists(folder / "bot.json", ignored)) return std::nullopt;
  return folder.string();
}

/// Returns the rule-based sample bot. Throws InputError if it is not installed.
std::string default_bot() {
  if (const auto bot = installed_sample("rules_cpp")) return *bot;
  throw InputError(
      "the sample bot rules_cpp is not installed; name a bot to play against: an executable file, a command in quotes "
      "or a folder with bot.json");
}

/// Returns the bot that gives hints: the one that the options name, or else the strongest sample bot, if it is
/// installed. Throws InputError if the named one is not there.
std::optional<BotEntry> find_adviser(const PlayOptions& options) {
  if (!options.adviser.empty()) return find_bot(options.adviser);
  const auto bot = installed_sample(kAdviser);
  return bot ? std::optional(find_bot(*bot)) : std::nullopt;
}

/// Returns a league in which the named bots take the other seats in turn.
League sitting_of(const PlayOptions& options) {
  League league;
  league.book = read_variants(options.variant_files);
  const int seats = league.book.resolve(options.variant).seats;
  if (options.seat >= seats) {
    throw InputError(fmt::format("{} has no seat {}; its seats are 0 to {}", options.variant, options.seat, seats - 1));
  }
  const std::vector<std::string> bots = options.bots.empty() ? std::vector{default_bot()} : options.bots;
  if (static_cast<int>(bots.size()) >= seats) {
    throw InputError(fmt::format("{} has {} seats, so there is room for {} besides you, not {}", options.variant, seats,
                                 hearts::counted(seats - 1, "bot"), bots.size()));
  }
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(seats); ++i) {
    league.entrants.push_back({bots[i % bots.size()], {}, {}});
  }
  league.variants.push_back({options.variant, 1, options.hands});
  league.reveal_names = true;
  league.duplicate_deals = true;
  league.limits.live_events = true;
  return league;
}

/// Returns the command that resumes this match.
std::string command_of(const PlayOptions& options, const std::string& program, const fs::path& folder) {
  const PlayOptions usual;
  std::vector<std::string> words = {program, "play"};
  words.insert(words.end(), options.bots.begin(), options.bots.end());
  const auto add = [&](const char* name, const std::string& value, bool is_usual) {
    if (!is_usual) words.insert(words.end(), {name, value});
  };
  add("--variant", options.variant, options.variant == usual.variant);
  for (const std::string& file : options.variant_files) add("--variants", file, false);
  add("--seat", std::to_string(options.seat), options.seat == usual.seat);
  add("--hands", std::to_string(options.hands), options.hands == usual.hands);
  add("--games", std::to_string(options.games), options.games == usual.games);
  add("--seed", options.seed, options.seed.empty());
  add("--hint", options.adviser, options.adviser.empty());
  if (options.auto_forced) words.emplace_back("--auto-forced");
  add("--isolation", options.isolation.asked, options.isolation.asked == usual.isolation.asked);
  add("--user-ids", options.isolation.user_ids, options.isolation.user_ids.empty());
  add("--out", folder.string(), false);
  return hearts::joined(words, " ", shell_quoted);
}

RunEvents sitting_events(const fs::path& folder, const std::string& program, Isolation isolation, UnfinishedGame& kept,
                         spdlog::logger& log) {
  RunEvents events;
  events.bot_failed_to_start = [isolation, &log](const BotEntry& bot, const FaultEvent& fault) {
    report_failed_start(bot, isolation, fault, log);
  };
  events.game_over = [=, &kept, &log](const GameRecord& record, int) {
    kept.end();
    for (const FaultEvent& event : record.result.faults) {
      log.warn("{} {}: {}: {}", record.bots[static_cast<std::size_t>(event.seat)], describe_moment(event),
               fault_name(event.fault), event.detail);
    }
    std::cout << fmt::format("The game is recorded. To replay it: {} replay {} {}\n", shell_quoted(program),
                             shell_quoted(folder.string()), record.id)
              << std::flush;
  };
  events.block_void = [&log](const VoidBlock& block) {
    log.warn("the game is void because of a fault of the machine, and another game is played: {}", block.detail);
  };
  events.warning = [&log](const std::string& text) { log.warn("{}", text); };
  return events;
}

int play_at_terminal(const PlayOptions& options, const CommandContext& context) {
  const std::string& program = context.program;
  spdlog::logger& log = *context.log;
  const Screen& screen = context.screens->out;
  prepare_to_play();
  const League league = sitting_of(options);
  Manifest manifest = resolve_league(league);
  std::vector<BotEntry> started = manifest.bots;
  const std::optional<BotEntry> adviser = find_adviser(options);
  if (adviser) started.push_back(*adviser);
  for (const std::string& note : league_notes(league, manifest)) log.info("{}", note);
  RecordFolder record_folder(options.out, manifest);
  const fs::path& folder = record_folder.path();
  if (const auto few = too_few_descriptors(1)) throw MachineFault(*few);
  const BotSandbox sandbox(options.isolation, report_to(log), started);
  const int person = add_person(manifest);
  check_schedule(manifest);

  RunRecords records(folder);
  const RunKey key = records.key(options.seed);
  commit(manifest, key, isolation_name(sandbox.sandbox().isolation));
  plan_blocks(manifest, options.games, 0);
  records.begin(manifest, 1, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
  const std::shared_ptr<Terminal> terminal = standard_terminal(screen.color, options.symbols.value_or(screen.symbols));
  BotCopies copies(started, sandbox.staging());
  PersonSettings settings{.auto_forced = options.auto_forced};
  if (adviser) {
    settings.adviser.name = adviser->name;
    settings.adviser.open = [&](boost::asio::io_context& io) {
      return start_bot(io, sandbox.sandbox(), copies.commands().back());
    };
  } else {
    const fs::path samples = program_file("sample_bots");
    settings.adviser.missing = fmt::format(
        "the sample bot {0} is not in {1}; choose another bot with --hint BOT, or build it: cmake --build {2} --target "
        "{0}",
        kAdviser, samples.string(), shell_quoted(samples.parent_path().string()));
  }
  UnfinishedGame kept(folder / kUnfinishedFile);
  const ChannelSource open =
      with_person(process_channels(sandbox.sandbox(), copies.commands(), manifest), person, *terminal, settings, kept);
  const auto wanted = [&](const QueuedGame& queued) {
    return is_persons_game(queued.block, queued.game, person, options.seat);
  };
  RunSettings plan{.manifest = &manifest,
                   .key = key,
                   .start = {open, [&] { copies.renew(); }, false, bearable_processes()},
                   .wanted = wanted,
                   .workers = 1,
                   .pinned = false,
                   .keep_going = false};

  const int before = records.counted_games();
  const auto left = [&](int code) {
    const int played = records.counted_games() - before;
    if (kept.has_answers(person, 0)) {
      std::cout << "The game is saved. To resume it:\n"
                << shown_command("", command_of(options, program, folder), 2, screen.page().table_columns);
    } else if (records.counted_games() == 0 && record_folder.remove()) {
      std::cout << "The game is not recorded.\n";
    } else {
      std::cout << fmt::format("The game is not recorded. {} in {}\n",
                               played == 0   ? "There is no new game"
                               : played == 1 ? "The game before it is"
                                             : fmt::format("The {} games before it are", played),
                               shell_quoted(folder.string()));
    }
    return code;
  };
  try {
    switch (play_run(plan, records, sitting_events(folder, program, sandbox.sandbox().isolation, kept, log))) {
      case RunEnd::out_of_time:
      case RunEnd::stopped:
        std::cout << "\n";
        return left(kInterrupted);
      case RunEnd::bots_failed:
        log.error("nothing was played");
        if (records.counted_games() == 0) record_folder.remove();
        return kFailed;
      default:
        break;
    }
  } catch (const PlayerLeft&) {
    return left(kDone);
  }
  if (records.counted_games() == before) log.info("all games of {} have been played", folder.string());
  return kDone;
}

}  // namespace

void define_play(Command& command, const CommandContext& context) {
  auto options = std::make_shared<PlayOptions>();
  command
      .value("BOT", options->bots,
             "the bots to play against, given as for 'arena run'. If there are fewer than free seats, each takes "
             "several")
      .show_default("the sample bot rules_cpp");
  command.heading("The game");
  command
      .value("--variant", options->variant,
             "the rules: a variant, its players and options, such as black-lady@3 ('arena help variants' explains)")
      .value_name("VARIANT")
      .show_default()
      .suggest(known_variants());
  add_variant_files(command, options->variant_files);
  command
      .value("--hands", options->hands,
             "hands in each game. Without this option a game ends as its variant says, after 50 hands at most unless "
             "the variant sets match.hands_max")
      .within(1, hearts::kMatchHandsMax);
  command.value("--games", options->games, "games to play, each with new deals").within(1, kGamesMax).show_default();
  command.value("--seat", options->seat, "your seat, clockwise from 0")
      .within(0, hearts::kSeatsMax - 1)
      .show_default("as the schedule says");
  command.value("--seed", options->seed, "derive the deals from this text; the same text gives the same deals")
      .not_empty();
  command
      .value("--out", options->out,
             "folder for the records. If it holds a match of the same command, that match is resumed")
      .value_name("DIR")
      .not_empty()
      .show_default("results/<time>");
  command.heading("At the table");
  command.flag("--auto-forced", options->auto_forced, "play a card without asking when it is your only choice");
  command
      .value("--hint", options->adviser,
             "the bot that the command 'hint' asks what it would play, given as for 'arena run'. It knows only what "
             "your seat knows")
      .value_name("BOT")
      .not_empty()
      .show_default("the sample bot monte_carlo_cpp");
  command.suits(options->symbols);
  add_isolation_options(command, options->isolation);
  command.footer(
      "Type cards as qs or QS; type '?' at the table for the choice before you, 'hint' for advice and 'help' for the "
      "rest. You have no clock, but the bots have theirs. If "
      "you quit, play prints a command that resumes the game.\n"
      "\n"
      "Whole games are recorded like all others. You play only one game of each block, because the other games of the "
      "block have the same deals. The run is therefore never complete, and it is not rated.\n"
      "Examples:\n"
      "  arena play\n"
      "  arena play ./mybot --variant green-queen@3 --hands 1\n"
      "Exit codes: 0 done or left, 1 failed, 2 bad input, 130 stopped.");
  command.run([options, context] { return play_at_terminal(*options, context); });
}

}  // namespace arena::cli
