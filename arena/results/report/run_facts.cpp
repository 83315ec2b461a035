#include "arena/results/report/run_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <vector>

#include "arena/base/text/printable.h"
#include "arena/base/text/text_layout.h"
#include "arena/bots/protocol/limit_keys.h"
#include "arena/bots/sandbox/resources.h"
#include "engine/explanation.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;

/// The longest text that an author can give about a bot.
constexpr std::size_t kWordColumnsMax = 100;
/// The longest command, and the longest list of variables, that is shown of a bot.
constexpr std::size_t kCommandColumnsMax = 300;

/// The limits as text: "10 s for a bot to start and print 'ready'; 0.5 s for one answer; ...". A limit of 0 is left
/// out.
std::string limits_text(const Limits& limits) {
  std::vector<std::string> words;
  for (const LimitKey& key : limit_keys()) {
    const std::int64_t value = key.of(limits);
    if (value == 0) continue;
    if (key.flag())
      words.emplace_back(key.help);
    else if (key.time())
      words.push_back(fmt::format("{:g} s {}", static_cast<double>(value) / 1000, key.help));
    else
      words.push_back(fmt::format("{} {}", value, key.help));
  }
  return hearts::joined(words, "; ");
}

/// The resources as text: "memory: 1024 MB; processes: 1; ...".
std::string resources_text(const Resources& resources) {
  std::vector<std::string> words;
  for (const ResourceKey& key : resource_keys()) {
    const int value = resources.*key.value;
    if (key.zero_is_unbounded && value == 0)
      words.push_back(fmt::format("{}: unlimited", key.noun));
    else
      words.push_back(fmt::format("{}: {}{}{}", key.noun, value, key.unit.empty() ? "" : " ", key.unit));
  }
  return hearts::joined(words, "; ");
}

std::string resources_fact(const std::vector<BotEntry>& bots) {
  if (bots.empty()) return {};
  Resources most = bots.front().command.resources;
  bool same = true;
  for (const BotEntry& bot : bots) {
    same = same && bot.command.resources == most;
    most = most_of(most, bot.command.resources);
  }
  return fmt::format("{}: {}.", same ? "Each bot may use" : "The most that any bot may use", resources_text(most));
}

/// Sentences about a stage that are true for all of its games.
std::vector<std::string> facts_of(const Manifest& manifest) {
  std::vector<std::string> facts = {"Limits: " + limits_text(manifest.limits) + "."};
  for (const ManifestVariant& variant : manifest.variants) {
    if (variant.limits) facts.push_back(fmt::format("Limits in {}: {}.", variant.id, limits_text(*variant.limits)));
  }
  for (const BotEntry& bot : manifest.bots) {
    if (!bot.limits.empty()) facts.push_back(fmt::format("Limits of {}: {}.", bot.name, limits_text(bot.limits)));
  }
  facts.push_back(resources_fact(manifest.bots));
  if (manifest.reveal_names) facts.emplace_back("Bots were told who sat with them.");
  if (manifest.one_author_a_table) facts.emplace_back("No two bots of one author sat at the same table.");
  if (!manifest.duplicate_deals) facts.emplace_back("Each game of a block had deals of its own.");
  if (manifest.drops_caches) facts.emplace_back("The caches of the kernel were dropped between epochs.");
  if (manifest.given_deals > 0)
    facts.push_back(fmt::format("{} replaced the shuffle.", hearts::counted(manifest.given_deals, "deal")));
  if (manifest.faulty_deals > 0) facts.push_back(fmt::format("One deal in {} was made faulty.", manifest.faulty_deals));
  if (manifest.challengers > 0)
    facts.push_back(
        fmt::format("A gauntlet: one of {} sat at each table.", hearts::counted(manifest.challengers, "challenger")));
  if (manifest.duel) facts.emplace_back("A duel of the first two bots, which ends as soon as its test has a verdict.");
  if (manifest.withdraw_after > 0)
    facts.push_back(fmt::format("A bot that forfeited {} in a row was withdrawn.",
                                hearts::counted(manifest.withdraw_after, "game")));
  if (manifest.until_first > 0) {
    facts.push_back(fmt::format("The run looked for its {}, and left out each bot that could no longer be among them.",
                                first_bots_words(manifest.until_first)));
  }
  facts.push_back(manifest.entropy.empty() ? "No public random text was mixed with the key."
                                           : "A public random text was mixed with the key: " +
                                                 printable(manifest.entropy, kEntropyBytesMax) + ".");
  std::erase(facts, "");
  return facts;
}

