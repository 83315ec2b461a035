#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/results/ratings/anchors.h"

namespace arena {

/// The index of the bot with this name, which is the `role` of a rating. Throws InputError if there is none.
int find_bot(const std::string& name, std::string_view role, const std::vector<std::string>& bots);

/// The bots that a run anchors, with their hashes, because a new version is another bot.
using HashedAnchors = std::map<std::pair<std::string, std::string>, int>;

/// Returns the anchors of a run, of which these are the stages. They are those of the last stage; an anchor may have
/// left the run before it.
HashedAnchors anchors_of(const std::vector<const Manifest*>& stages);

/// Parses anchors, each NAME=ELO. Throws InputError for other words, for bots that are not among these, and for a bot
/// that is named twice.
std::vector<Anchor> read_anchors(const std::vector<std::string>& words, const std::vector<std::string>& bots);

/// Returns the states of the bots that are not current, by index in the field, from those that each run gives its bots.
/// What an organiser decided counts for all runs; apart from that a bot is current if it is so in any run.
std::map<int, BotStatus> statuses_in_all(const std::vector<std::map<int, BotStatus>>& of_runs);

}  // namespace arena
