#pragma once

#include <array>
#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/table/law_figures.h"
#include "arena/records/game_record.h"

namespace arena {

inline std::string_view name_of(Fault fault) { return fault_name(fault); }

/// How often each fault happened. Beside it stands what the laws counted, LawFigures.
using FaultCounts = NamedCounts<Fault>;

/// What a rating needs of a game's record.
struct Outcome {
  struct Seat {
    std::string bot;  ///< name
    int place = 1;    ///< 1 is best, ties share
    int score = 0;    ///< lower is better; a forfeiter has the worst of the table
    bool forfeited = false;
    FaultCounts faults;
    LawFigures laws{};

    bool operator==(const Seat&) const = default;
  };
  std::string run;  ///< see run_id()
  std::string variant;
  std::string rules_hash;
  int block = 0;
  int game = 0;
  int games_in_block = 0;  ///< follows from the seats: distinct rotations of their circle
  int hands = 0;
  std::vector<Seat> seats;
  int turn = 0;  ///< from 0: when its turn came among the games of the block, as the block's seed draws it

  bool operator==(const Outcome&) const = default;
};

Outcome outcome_of(const GameRecord& record);
/// The outcome in a line of type `game`; hands are counted, not read. Throws InputError "PLACE: ..." when it is none.
Outcome read_outcome(const boost::json::object& line, std::string_view place);

/// Reads one line of type `game` after another without building what it holds: hands are counted and skipped. A rating
/// of many games spends most of its time here; read_outcome() reads the same from any line, several times slower. For use
/// by one thread.
class OutcomeReader {
 public:
  /// The outcome, until the next line is read: what read_outcome() gives. Null for a line that is no game, for one with
  /// faults, forfeits or figures of laws, and for one that is not as the arena writes it: read_outcome() reads it, or
  /// says what is wrong. The checksum is not looked at.
  const Outcome* read(std::string_view line);

 private:
  /// The games of a block come near each other and have its seed in common, from which their order follows.
  struct Order {
    std::string seed;
    std::vector<int> games;
  };

  Outcome outcome_;
  std::array<Order, 256> orders_;
};

}  // namespace arena
