#include "arena/ratings/rated_runs.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "arena/league/json_file.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "arena/records/void_block.h"

namespace arena {
namespace {

/// Names with the hashes of what they name: bots and their files, variants and their rules.
using HashedNames = std::vector<std::pair<std::string, std::string>>;

/// A name that stands for several things is shown with the start of each one's hash.
std::vector<std::string> shown_names(const HashedNames& names) {
  std::map<std::string, int> times;
  for (const auto& [name, hash] : names) ++times[name];
  std::vector<std::string> shown;
  for (const auto& [name, hash] : names) shown.push_back(times[name] == 1 ? name : name + "~" + hash.substr(0, 6));
  return shown;
}

/// Runs from one seed deal the same cards in blocks of the same variant and number.
void check_independent(const std::map<std::string, const Manifest*>& runs) {
  std::map<std::string, std::string> run_of_commitment;
  for (const auto& [id, manifest] : runs) {
    const auto [found, is_new] = run_of_commitment.emplace(manifest->commitment, id);
    if (is_new) continue;
    throw InputError("runs " + found->second + " and " + id +
                     " were dealt from one seed: their blocks are not independent, and rated together their intervals "
                     "would be too narrow; rate each alone");
  }
}

}  // namespace

RatedRuns::RatedRuns(const std::vector<Manifest>& runs) {
  std::map<std::string, const Manifest*> different;
  for (const Manifest& manifest : runs) different.emplace(run_id(manifest), &manifest);
  check_independent(different);

  // The field of one run stands in its order. That of several is sorted, so that no order of files shows.
  HashedNames bots;
  HashedNames variants;
  for (const auto& [id, manifest] : different) {
    for (const BotEntry& bot : manifest->bots) bots.emplace_back(bot.name, bot.hash);
    for (const ManifestVariant& variant : manifest->variants) variants.emplace_back(variant.id, variant.rules_hash);
  }
  if (different.size() > 1) {
    for (auto* list : {&bots, &variants}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
  }
  field_.bots = shown_names(bots);
  field_.variants = shown_names(variants);

  for (const auto& [id, manifest] : different) {
    Run& run = runs_[id];
    planned_.emplace_back(id, manifest->blocks);
    for (const BotEntry& bot : manifest->bots) {
      const auto found = std::find(bots.begin(), bots.end(), std::pair(bot.name, bot.hash));
      run.bots[bot.name] = static_cast<int>(found - bots.begin());
    }
    for (const ManifestVariant& variant : manifest->variants) {
      const auto found = std::find(variants.begin(), variants.end(), std::pair(variant.id, variant.rules_hash));
      run.variants[variant.id] = {static_cast<int>(found - variants.begin()), variant.rules_hash};
    }
  }
  scores_.emplace(static_cast<int>(field_.bots.size()), static_cast<int>(field_.variants.size()));
}

RatedRuns::Run& RatedRuns::run_of(const std::string& id, std::string_view place) {
  const auto found = runs_.find(id);
  if (found == runs_.end()) {
    throw InputError(std::string(place) + ": this line is of a run whose first line is in none of the files");
  }
  return found->second;
}

void RatedRuns::add(const Outcome& outcome, std::string_view place) {
  const Run& run = run_of(outcome.run, place);
  const std::string game = "game " + game_id(outcome.block, outcome.game);
  const auto variant = run.variants.find(outcome.variant);
  if (variant == run.variants.end() || variant->second.second != outcome.rules_hash) {
    throw InputError(std::string(place) + ": " + game + " has a variant or rules that its run does not play");
  }
  RatedGame rated;
  rated.run = outcome.run;
  rated.block = outcome.block;
  rated.game = outcome.game;
  rated.games_in_block = outcome.games_in_block;
  rated.variant = variant->second.first;
  rated.hands = outcome.hands;
  for (const Outcome::Seat& seat : outcome.seats) {
    const auto bot = run.bots.find(seat.bot);
    if (bot == run.bots.end()) {
      throw InputError(std::string(place) + ": " + game + " has a bot that its run does not have");
    }
    rated.seats.push_back({bot->second, seat.place, seat.score, seat.forfeited, seat.faults});
  }
  try {
    scores_->add(std::move(rated));
  } catch (const std::invalid_argument& error) {
    throw InputError(std::string(place) + ": " + error.what());
  }
}

void RatedRuns::add_void(const std::string& run, int block, std::string_view place) {
  run_of(run, place);
  if (block < 0) throw InputError(std::string(place) + ": there is no block " + std::to_string(block));
  scores_->void_block(run, block);
}

Standings RatedRuns::standings(const std::string& reference) const {
  Field field = field_;
  if (!reference.empty()) {
    const auto found = std::find(field.bots.begin(), field.bots.end(), reference);
    if (found == field.bots.end()) {
      std::string names;
      for (const std::string& name : field.bots) names += (names.empty() ? "" : ", ") + name;
      throw InputError("the reference is no bot of these runs; there are: " + names);
    }
    field.reference = static_cast<int>(found - field.bots.begin());
  }
  return rate(*scores_, field);
}

RatedRuns read_rated_runs(const std::vector<std::string>& paths) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : paths) files.push_back(games_file(path));

  std::vector<Manifest> manifests;
  for (const auto& file : files) {
    for (Manifest& manifest : read_manifests(file)) manifests.push_back(std::move(manifest));
  }
  if (manifests.empty()) {
    throw InputError(paths.front() + ": no line of type \"run\" in it: it is not (or not alone) the records of a run");
  }
  RatedRuns runs(manifests);
  for (const auto& file : files) {
    read_records(file, [&](const boost::json::object& line, const std::string& place) {
      const boost::json::value* type = line.if_contains("type");
      if (type != nullptr && *type == "game") {
        runs.add(read_outcome(line, place), place);
      } else if (type != nullptr && *type == "void") {
        const boost::json::value* run = line.if_contains("run");
        if (run == nullptr || !run->is_string()) throw InputError(place + ": this line names no run");
        runs.add_void(std::string(run->get_string()), read_void(line, place).block, place);
      } else if (type == nullptr || (*type != "run" && *type != "end")) {
        throw InputError(place + ": this is no line of games.jsonl");
      }
    });
  }
  return runs;
}

}  // namespace arena
