#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

#include "arena/table/fault.h"

namespace arena {

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
