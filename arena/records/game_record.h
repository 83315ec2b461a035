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

/// One game as games.jsonl keeps it: which of the run it is, who sat where, and all that happened, but for clocks.
struct GameRecord {
  std::string run;      ///< see run_id()
  std::string id;       ///< "b12g3": block and game
  std::string variant;  ///< canonical id
  std::string rules_hash;
  int block = 0;
  int game = 0;                   ///< within the block
  std::string seed;               ///< hex of the block's seed, see BlockSeed
  std::vector<std::string> bots;  ///< names by seat
  GameResult result;              ///< timing, notes and the ledger's part of the faults stay empty when read
};

std::string game_id(int block, int game);
/// The block and the game of such an id; nothing where it is none.
std::optional<std::pair<int, int>> parse_game_id(std::string_view id);

/// The game that `record` names (its id, game and bots) with these deals, as its table must be set up: when it is
/// played, and when what a seat heard is reconstructed. `variant` has its rules and must outlast the setup.
GameSetup setup_of(const GameRecord& record, const Manifest& manifest, const ManifestVariant& variant,
                   const BlockSeed& seed, Dealing deals);

/// The line of games.jsonl, without checksum.
boost::json::object game_json(const GameRecord& record, const hearts::GameRules& rules);
/// The record in a line. Throws InputError "PLACE: ..." when something is missing or cannot be.
GameRecord read_game(const boost::json::object& line, const hearts::GameRules& rules, std::string_view place);

/// Throws std::runtime_error unless each fault in a game's line (faults, forfeits, tries, answers of the arena) is the
/// bot's own, as its `blame` must say: any other makes the block void and leaves no line of the game.
void check_blame(const boost::json::object& line);

/// The line of timings.jsonl: clocks by seat, and the bots' notes.
boost::json::object timing_json(const GameRecord& record, const hearts::GameRules& rules);
/// One line of faults.jsonl.
boost::json::object fault_json(const GameRecord& record, const FaultEvent& event);

/// A block that a fault of the arena or the machine made void. None of its games count; block `again`, with the same
/// circle and new deals, is played in its stead.
struct VoidBlock {
  int block = 0;
  int again = 0;  ///< numbers go on after the planned blocks, in the order of the records
  int game = 0;   ///< of the block, where it happened
  Fault fault = Fault::sandbox;
  std::string detail;
};

/// So many void blocks since one start of the arena are bad luck; one more is a machine that cannot play, and ends it.
/// Each of the other workers may then be in a game that makes its block void, too.
inline constexpr int kVoidsMax = 3;

/// The line of games.jsonl, without checksum.
boost::json::object void_json(const VoidBlock& block, std::string_view run);
/// The block in a line. Throws InputError "PLACE: ..." when something is missing or cannot be.
VoidBlock read_void(const boost::json::object& line, std::string_view place);

}  // namespace arena
