#include <fmt/format.h>
#include <spdlog/logger.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <csignal>
#include <iostream>
#include <span>
#include <utility>

#include "arena/app/commands/commands.h"
#include "arena/app/terminal/json_output.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/package/bot_name.h"
#include "arena/results/replay/retry.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using hearts::counted;

/// Limits for a bot that has nothing in common with the recorded one, so that it does not fill the terminal.
constexpr int kDifferencesShown = 20;
constexpr int kLinesShown = 200;
/// Time for a bot to exit after its answer. A bot in a debugger may need it.
constexpr std::chrono::seconds kGrace(10);

struct RetryOptions {
  QuestionPlace place;
  std::string bot;
  bool from_start = false;
  bool print = false;
  bool json = false;
};

/// Returns the command that starts the bot as its user would, so that a debugger finds everything. Without a folder it
/// starts in the current one.
BotCommand start_of(const std::string& bot) {
  std::error_code ignored;
  if (fs::is_directory(bot, ignored)) return find_bot(bot).command;
  if (fs::is_regular_file(bot, ignored)) return {.folder = {}, .words = {fs::absolute(bot).string()}};
  const std::vector<std::string> words = split_command(bot);
  if (words.empty())
    throw InputError("the bot is empty: give an executable file, a command in quotes or a folder with bot.json");
  return {.folder = {}, .words = words};
}

/// Returns the name under which the bot played. It may be given directly, as a name in the run.
std::string name_of(const RetryOptions& options) {
  if (options.place.seat >= 0) return {};
  std::error_code ignored;
  if (options.print && is_recorded_name(options.bot) && !fs::exists(options.bot, ignored)) return options.bot;
  try {
    return find_bot(options.bot).name;
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + "; or name the seat with --seat N");
  }
}

std::string list_of(const std::vector<std::string>& ids) {
  constexpr std::size_t kShown = 5;
  return hearts::joined(std::span(ids).first(std::min(ids.size(), kShown)), ", ") +
         (ids.size() > kShown ? ", ..." : "");
}

/// Logs how far the bytes can be trusted.
void report_proof(const ProcessInput& input, spdlog::logger& log) {
  if (!input.different.empty()) {
    log.warn(
        "game {}: these bytes differ from what the bot was sent, because another version of the arena played the run",
        list_of(input.different));
  }
  if (!input.guessed.empty()) {
    log.warn("game {}: the records have no clocks, so MOVE, BANK and late answers are guesses", list_of(input.guessed));
  }
  if (input.games_lost > 0) {
    log.warn("{} that the process had begun earlier {} missing from the records", counted(input.games_lost, "game"),
             input.games_lost == 1 ? "is" : "are");
  }
}

void describe(const ProcessInput& input, const RetryOptions& options) {
  std::cout << fmt::format("game {}, seat {} ({}), question {} in hand {}, after {}{}", input.game, input.seat,
                           input.bot, options.place.question, input.asks.back().scripted.hand,
                           counted(input.bytes.size(), "byte"), input.is_exact() ? ", exactly as they were sent" : "");
  if (input.games_before > 0) std::cout << ", with " << counted(input.games_before, "earlier game");
  std::cout << "\n" << last_line(input.bytes) << "\n" << std::flush;
}

/// Asks the bot and prints everything as one JSON object.
int print_answer(OpenProcess& bot, const ProcessInput& input, const RetryOptions& options) {
  json::array differences;
  json::array lines;
  int differences_found = 0;
  RetryEvents events;
  events.differs = [&](const ProcessInput::Ask& ask, const RetriedAnswer& answer) {
    if (++differences_found > kDifferencesShown) return;
    differences.push_back(
        {{"game", ask.game}, {"question", ask.scripted.question}, {"recorded", answer.recorded}, {"now", answer.now}});
  };
  events.line = [&](std::string_view line, std::int64_t) {
    if (std::ssize(lines) < kLinesShown) lines.emplace_back(printable(line));
  };
  const std::optional<RetriedAnswer> answer = retry(bot, input, events);
  const ProcessEnd end = bot.finish(kGrace);
  const auto text_or_null = [](const RetriedAnswer* of, std::string RetriedAnswer::* text) {
    return of != nullptr ? json::value(of->*text) : json::value(nullptr);
  };
  const bool is_signal = end.kind == ProcessEnd::Kind::signaled;
  const RetriedAnswer* given = answer ? &*answer : nullptr;
  print_json({{"retry", 1},
              {"game", input.game},
              {"seat", input.seat},
              {"bot", input.bot},
              {"hand", input.asks.back().scripted.hand},
              {"question", options.place.question},
              {"bytes", input.bytes.size()},
              {"exact", input.is_exact()},
              {"earlier_games", input.games_before},
              {"ask", printable(last_line(input.bytes), kLineBytesMax)},
              {"recorded", text_or_null(given, &RetriedAnswer::recorded)},
              {"now", text_or_null(given, &RetriedAnswer::now)},
              {"same", given != nullptr && given->same},
              {"differences_found", differences_found},
              {"differences", std::move(differences)},
              {"lines", std::move(lines)},
              {"exit_code", is_signal ? json::value(nullptr) : json::value(end.number)},
              {"signal", is_signal ? json::value(end.number) : json::value(nullptr)}});
  return given != nullptr && given->same ? kDone : kFailed;
}

