#pragma once

#include "arena/results/adjudicate/judgement.h"
#include "arena/results/adjudicate/played_hand.h"
#include "engine/game_rules.h"

namespace arena {

/// As judge(), for rules whose laws of the table are in force.
Judgement judge_under_laws(const hearts::GameRules& game, const PlayedHand& played, bool with_legal);

}  // namespace arena
