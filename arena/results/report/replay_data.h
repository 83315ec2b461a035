#pragma once

#include <boost/json/fwd.hpp>
#include <optional>
#include <string>

#include "arena/bots/protocol/limits.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "engine/game_rules.h"
#include "engine/match.h"

namespace arena {

/// The most bytes of text beside the cards of one game. Texts that do not fit are left out and counted.
inline constexpr std::size_t kNoteBytesMax = std::size_t{64} << 10;

/// Fills in a recorded game as a page shows it card by card: `Replay` of web/data.ts, without its run, its variant and
/// the numbers of its bots. Returns what is wrong with the record, if anything; the hands then end where the mistake
/// is.
std::optional<std::string> write_replay(boost::json::object& replay, const GameRecord& record,
                                        const hearts::GameRules& rules, const GameDetails& details,
                                        const TableLimits& limits);

}  // namespace arena
