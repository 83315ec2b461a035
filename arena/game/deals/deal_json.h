#pragma once

#include <boost/json/fwd.hpp>

#include "arena/game/deals/dealing.h"

namespace arena {

// How a deal is written in lines of hands and in records.

/// What a parsed line (parse_hand_line) says of the deal: its keys `deal`, `leftover`, `point_suit`, `faulty`, `exposed`.
/// Throws Objection unless it is the whole pack in equal hands, or under the laws of the table one that can be played.
DealtHand read_deal(const hearts::GameRules& game, const boost::json::object& line);

/// Adds those keys: `deal`, and of the others what does not follow from it.
void put_deal(boost::json::object& object, const hearts::GameRules& game, const hearts::Deal& deal,
              const DealSlip& slip);

/// The cards of each hand of each seat, by sub-hand and seat, as texts seat by seat.
boost::json::array hands_json(const hearts::GameRules& game, const decltype(hearts::Deal::hands)& hands);

}  // namespace arena
