#pragma once

#include "arena/results/adjudicate/judgement.h"
#include "arena/results/adjudicate/played_hand.h"
#include "engine/game_rules.h"

namespace arena {

// A hand that is judged here was played anywhere: on paper, by another program. It may be unfinished, a seat may act when
// no question of the arena's table would have reached it, and each mistake needs its place in the line. A recorded game
// has none of that, which is why records/replay.h does not read hands by this judge: it asks TableHand what is due.

/// Plays the deal by the rules, under their laws of the table where they have them, as far as the line goes. Throws
/// Objection for the first move that breaks them, and for one that comes before or after its time.
Judgement judge(const hearts::GameRules& game, const PlayedHand& played, bool with_legal);

}  // namespace arena
