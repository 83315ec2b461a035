#include "arena/app/commands/league_options.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <algorithm>

#include "arena/base/text/input_error.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/limit_keys.h"
#include "arena/league/run/machine.h"
#include "arena/records/manifest.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena::cli {
namespace {

constexpr const char* kDefaultVariant = "black-lady@4";

std::string games_help(LeagueForm form) {
  std::string text = "games to play, rounded up to whole blocks ";
  if (form == LeagueForm::duel) return text + fmt::format("(default: {} blocks)", kDuelBlocksMax);
  return text +
         "(default: 4, and a block of each variant at least; with more bots than seats as many blocks of each as there "
         "are bots)";
}

}  // namespace

std::vector<std::string> known_variants() {
  std::vector<std::string> names;
  for (const hearts::Variant* variant : hearts::variants()) names.emplace_back(variant->id);
  return names;
}

std::vector<Argument> add_time_options(Command& command, Limits& limits) {
  std::vector<Argument> arguments;
  for (const LimitKey& key : limit_keys()) {
    if (const LimitKey::Time* time = key.time(); time != nullptr && !key.option.empty()) {
      arguments.push_back(command.milliseconds(std::string(key.option), limits.**time, std::string(key.help))
                              .within(key.least, key.most));
    }
  }
  return arguments;
}

std::vector<Argument> add_resource_options(Command& command, Resources& resources) {
  const ResourceKey& memory = *find_resource("memory_mb");
  return {
      command.value("--memory", resources.memory_mb, "what a bot may use, unless its bot.json asks for something else")
          .value_name("MB")
          .within(memory.least, memory.most)
          .show_default(),
      command
          .value("--processes", resources.processes,
                 "of a bot at once, unless its bot.json asks for something else; 1: no second one, but threads")
          .value_name("N")
          .within(1, Resources{}.threads)
          .show_default()};
}

bool is_league_file(const std::string& word) { return std::filesystem::path(word).extension() == ".json"; }

std::shared_ptr<LeagueOptions> add_league_options(Command& command, LeagueForm form) {
  auto options = std::make_shared<LeagueOptions>();
  command
      .value("BOT", options->words,
             "LEAGUE.json, or bots: an executable file, a command in quotes (\"python3 bot.py\") or a folder with "
             "bot.json; with fewer bots than seats they take turns until the table is full")
      .required();
  League& league = options->league;
  std::vector<Argument>& in_file = options->in_file;
  in_file.push_back(command
                        .repeated("--variant", options->variants,
                                  "rules: id[@players][+option...][+key=value...]; may be given several times. "
                                  "\"*@4\" is all variants for four players, \"*@*\" all there are")
                        .show_default(kDefaultVariant)
                        .suggest(known_variants()));
  const Argument blocks = command
                              .value("--blocks", league.blocks,
                                     "blocks to play: the same deals once for each turn of the bots round the table")
                              .within(1, kBlocksMax);
  const Argument games =
      command.value("--games", league.games, games_help(form)).within(1, kBlocksMax).excludes(blocks);
  in_file.push_back(blocks);
  in_file.push_back(games);
  if (form == LeagueForm::any) {
    in_file.push_back(
        command.flag("--full", league.full,
                     "a full round-robin: every set of bots that fills a table plays, once where no length is given"));
  }
  in_file.push_back(
      command.value("--hands", options->hands, "hands a game, instead of playing to the variant's end (at most 50)")
          .within(1, kHandsMax));
  for (const std::vector<Argument>& some :
       {add_time_options(command, league.limits), add_resource_options(command, league.resources.each)}) {
    in_file.insert(in_file.end(), some.begin(), some.end());
  }
  for (const LimitKey& key : limit_keys()) {
    if (const LimitKey::Flag* flag = key.flag())
      in_file.push_back(command.flag(std::string(key.option), league.limits.**flag, std::string(key.help)));
  }
  in_file.push_back(
      command.value("--name", league.label.name, "of the league: it stands at the head of its standings").not_empty());
  in_file.push_back(command.flag("--reveal-names", league.reveal_names, "tell the bots who sits with them"));
  in_file.push_back(command.flag("--one-author", league.one_author_a_table,
                                 "never seat two bots of one author (\"author\" in bot.json) at a table"));
  in_file.push_back(command
                        .value("--withdraw-after", league.withdraw_after,
                               "go on without a bot, in another stage, that has forfeited so many games in a row")
                        .value_name("N")
                        .within(1, kWithdrawAfterMax));
  in_file.push_back(command.flag("--laws", league.table_laws,
                                 "play tournament-laws under its laws on irregularities, as +table_laws does"));
  in_file.push_back(command
                        .value("--deals", league.deals,
                               "deals in place of the shuffle's, one JSON object a line, as adjudicate reads")
                        .value_name("FILE")
                        .not_empty());
  in_file.push_back(command
                        .value("--faulty-deals", league.faulty_deals,
                               "under the laws of the table every N-th deal is faulty, in a way drawn from the key")
                        .within(1, kFaultyDealsMax));
  in_file.push_back(command.flag("--rate-any-deals", league.rate_any_deals,
                                 "allow --deals and --faulty-deals, though their games are rated like any other"));
  in_file.push_back(command.flag("--no-duplicate-deals", options->no_duplicate_deals,
                                 "deal each game of a block anew: no bot can meet a deal twice, and ratings need more "
                                 "games"));
  command
      .value("--concurrency", options->concurrency,
             "games at once, each on a processor of its own (default: all processors)")
      .within(1, kConcurrencyMax);
  return options;
}

