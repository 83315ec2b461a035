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

/// Returns the dealing of a game: the function that gives the cards of each of its hands. The arena plays with it, and
/// an audit checks recorded deals against it. Cards come from the deals that the run was given for this variant, if
/// there are any, and otherwise from a shuffle that follows from the block's seed. With Manifest::duplicate_deals all
/// games of the block have the same deals; without it each game has its own.
///
/// Given deals are used in the order of their list, one for each hand, and start over at its end. The first block of a
/// variant begins with the first deal. If games have a fixed number of hands, the next block continues where this one
/// ends; otherwise it begins one deal later than this one did. Without duplicate deals this holds for games instead of
/// blocks. A hand that replaces one thrown in is always shuffled.
///
/// `variant` must have its rules, and must outlast the result. Throws std::logic_error if the run was given deals that
/// the manifest does not hold: see read_given_deals().
Dealing deals_of(const Manifest& manifest, const ManifestVariant& variant, const BlockSeed& seed, const Block& block,
                 int game);

/// Returns a dealing that gives the deals of the record in order. The record must outlast it. The dealing throws
/// InputError if it is asked for more hands than the record has.
Dealing recorded_deals(const GameRecord& record);

/// Plays the next hand of a match to its end, adds its score to the match, and returns its record. `choose` gives the
/// move of the seat that has the turn. Throws std::logic_error if that move is illegal.
HandResult play_and_record(const hearts::GameRules& rules, hearts::Match& match, const hearts::Deal& deal,
                           const std::function<hearts::Move(const hearts::Hand&)>& choose);

}  // namespace arena
