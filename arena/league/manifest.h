#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/league/bot_entry.h"
#include "arena/protocol/limits.h"
#include "engine/match.h"

namespace arena {

/// Hex BLAKE2b-256 of every key and value of the rules: games with the same hash are the same game.
std::string rules_hash(const hearts::Rules& rules);

/// What a run is, resolved to the last detail: two runs with equal manifests play the same games.
struct Manifest {
  std::string variant;  ///< canonical id
  std::string rules_hash;
  std::vector<BotEntry> bots;
  int games = 0;
  hearts::MatchLength length;
  Limits limits;
  bool reveal_names = false;
  std::string commitment;  ///< of the run's key
};

/// The first line of games.jsonl, without its checksum.
boost::json::object manifest_json(const Manifest& manifest, std::string_view isolation);

/// The manifest in that line. Throws InputError naming `place` when it is none.
Manifest read_manifest(const boost::json::object& line, std::string_view place);

/// Says in one sentence how two manifests differ; empty when a run of one can go on as the other. Where the bots'
/// files lie does not matter, what is in them does.
std::string manifest_difference(const Manifest& recorded, const Manifest& wanted);

}  // namespace arena
