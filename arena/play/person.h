#pragma once

#include <string_view>

#include "arena/records/manifest.h"
#include "arena/schedule/block.h"

namespace arena {

/// What a person is called in records, unless a bot is.
inline constexpr std::string_view kPersonName = "human";
/// The text whose BLAKE2b-256 is a person's hash: there are no files to take one of.
inline constexpr std::string_view kPersonHashed = "a person at a terminal";

/// Seats a person beside the bots of a manifest, behind them. Returns the index.
int add_person(Manifest& manifest);

/// Of each block a person plays one game: he would know the deals of a second one. True for that in which he sits in
/// `seat`, or for the block's first if that is negative.
bool is_persons_game(const Block& block, int game, int person, int seat);

}  // namespace arena
