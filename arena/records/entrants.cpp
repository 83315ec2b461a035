#include "arena/records/entrants.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "arena/bots/package/bot_name.h"

namespace arena {
namespace {

/// Returns the version with the highest number among versions of one bot, at least one. Numbers have no leading zeros,
/// so the number of a longer name is higher.
const std::string& newest(const std::set<std::string>& versions) {
  return *std::ranges::max_element(
      versions, {}, [](const std::string& name) { return std::pair(name.size(), std::string_view(name)); });
}

}  // namespace

std::map<std::string, BotStatus> former_entrants(const std::vector<const Manifest*>& stages) {
  // By the own name of a bot: its versions in the last stage that has any, and whether this is the last stage of all.
  struct Versions {
    std::size_t stage = 0;
    std::set<std::string> names;
  };
  std::map<std::string, Versions, std::less<>> latest;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    for (const BotEntry& bot : stages[stage]->bots) {
      Versions& versions = latest[std::string(unversioned(bot.name))];
      if (versions.stage != stage) versions = {stage, {}};
      versions.names.insert(bot.name);
    }
  }
  const Manifest& last = *stages.back();
  const auto status_of = [&](const std::string& name) -> BotStatus {
    const BotStatus* decision = find_status(last.label.statuses, name);
    if (decision != nullptr && decision->state == BotState::disqualified) return *decision;
    const Versions& versions = latest.find(unversioned(name))->second;
    if (!versions.names.contains(name)) return {BotState::replaced, "", "by " + newest(versions.names)};
    if (decision != nullptr) return *decision;
    const auto is_among = [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, name) != names.end();
    };
    if (versions.stage + 1 == stages.size() || is_among(last.stage.outclassed)) return {};
    const bool forfeited = is_among(last.stage.withdrawn);
    return {BotState::withdrawn, "", std::string(forfeited ? kForfeitedTooOften : "the last stage does not have it")};
  };
  std::map<std::string, BotStatus> former;
  for (const Manifest* stage : stages) {
    for (const BotEntry& bot : stage->bots) {
      const BotStatus status = status_of(bot.name);
      if (status.state != BotState::reinstated) former.emplace(bot.name, status);
    }
  }
  return former;
}

}  // namespace arena
