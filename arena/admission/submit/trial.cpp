#include "arena/admission/submit/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "arena/admission/submit/received_bot.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/game/table/fault.h"
#include "arena/league/session/session.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// Sample bots of different kinds and languages. Those that are missing, or whose language is, are left out.
constexpr const char* kOpponents[] = {"rules_cpp", "random_c", "low_py", "duck_js"};
constexpr std::size_t kVariantsTried = 4;

/// The league's rules for one bot against the others, one hand a game.
League trial_league(const BotEntry& bot, const League& league, const std::vector<BotEntry>& opponents) {
  League trial;
  trial.variants = league.variants;
  for (League::Variant& variant : trial.variants) {
    variant.weight = 1;
    variant.hands = 1;
  }
  trial.limits = league.limits;
  trial.limits.laws = {};  // as the variants have them
  trial.resources = league.resources;
  trial.reveal_names = league.reveal_names;
  trial.table_laws = league.table_laws;
  trial.entrants.push_back({bot.command.folder.string(), bot.name, {}});
  for (const BotEntry& opponent : opponents)
    trial.entrants.push_back({opponent.command.folder.string(), opponent.name, {}});
  trial.challengers = {bot.name};
  return trial;
}

/// Returns a few of the variants that the bot plays, spread over the list.
std::vector<ManifestVariant> few_of(const std::vector<ManifestVariant>& variants, const BotEntry& bot) {
  std::vector<ManifestVariant> played;
  for (const ManifestVariant& variant : variants) {
    if (plays_variant(bot, variant.id)) played.push_back(variant);
  }
  const std::size_t count = std::min(kVariantsTried, played.size());
  std::vector<ManifestVariant> few;
  for (std::size_t i = 0; i < count; ++i) few.push_back(played[i * played.size() / count]);
  return few;
}

std::string describe_fault(const FaultEvent& event) {
  return fmt::format("{}: {}", fault_name(event.fault), legible(event.detail, {}, 400));
}

/// Returns the sample bots that can play on this machine. Throws std::runtime_error if there is none.
std::vector<BotEntry> sample_opponents() {
  std::vector<BotEntry> opponents;
  for (const char* name : kOpponents) {
    try {
      opponents.push_back(find_bot(program_file("sample_bots/" + std::string(name)).string()));
    } catch (const InputError&) {
      continue;  // not built, or its language is not here
    }
  }
  if (opponents.empty()) throw std::runtime_error("there is no sample bot for trial games: build the whole project");
  return opponents;
}

}  // namespace

LeagueTrial try_in_league(const BotEntry& bot, const League& league, const BotSandbox& sandbox,
                          const fs::path& records_folder) {
  const std::vector<BotEntry> opponents = sample_opponents();
  Manifest manifest;
  try {
    manifest = resolve_league(trial_league(bot, league, opponents));
  } catch (const InputError& error) {
    throw refusal_of(error, bot.command.folder,
                     "Change bot.json: the variants in \"plays\" (without it a bot plays all), or the \"resources\" "
                     "that it asks for.");
  }
  manifest.variants = few_of(manifest.variants, bot);
  SessionOrder order;
  order.length.blocks = static_cast<int>(manifest.variants.size());
  order.folder = records_folder;
  order.sandbox = &sandbox;
  order.keep_going = true;
  LeagueTrial trial;
  for (const BotEntry& opponent : opponents) trial.opponents.push_back(opponent.name);
  for (const ManifestVariant& variant : manifest.variants) trial.variants.push_back(variant.id);
  order.manifest = std::move(manifest);

  std::optional<std::string> fault;
  SessionEvents session_events;
  RunEvents& events = session_events.games;
  events.bot_failed_to_start = [&](const BotEntry& failed, const FaultEvent& event) {
    if (failed.name == bot.name && !fault) fault = describe_fault(event);
  };
  events.game_over = [&](const GameRecord& record, int) {
    for (const FaultEvent& event : record.result.faults) {
      if (record.bots[static_cast<std::size_t>(event.seat)] != bot.name || fault) continue;
      fault = fmt::format("in hand {} of {}, question {}: {}", event.hand, record.variant, event.question,
                          describe_fault(event));
    }
  };
  events.block_void = [](const VoidBlock&) {};
  events.warning = [](const std::string&) {};
  session_events.stage_begins = [](const StageStart&, const RatedRuns&) {};
  session_events.stage_ends = [&](const StageEnd& end) { trial.games = end.counted_games; };
  Session session(std::move(order), std::move(session_events));
  trial.is_stopped = session.play().kind != SessionOutcome::Kind::finished;
  if (fault) {
    throw Refusal("it is at fault in trial games against sample bots, " + *fault,
                  "'arena check' looks for such faults one by one; 'arena run BOT OTHER' plays such games.");
  }
  return trial;
}

}  // namespace arena
