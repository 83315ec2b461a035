#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <optional>

#include "arena/app/commands/commands.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_manifest.h"
#include "arena/bots/package/path_search.h"
#include "arena/bots/package/starter.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"
#include "arena/league/plan/league_file.h"
#include "arena/league/plan/new_league.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

struct InitOptions {
  std::string language;
  std::string folder;
  std::string league;
  bool list = false;
};

/// Says which programs for the starter's language are missing on this machine. Empty: none is missing.
std::string lack_of(const Starter& starter) {
  const std::vector<std::string> missing = missing_programs(starter, std::string(own_path()));
  return missing.empty() ? "" : fmt::format("this machine has no {}", fmt::join(missing, " and no "));
}

int list_starters(const Page& page) {
  CellTable table;
  table.heads = {{"language", true}, {"", true}, {"packages of Debian and Ubuntu", true, 0, Narrowing::wraps}};
  for (const Starter& starter : starters()) {
    const std::string lack = lack_of(starter);
    table.rows.push_back({std::string(starter.language), std::string(starter.title),
                          std::string(starter.packages) + (lack.empty() ? "" : "; " + lack)});
  }
  std::cout << fitted(std::move(table), page.table_columns);
  return kDone;
}

/// Returns the folder of the sample bot with this name, or nothing if it is not installed. If it is in the same build
/// folder as the program, its path begins like that of the program.
std::optional<fs::path> sample_bot(const fs::path& program, std::string_view name) {
  const fs::path place = fs::path("sample_bots") / name;
  for (const fs::path& bot : {program.parent_path() / place, program_file(place.string())}) {
    std::error_code ignored;
    const bool is_meant = bot.is_absolute() || program.has_parent_path();
    if (is_meant && fs::exists(bot / kBotManifest, ignored)) return bot;
  }
  return std::nullopt;
}

/// Returns the word for a sample bot in a command that is shown.
std::string bot_word(const fs::path& program, std::string_view name, const char* otherwise) {
  const std::optional<fs::path> bot = sample_bot(program, name);
  return bot ? shell_quoted(bot->string()) : otherwise;
}

int begin_league(const fs::path& folder, const CommandContext& context) {
  const Page page = context.screens->out.page();
  const std::optional<fs::path> first = sample_bot(context.program, "rules_cpp");
  write_new_league(folder, first ? fs::absolute(*first).string() : "");
  const std::string league = shell_quoted(folder.string());
  const std::string program = shell_quoted(context.program);
  std::cout << fmt::format(
      "{} is a league{}. {} explains each key of {}.\n\nNext, enter a bot, see what the league costs, "
      "and play it:\n",
      printable(folder.string()), first ? " of one sample bot" : " without bots",
      printable((folder / kLeagueNotesFile).string()), kLeagueFile);
  for (const std::string& command :
       {fmt::format("{} submit {} --league {}", program, bot_word(context.program, "low_py", "BOT"), league),
        fmt::format("{} plan {}", program, league),
        fmt::format("{} run {} --out {}", program, league, shell_quoted((folder / "results/first").string()))})
    std::cout << shown_command("", command, 2, page.table_columns);
  return kDone;
}

int write_or_list(const InitOptions& options, const CommandContext& context) {
  const Page page = context.screens->out.page();
  if (options.list) return list_starters(page);
  if (!options.league.empty()) return begin_league(options.league, context);
  if (options.language.empty()) {
    throw InputError(
        "a language and a folder are missing, as in 'arena init python mybot'; 'arena init --list' shows "
        "the languages");
  }
  if (options.folder.empty()) {
    throw InputError("a folder for the bot is missing, as in 'arena init " + printable(options.language, 40) +
                     " mybot'");
  }
  const Starter& starter = find_starter(options.language);
  if (is_in_staging(options.folder))
    throw InputError(printable(options.folder) +
                     " is in a folder where the arena deletes copies of bots; choose another one");
  write_new_bot(starter, options.folder);

  const std::string folder = shell_quoted(options.folder);
  const std::string program = shell_quoted(context.program);
  const auto show = [&](const std::string& command) { std::cout << shown_command("", command, 2, page.table_columns); };
  const std::vector<std::string> build = manifest_of(starter).build;
  std::cout << fmt::format("{} is a bot in {}. Change choose() in {}.\n\n", bot_name_for(options.folder), starter.title,
                           printable((fs::path(options.folder) / starter.source).string()));
  if (const std::string lack = lack_of(starter); !lack.empty()) {
    std::cout << lack << "; to install what is missing:\n";
    show(fmt::format("apt-get install {}", starter.packages));
  }
  std::cout << "Next:\n";
  if (!build.empty()) show(fmt::format("(cd {} && {})", folder, hearts::joined(build, " ", shell_quoted)));
  show(fmt::format("{} check {}", program, folder));
  show(fmt::format("{} run {} {}", program, folder, bot_word(context.program, "rules_cpp", "OTHER_BOT")));
  return kDone;
}

}  // namespace

void define_init(Command& command, const CommandContext& context) {
  auto options = std::make_shared<InitOptions>();
  std::vector<std::string> languages;
  for (const Starter& starter : starters()) languages.emplace_back(starter.language);
  const Argument language =
      command.value("LANGUAGE", options->language, "a language; --list shows all").suggest(languages);
  command.value("DIR", options->folder,
                "the folder for the new bot, which must be empty or not exist yet. The bot is named after it");
  command
      .value("--league", options->league,
             "make a league to begin with, and not a bot, in this folder, which must be empty or not exist yet")
      .value_name("DIR")
      .not_empty()
      .excludes(language);
  command.flag("--list", options->list, "list the languages and the packages that they need");
  command.footer(
      "The new bot plays every variant. Its strategy is to get rid of expensive cards and to play cheap ones: make it "
      "better.\n"
      "Examples:\n"
      "  arena init python mybot\n"
      "  arena init cpp-client bots/first\n"
      "  arena init --league autumn\n"
      "  arena init --list");
  command.run([options, context] { return write_or_list(*options, context); });
}

}  // namespace arena::cli
