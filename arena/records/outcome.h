#pragma once

#include <array>
#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/table/law_figures.h"
#include "arena/records/game_record.h"

namespace arena {

/// Returns the name of a fault, for NamedCounts.
inline std::string_view name_of(Fault fault) { return fault_name(fault); }

/// How often each fault happened. LawFigures, which counts what happened under the laws of the table, is separate.
using FaultCounts = NamedCounts<Fault>;

/// The part of a game's record that ratings need.
struct Outcome {
  struct Seat {
    std::string bot;  ///< the bot's name
    int place = 1;    ///< 1 is best; ties share a place
    int score = 0;    ///< lower is better; a seat that forfeited has the worst total of the table
    bool forfeited = false;
    FaultCounts faults;
    LawFigures laws{};

    bool operator==(const Seat&) const = default;
  };
  std::string run;  ///< the id of the run, see run_id()
  std::string variant;
  std::string rules_hash;
  int block = 0;
  int game = 0;
  /// How many games the block has: as many as its circle has different rotations.
  int games_in_block = 0;
  int hands = 0;
  std::vector<Seat> seats;
  /// The game's position, from 0, in the order in which the block's games are played; the block's seed decides that
  /// order.
  int turn = 0;

  bool operator==(const Outcome&) const = default;
};

/// Returns the outcome of a game.
Outcome outcome_of(const GameRecord& record);
/// Parses the outcome in a line of type `game`. Hands are counted but not parsed. Throws InputError "PLACE: ..." if the
/// line is not one of these.
Outcome read_outcome(const boost::json::object& line, std::string_view place);

/// Reads the outcomes of many lines of type `game`, several times faster than read_outcome(): it scans each line
/// without building JSON values, and counts hands without looking into them. A rating of many games spends most of its
/// time here. Only one thread may use an object.
class OutcomeReader {
 public:
  /// Returns the outcome of a line: the same as read_outcome(). It is valid until the next call. Returns null for every
  /// line that is not the usual case: a line of another type, a game with faults, forfeits or counts of the laws, or a
  /// line that is not exactly as the arena writes it. The caller then uses read_outcome(), which reads any game or says
  /// what is wrong. The checksum is not checked.
  const Outcome* read(std::string_view line);

 private:
  /// The games of a block have the same seed, from which their order follows, and are recorded close to each other.
  struct Order {
    std::string seed;
    std::vector<int> games;
  };

  Outcome outcome_;
  std::array<Order, 256> orders_;
};

}  // namespace arena
