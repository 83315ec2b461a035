#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>

#include "arena/bots/box_probe.h"
#include "arena/cli/commands.h"
#include "arena/cli/progress_line.h"
#include "arena/league/json_file.h"
#include "arena/protocol/printable.h"
#include "arena/records/run_folder.h"
#include "arena/report/score_table.h"
#include "arena/run/pinning.h"
#include "arena/run/run.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> bots;
  std::string variant = "black-lady@4";
  int games = 4;
  int hands = 0;
  std::string seed;
  std::string out;
  Limits limits;
  bool reveal_names = false;
  bool keep_going = false;
  bool keep_bytes = false;
  bool strict = false;
  bool no_pin = false;
  std::string isolation = "auto";
};

/// results/2026-11-20-183012, with -2 and so on if that is taken.
fs::path fresh_folder() {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  ::localtime_r(&now, &local);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", &local);
  fs::path folder = fs::path("results") / stamp;
  for (int again = 2; fs::exists(folder); ++again)
    folder = fs::path("results") / (std::string(stamp) + "-" + std::to_string(again));
  return folder;
}

Manifest manifest_of(const Options& options, const hearts::Rules& rules) {
  Manifest manifest;
  manifest.variant = rules.id;
  manifest.rules_hash = rules_hash(rules);
  manifest.bots = find_bots(options.bots);
  manifest.games = options.games;
  if (options.hands > 0) manifest.length = {options.hands, true};
  manifest.limits = options.limits;
  manifest.reveal_names = options.reveal_names;
  if (static_cast<int>(manifest.bots.size()) > rules.seats) {
    throw InputError(fmt::format("{} bots, but a table of {} seats {}", manifest.bots.size(), rules.id, rules.seats));
  }
  for (const BotEntry& bot : manifest.bots) {
    if (!plays_variant(bot, rules.id))
      throw InputError(bot.name + " does not play " + rules.id + " (\"plays\" in its bot.json)");
  }
  return manifest;
}

/// The level that can be had, or the one asked for.
Isolation choose_isolation(const Options& options, const BoxPrograms& programs, spdlog::logger& log) {
  if (options.isolation == "none") {
    log.warn("bots run WITHOUT a box, as asked: they can read your files and use the network");
    return Isolation::none;
  }
  const BoxProbe probe = probe_box(programs);
  if (probe.isolation == Isolation::box) return Isolation::box;
  if (options.isolation == "box") throw InputError("there is no box on this machine: " + probe.reason);
  log.warn("bots run WITHOUT a box: {}", probe.reason);
  log.warn("they can read your files and use the network; run only bots that you trust");
  return Isolation::none;
}

/// Runs the coroutine until it ends or a signal stops it. True when it was stopped.
bool run_until_signal(asio::io_context& context, asio::awaitable<bool> run, bool& played) {
  bool stopped = false;
  std::exception_ptr failure;
  asio::cancellation_signal cancel;
  asio::signal_set signals(context, SIGINT, SIGTERM);
  asio::co_spawn(context, std::move(run),
                 asio::bind_cancellation_slot(cancel.slot(), [&](std::exception_ptr error, bool result) {
                   signals.cancel();
                   failure = error;
                   played = result;
                 }));
  signals.async_wait([&](boost::system::error_code error, int) {
    if (error) return;
    stopped = true;
    cancel.emit(asio::cancellation_type::terminal);
  });
  context.run();
  if (stopped) return true;
  if (failure) std::rethrow_exception(failure);
  return false;
}

