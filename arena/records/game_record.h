#pragma once

#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/game/table/game_result.h"
#include "arena/game/table/game_setup.h"
#include "arena/records/manifest.h"
#include "engine/game_rules.h"

namespace arena {

class BlockSeed;

/// One game as games.jsonl records it: where it belongs in the run, who sat where, and everything that happened. Times
/// are not part of it; they are in timings.jsonl.
struct GameRecord {
  std::string run;      ///< the id of the run, see run_id()
  std::string id;       ///< block and game, as in "b12g3"
  std::string variant;  ///< canonical id
  std::string rules_hash;
  int block = 0;
  int game = 0;                   ///< number within the block, from 0
  std::string seed;               ///< hex of the block's seed, see BlockSeed
  std::vector<std::string> bots;  ///< names by seat
  /// When read from games.jsonl it has no timing and no notes, and its faults lack what only the ledger has.
  GameResult result;
};

/// Returns the id of a game, such as "b12g3".
std::string game_id(int block, int game);
/// Returns the block and the game that an id names, or nothing if it is not the id of a game.
std::optional<std::pair<int, int>> parse_game_id(std::string_view id);

/// Returns the setup with which the game that `record` names (its id, game and bots) is played. It is needed to play a
/// game, and to reconstruct what a seat was sent in a recorded one. `variant` must have its rules, and must outlast the
/// result.
GameSetup setup_of(const GameRecord& record, const Manifest& manifest, const ManifestVariant& variant,
                   const BlockSeed& seed, Dealing deals);

/// Returns the game's line for games.jsonl, without the checksum.
boost::json::object game_json(const GameRecord& record, const hearts::GameRules& rules);
/// Parses a line of type `game`. Throws InputError "PLACE: ..." if something is missing or impossible.
GameRecord read_game(const boost::json::object& line, const hearts::GameRules& rules, std::string_view place);

/// Checks a line of type `game`: each of its faults, forfeits, tries and answers of the arena must be the bot's own
/// fault, and `blame` must say so. Any other fault makes the block void, so its game has no such line. Throws
/// std::runtime_error if the check fails.
void check_blame(const boost::json::object& line);

/// Returns the game's line for timings.jsonl: the clocks by seat, and the bots' notes. `shared_processors` says that
/// the arena plays more games at the same time than it has processors. If bots had to wait for a processor, the line
/// then does not say that the machine was busy with other work.
boost::json::object timing_json(const GameRecord& record, const hearts::GameRules& rules,
                                bool shared_processors = false);
/// Returns the line of one fault for faults.jsonl.
boost::json::object fault_json(const GameRecord& record, const FaultEvent& event);

/// A block that a fault of the arena or of the machine made void. None of its games counts. Block `again`, with the
/// same circle of bots and new deals, is played instead.
struct VoidBlock {
  int block = 0;
  /// The number of the replacement; these numbers follow those of the planned blocks, in the order of the void blocks.
  int again = 0;
  int game = 0;  ///< the game of the block in which the fault happened
  Fault fault = Fault::sandbox;
  std::string detail;
};

/// The most void blocks in one start of the arena that may be bad luck. One more means that the machine cannot run
/// bots, and ends the run. By then each other worker may be in a game that makes its block void, too.
inline constexpr int kVoidsMax = 3;

/// Returns the block's line for games.jsonl, without the checksum.
boost::json::object void_json(const VoidBlock& block, std::string_view run);
/// Parses a line of type `void`. Throws InputError "PLACE: ..." if something is missing or impossible.
VoidBlock read_void(const boost::json::object& line, std::string_view place);

}  // namespace arena