int ask_again(const ProcessInput& input, const RetryOptions& options) {
  ::signal(SIGPIPE, SIG_IGN);
  const BotCommand start = start_of(options.bot);
  std::optional<OpenProcess> bot;
  try {
    bot.emplace(start.words, start.folder);
  } catch (const std::system_error& error) {
    throw InputError("'" + printable(options.bot) + "' cannot be started: " + error.code().message());
  }
  if (options.json) return print_answer(*bot, input, options);
  describe(input, options);
  int differences = 0;
  int lines = 0;
  RetryEvents events;
  events.differs = [&](const ProcessInput::Ask& ask, const RetriedAnswer& answer) {
    if (++differences > kDifferencesShown) return;
    std::cout << fmt::format("earlier, game {}, question {}: recorded {}, now {}\n", ask.game, ask.scripted.question,
                             answer.recorded, answer.now);
    if (differences == 1 && !answer.gone)
      std::cout << "from here on, the bot gets what followed in the records, whatever it answers\n";
    std::cout << std::flush;
  };
  bool waiting = false;
  events.line = [&](std::string_view line, std::int64_t awaited) {
    if (++lines > kLinesShown) return;
    std::cout << "from the bot: " << printable(line) << "\n";
    if (awaited > 0 && !std::exchange(waiting, true))
      std::cout << "that is not an answer to " << awaited << "; still waiting for one (Ctrl-C stops)\n";
    std::cout << std::flush;
  };
  const std::optional<RetriedAnswer> answer = retry(*bot, input, events);
  const ProcessEnd end = bot->finish(kGrace);
  if (differences > kDifferencesShown) {
    std::cout << fmt::format("and {} more\n", counted(differences - kDifferencesShown, "earlier difference"));
  }
  if (!answer) {
    std::cout << fmt::format("the bot ended before the question ({} {})\n",
                             end.kind == ProcessEnd::Kind::signaled ? "signal" : "exit code", end.number);
    return kFailed;
  }
  std::cout << fmt::format("recorded: {}\nnow:      {}\n{}\n", answer->recorded, answer->now,
                           answer->same ? "the same" : "different");
  return answer->same ? kDone : kFailed;
}

int retry_question(RetryOptions options, spdlog::logger& log) {
  if (options.bot.empty() && !options.print)
    throw InputError("a bot is missing; the form is: arena retry RUN GAME QUESTION BOT");
  if (options.bot.empty() && options.place.seat < 0) throw InputError("--print needs a bot's name or --seat N");
  options.place.bot = name_of(options);
  const ProcessInput input = read_process_input(options.place, options.from_start);
  report_proof(input, log);
  if (!options.print) return ask_again(input, options);
  std::cout << input.bytes;
  return kDone;
}

}  // namespace

void define_retry(Command& command, const CommandContext& context) {
  auto options = std::make_shared<RetryOptions>();
  command.value("RUN", options->place.run, kRunHelp).required();
  command.value("GAME", options->place.game, kGameHelp).required();
  command
      .value("QUESTION", options->place.question,
             "the number of the question among those that the seat was asked in the game, from 1")
      .required()
      .at_least(1);
  command.value("BOT", options->bot,
                "the bot, given as for 'arena run'. Its name decides whose questions are sent. A command is started "
                "exactly as given, and may begin with a debugger");
  command
      .value("--seat", options->place.seat, "the seat, from 0, if the bot now has another name or sat in several seats")
      .at_least(0);
  command.flag("--from-start", options->from_start,
               "first send everything that the process had read before, including its earlier games");
  const Argument print =
      command.flag("--print", options->print, "write the bytes to standard output, and start no bot");
  Argument as_json =
      command.flag("--json", options->json, "print the answers as one JSON object (docs/json.md describes it)");
  as_json.excludes(print);
  command.writes(Output::text, {print, as_json});
  command.footer(
      "retry sends the bot all earlier questions of the game and everything else that was recorded, whatever it "
      "answers now. Then it prints the bot's answer below the recorded one.\n"
      "\n"
      "The bot runs WITHOUT isolation, in the current folder or in that of its bot.json, with your environment. Its "
      "stderr is the terminal. There are no clocks: retry waits for an answer as long as it takes; press Ctrl-C to "
      "stop waiting.\n"
      "Examples:\n"
      "  arena retry results/demo b0g3 17 \"python3 mybot.py\"\n"
      "  arena retry results/demo b0g3 17 \"valgrind ./mybot\" --seat 2\n"
      "  arena retry results/demo b0g3 17 \"gdbserver :4000 ./mybot\" --seat 2\n"
      "  arena retry results/demo b0g3 17 --seat 2 --print > bytes\n"
      "  gdb ./mybot -ex 'run < bytes'\n"
      "Exit codes: 0 the same answer, 1 another answer or none, 2 bad input.");
  command.run([options, context] { return retry_question(*options, *context.log); });
}

}  // namespace arena::cli
