#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arena/records/bot_status.h"
#include "arena/records/manifest.h"

namespace arena {

/// Why a bot is withdrawn that Withdrawal has found.
inline constexpr std::string_view kForfeitedTooOften = "it forfeited too many games in a row";

/// Returns the bots of a run that are no longer current, by their names in the records. All other bots of the run are
/// current: they play in its last stage, or were left out of a search for the first bots, and nobody keeps them out.
///
///   - A bot is replaced if a later stage has another version of it, such as duck if a later stage has duck~2.
///   - It is withdrawn if the organiser withdrew it, if it forfeited too many games in a row (Stage::withdrawn), or if
///     the last stage does not have it and did not leave it out (Stage::outclassed).
///   - It is disqualified, with all its versions, if the organiser disqualified it.
///
/// `stages` are the manifests of the run in the order of its stages, at least one. The decisions of the organiser are
/// those that the label of the last one has. Their time is empty if nobody took the decision.
std::map<std::string, BotStatus> former_entrants(const std::vector<const Manifest*>& stages);

}  // namespace arena