/// A word as a shell takes it.
std::string in_shell(const std::string& word) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+@=-";
  if (word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

void print_table(const std::string& program, const fs::path& folder, const Manifest& manifest) {
  std::vector<std::string> names;
  for (const BotEntry& bot : manifest.bots) names.push_back(bot.name);
  ScoreTable table(names);
  const RunSummary summary =
      read_run(folder, [&](GameRecord&& record, const hearts::GameRules&, const std::string&) { table.add(record); });
  std::cout << fmt::format("\n{}, {} of {} games\n\n{}\n", manifest.variant, summary.games, manifest.games,
                           table.text());
  std::cout << fmt::format("records: {}\n", (folder / kGamesFile).string());
  std::cout << fmt::format("a game: {} replay {} b0g0\n", in_shell(program), in_shell(folder.string()));
}

RunEvents events_of(ProgressLine& progress, spdlog::logger& log) {
  RunEvents events;
  events.bot_failed_to_start = [&](const BotEntry& bot, const FaultEvent& fault) {
    progress.clear();
    log.error("{} cannot play: {}: {}", bot.name, fault_name(fault.fault), fault.detail);
    for (const StderrChunk& chunk : fault.stderr_tail) {
      const std::string_view text = chunk.text;
      log.error("its stderr: {}",
                printable_lines(text.substr(text.size() - std::min<std::size_t>(text.size(), 2000)), 2000));
    }
  };
  events.game_over = [&](const GameRecord& record, int done) {
    for (const FaultEvent& event : record.result.faults) {
      progress.clear();
      log.warn("game {}: {} in hand {}, question {}: {}{}: {}", record.id,
               record.bots[static_cast<std::size_t>(event.seat)], event.hand, event.question, fault_name(event.fault),
               event.forfeits ? " (forfeits)" : "", event.detail);
    }
    progress.game_over(record, done);
  };
  return events;
}

/// The records' folder as the box must hide it. It may lie in a bot's folder, but no bot may lie in it.
fs::path hidden_from(const fs::path& folder, const Manifest& manifest) {
  const fs::path hidden = fs::weakly_canonical(fs::absolute(folder));
  for (const BotEntry& bot : manifest.bots) {
    const fs::path below = bot.command.folder.lexically_relative(hidden);
    if (!below.empty() && *below.begin() != "..") {
      throw InputError(bot.name + " lies in " + folder.string() + ", the folder of the records; choose another --out");
    }
  }
  return hidden;
}

/// Says what a strict run stopped at; the input goes to a file that the bot can be fed.
void report_first_fault(const FirstFault& first, const fs::path& folder) {
  const FaultEvent& event = first.event;
  const fs::path path = folder / "first_fault.input";
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << first.input;
  if (!file.flush()) throw std::system_error(errno, std::generic_category(), path.string());
  std::cout << fmt::format("first fault: seat {}, hand {}, question {}: {}: {}\n", event.seat, event.hand,
                           event.question, fault_name(event.fault), event.detail);
  for (const std::string& line : event.sent) std::cout << "  to it:   " << line << "\n";
  for (const std::string& line : event.received) std::cout << "  from it: " << line << "\n";
  for (const StderrChunk& chunk : event.stderr_tail) std::cout << printable_lines(chunk.text, 4096);
  std::cout << fmt::format("its whole input, to feed it again: {}\n", path.string());
}

int run(const Options& options, const std::string& program, spdlog::logger& log) {
  // Errors of the write, not ends of the arena: a bot that is gone, a reader of our output that is gone, a file that
  // has reached the limit of its size.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  const hearts::GameRules rules(hearts::resolve_variant(options.variant));
  Manifest manifest = manifest_of(options, rules.rules());
  const fs::path folder = options.out.empty() ? fresh_folder() : fs::path(options.out);
  Box box{Isolation::none, find_box_programs(), hidden_from(folder, manifest)};
  box.isolation = choose_isolation(options, box.programs, log);
  RunRecords records(folder);
  const RunKey key = records.key(options.seed);
  manifest.commitment = key.commitment();

  records.begin(manifest, isolation_name(box.isolation));
  if (records.cut_bytes() > 0)
    log.warn("{} bytes of torn last lines cut: an earlier run was killed while it wrote", records.cut_bytes());
  if (records.games() > 0) log.info("going on after {} games", records.games());
  fs::path wire_folder;
  if (options.keep_bytes) fs::create_directories(wire_folder = folder / "wire");
  if (!options.no_pin && !pin_to_one_core()) log.warn("cannot bind arena and bots to one processor; they run unbound");

  // Made before any thread: bots end with the thread that started them.
  asio::io_context context(1);
  const RunPlan plan{&manifest, &rules, key, {box, wire_folder, options.strict}, options.keep_going};
  bool played = false;
  bool stopped = false;
  {
    ProgressLine progress(manifest.games, records.games());
    const RunEvents events = events_of(progress, log);
    try {
      stopped = run_until_signal(context, play_run(context, plan, records, events), played);
    } catch (const FirstFault& first) {
      progress.clear();
      report_first_fault(first, folder);
      return kFailed;
    }
  }
  if (stopped) {
    log.warn("stopped; {} of {} games are recorded. To go on: the same command with --out {}", records.games(),
             manifest.games, folder.string());
    return kInterrupted;
  }
  if (!played) {
    log.error("nothing was played. --keep-going plays on without the bots that fail");
    return kFailed;
  }
  records.finish(key);
  print_table(program, folder, manifest);
  return kDone;
}

void add_time(CLI::App* command, const std::string& name, std::chrono::milliseconds& value, const std::string& text) {
  command
      ->add_option_function<int>(
          name, [&value](int ms) { value = std::chrono::milliseconds(ms); }, text)
      ->type_name("MS")
      ->check(CLI::Range(0, 86'400'000))
      ->default_str(std::to_string(value.count()));
}

}  // namespace

