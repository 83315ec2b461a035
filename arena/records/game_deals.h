#pragma once

#include <functional>

#include "arena/game/deals/dealing.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "engine/hand.h"
#include "engine/match.h"

namespace arena {

class BlockSeed;
struct Block;

/// The deals of a game: given ones, or from its block's seed; the same in each game of the block, or its own. `variant`
/// has its rules and must outlast it. Throws std::logic_error when deals are given and the manifest lacks them.
///
/// The first block of a variant takes its given deals from the first on, a hand each, round and round; each further one
/// goes on after it where a game has a fixed number of hands, and else one deal further on. So do the games of a block
/// where each is dealt anew. What is dealt in place of a hand thrown in is the shuffle's.
Dealing deals_of(const Manifest& manifest, const ManifestVariant& variant, const BlockSeed& seed, const Block& block,
                 int game);

/// The deals that stand in the record, which must outlast it. It throws InputError when more are asked for.
Dealing recorded_deals(const GameRecord& record);

/// Plays the next hand of a match and records it. `choose` gives the move of the seat to move, which must be legal.
HandResult play_recorded(const hearts::GameRules& rules, hearts::Match& match, const hearts::Deal& deal,
                         const std::function<hearts::Move(const hearts::Hand&)>& choose);

}  // namespace arena
