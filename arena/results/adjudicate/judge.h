#pragma once

#include "arena/results/adjudicate/judgement.h"
#include "arena/results/adjudicate/played_hand.h"
#include "engine/game_rules.h"

namespace arena {

/// Plays the deal by the rules, under their laws of the table where they have them, as far as the line goes. Throws
/// Objection for the first move that breaks them, and for one that comes before or after its time.
Judgement judge(const hearts::GameRules& game, const PlayedHand& played, bool with_legal);

}  // namespace arena