/// The facts of all stages, each once. A fact that differs from stage to stage appears once in each form.
json::array facts_json(const RunSummary& run) {
  std::vector<std::string> facts;
  for (const StageSummary& stage : run.stages) {
    for (std::string& fact : facts_of(stage.manifest)) {
      if (std::ranges::find(facts, fact) == facts.end()) facts.push_back(std::move(fact));
    }
  }
  return json::value_from(facts).as_array();
}

std::string length_text(const ManifestVariant& variant) {
  const hearts::Rules& rules = variant.rules->rules();
  const std::string hands = hearts::counted(variant.length.hands_max, "hand");
  if (variant.length.fixed) return hands;
  return fmt::format("until a score {} {}, at most {}",
                     rules.match_ends_when == hearts::EndsWhen::at_least ? "reaches" : "exceeds", rules.match_limit,
                     hands);
}

/// Returns how the bot is started and what it may use, as pairs of a name and a text.
json::array settings_json(const BotEntry& bot) {
  const auto words = [](const std::vector<std::string>& list) {
    return cut_to_columns(legible(hearts::joined(list, " ")), kCommandColumnsMax);
  };
  json::array settings;
  const auto add = [&](std::string_view name, std::string text) {
    if (!text.empty()) settings.push_back({name, std::move(text)});
  };
  add("Command", words(bot.shown_words.empty() ? bot.command.words : bot.shown_words));
  add("Environment", words(bot.command.environment));
  add("Process", bot.is_for_one_game ? "a fresh one for each game" : "");
  add("Limits of its own", limits_text(bot.limits));
  add("It may use", resources_text(bot.command.resources));
  return settings;
}

}  // namespace

json::object run_json(const RunSummary& run) {
  const StageSummary& last = run.last();
  json::array stages;
  json::array receipts;
  json::array commitments;
  std::string verify = "arena verify FOLDER";
  std::size_t voids = 0;
  bool revealed = true;
  for (const StageSummary& stage : run.stages) {
    const std::string receipt = receipt_of(stage.manifest);
    stages.emplace_back(run_id(stage.manifest));
    receipts.emplace_back(receipt);
    commitments.emplace_back(stage.manifest.commitment);
    verify += " --receipt " + receipt;
    voids += stage.voids.size();
    revealed = revealed && stage.revealed_key.has_value();
  }
  const std::string digest = last.digest ? last.digest->value() : "";
  if (!digest.empty()) verify += " --digest " + digest;
  const LeagueLabel& label = last.manifest.label;
  const std::string id = run_id(run.stages.front().manifest);
  return {{"id", id},
          {"name", label.name.empty() ? id : label.name},
          {"notes", hearts::joined(label.notes, "\n")},
          {"stages", std::move(stages)},
          {"receipts", std::move(receipts)},
          {"commitments", std::move(commitments)},
          {"digest", digest},
          {"keysRevealed", revealed},
          {"isolation", printable(last.manifest.isolation)},
          {"arena", printable(last.manifest.arena)},
          {"blocks", run.next.blocks},
          {"planned", last.manifest.stage.blocks + last.manifest.blocks},
          {"games", run.games()},
          {"voidBlocks", voids},
          {"facts", facts_json(run)},
          {"verify", verify}};
}

json::object variant_json(const ManifestVariant& variant, std::string_view shown) {
  const hearts::Rules& rules = variant.rules->rules();
  const hearts::Deck& deck = variant.rules->deck();
  json::array suits;
  for (int lane = 0; lane < deck.lanes(); ++lane) {
    const char letter = deck.suit_letter(lane);
    suits.push_back(json::object{{"letter", std::string(1, letter)}, {"name", hearts::suit_word(rules, letter)}});
  }
  json::array jokers;
  for (const hearts::Card card : deck.cards() & hearts::CardSet::joker_places()) jokers.emplace_back(deck.name(card));
  json::array sentences;
  for (const hearts::ExplainedSection& section : hearts::explain(rules)) {
    for (const hearts::ExplainedRule& line : section.lines) {
      sentences.push_back(json::object{
          {"section", section.title}, {"text", line.text + "."}, {"rule", hearts::joined(line.rules, " ")}});
    }
  }
  return {{"id", shown},
          {"title", variant.title},
          {"about", variant.about},
          {"seats", variant.seats},
          {"suits", std::move(suits)},
          {"jokers", std::move(jokers)},
          {"rules", std::move(sentences)},
          {"length", length_text(variant)}};
}

json::object bot_json(const BotEntry& bot, std::string_view shown) {
  return {{"name", shown},
          {"author", cut_to_columns(legible(bot.author), kWordColumnsMax)},
          {"version", cut_to_columns(legible(bot.version), kWordColumnsMax)},
          {"hash", bot.hash},
          {"settings", settings_json(bot)}};
}

}  // namespace arena