Command add_run(CLI::App& app, const Surroundings& surroundings) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "Play games of bots at one table");
  command
      ->add_option("BOT", options->bots,
                   "an executable file, a command in quotes (\"python3 bot.py\") or a folder with bot.json;\n"
                   "with fewer bots than seats they take turns until the table is full")
      ->required();
  command->add_option("--variant", options->variant, "rules: id[@players][+option...][+key=value...]")
      ->capture_default_str();
  command
      ->add_option("--games", options->games,
                   "games to play; the bots change seats, and play the same deals in each, by blocks")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--hands", options->hands, "hands a game, instead of playing to the variant's end (at most 50)")
      ->check(CLI::Range(1, 50));
  command
      ->add_option("--seed", options->seed,
                   "any text; the same seed gives the same deals (for reproduction: it can be guessed)")
      ->check([](const std::string& text) { return std::string(text.empty() ? "the text is missing" : ""); });
  command->add_option("--out", options->out,
                      "folder of the records; a run that is already in it goes on (default: results/<time>)");
  add_time(command, "--startup", options->limits.startup, "from the start of a bot to its 'ready'");
  add_time(command, "--move", options->limits.move, "for one answer");
  add_time(command, "--bank", options->limits.bank, "for all answers of a game");
  add_time(command, "--increment", options->limits.increment, "added to the bank after each answer");
  add_time(command, "--grace", options->limits.grace, "before lateness is a fault");
  command->add_flag("--live-events", options->limits.live_events,
                    "send events at once to bots that ask for it in 'ready'");
  command->add_flag("--reveal-names", options->reveal_names, "tell the bots who sits with them");
  CLI::Option* keep_going =
      command->add_flag("--keep-going", options->keep_going, "play on although a bot cannot be started; it forfeits");
  command->add_flag("--keep-bytes", options->keep_bytes, "keep all bytes between arena and bots in OUT/wire");
  command
      ->add_flag("--strict", options->strict,
                 "stop at the first fault and keep the exact input that led to it in OUT/first_fault.input")
      ->excludes(keep_going);
  command->add_flag("--no-pin", options->no_pin, "do not bind arena and bots to one processor (for bots with threads)");
  command->add_option("--isolation", options->isolation, "auto: the box if it can be had; box: or stop; none: no box")
      ->check(CLI::IsMember({"auto", "box", "none"}))
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  arena run \"python3 mybot.py\" build/release/sample_bots/rules_cpp\n"
      "  arena run mybot otherbot --variant royal-classic@4 --games 20 --seed 7 --out results/first\n"
      "  arena run mybot --variant black-lady@4+no_blood+sinkhole\n"
      "Stop with Ctrl-C; the same command with the same --out goes on where it stopped.\n"
      "Exit codes: 0 done, 1 failed, 2 bad input, 130 stopped.");
  return {command, [options, surroundings] { return run(*options, surroundings.program, *surroundings.log); }};
}

}  // namespace arena::cli