League league_of(const LeagueOptions& options) {
  for (const std::string& word : options.words) {
    if (is_league_file(word) && options.words.size() > 1) {
      throw InputError(word + " and bots beside it: a league file stands alone, with its entrants in it");
    }
  }
  if (is_league_file(options.words.front())) {
    for (const Argument& option : options.in_file) {
      if (!option.is_given()) continue;
      throw InputError(option.name() + " does not go with a league file; say it in " + options.words.front());
    }
    return read_league(options.words.front());
  }
  League league = options.league;
  if (!league.label.name.empty() && !is_label_line(league.label.name, kLeagueNameBytesMax))
    throw InputError(fmt::format("--name must be {}, of at most {} bytes", kLabelLineRule, kLeagueNameBytesMax));
  league.duplicate_deals = !options.no_duplicate_deals;
  for (const std::string& word : options.words) league.entrants.push_back({word, {}, {}});
  for (const std::string& spec : options.variants) league.variants.push_back({spec, 1, options.hands});
  if (league.variants.empty()) league.variants.push_back({kDefaultVariant, 1, options.hands});
  return league;
}

std::string seed_of(const League& league, const std::string& option) {
  if (league.seed.empty() || option.empty() || league.seed == option) return league.seed.empty() ? option : league.seed;
  throw InputError(
      fmt::format("--seed {}: {} has another \"seed\"; give none, or the same", in_shell(option), league.file));
}

Manifest manifest_of(const League& league, spdlog::logger& log) {
  Manifest manifest = resolve_league(league);
  try {
    check_schedule(manifest);
  } catch (const InputError& error) {
    throw InputError((league.file.empty() ? "" : league.file + ": ") + error.what());
  }
  for (const BotEntry& bot : manifest.bots) {
    // Records could be written and never be read again.
    const auto& words = bot.command.words;
    if (is_unicode(bot.command.folder.native()) && std::ranges::all_of(words, is_unicode)) continue;
    throw InputError(fmt::format("{}: its folder or command is not UTF-8: {}: {}", bot.name,
                                 printable(bot.command.folder.native()), printable(hearts::joined(words, " "), 200)));
  }
  for (const std::string& note : league_notes(league, manifest)) log.info("{}", note);
  return manifest;
}

WantedLength length_of(const League& league) {
  const bool is_open = league.blocks == 0 && league.games == 0;
  return {league.duel && is_open ? kDuelBlocksMax : league.blocks, league.games};
}

int workers_of(const LeagueOptions& options, const League& league) {
  if (options.concurrency > 0) return options.concurrency;
  if (league.concurrency > 0) return league.concurrency;
  return std::max(1, static_cast<int>(usable_cores().size()));
}

}  // namespace arena::cli
