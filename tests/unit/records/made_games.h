#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/game/schedule/schedule.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "engine/match.h"

namespace arena::test {

/// What goes wrong in a made game: the arena answers these questions (seat, question) after a timeout; from these on
/// (seat, question) the seat is forfeited by its exit, 0 being before the first.
struct Mishaps {
  std::set<std::pair<int, int>> timeouts;
  std::set<std::pair<int, int>> exits;
};

/// The manifest of a made run of one variant: bots "ann", "bob", ..., default limits, whole blocks with
/// at least so many games.
Manifest made_manifest(const std::string& variant, const RunKey& key, int bots, int games, GameLength length = {});
/// The same of several variants, with so many blocks.
Manifest made_league(const std::vector<std::string>& variants, const RunKey& key, int bots, int blocks,
                     GameLength length = {});

/// Gives the manifest so many deals of its first variant, each different.
void give_deals(Manifest& manifest, int count);

/// The block of that number in the run's schedule, or beyond its end.
Block made_block(const Manifest& manifest, int number);

/// A whole game of the run, dealt from the key, played at random (from `play_seed`) without any bot.
GameRecord made_game(const Manifest& manifest, const RunKey& key, const Block& block, int game,
                     const Mishaps& mishaps = {}, std::uint64_t play_seed = 1);
GameRecord made_game(const Manifest& manifest, const RunKey& key, int block, int game, const Mishaps& mishaps = {},
                     std::uint64_t play_seed = 1);

/// All games of the run, in order.
std::vector<GameRecord> made_games(const Manifest& manifest, const RunKey& key);

/// The sealed lines of games.jsonl of a run: header, games, and the end if `finished`.
std::vector<std::string> made_lines(const Manifest& manifest, const std::vector<GameRecord>& games, const RunKey& key,
                                    bool finished = true);
/// The sealed line of a void block of the run.
std::string made_void_line(const Manifest& manifest, int block, int again);
std::string joined(const std::vector<std::string>& lines);

}  // namespace arena::test
