#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"

namespace arena {

struct Manifest;

/// One `ask` to a seat in a recorded game, and what came of it.
struct ScriptedAsk {
  enum class Outcome {
    answered,
    refused,  ///< a try that was illegal or garbage
    silent,   ///< no answer in time
    gone,     ///< the bot went away
  };
  int question = 0;  ///< of the seat, from 1
  int hand = 0;
  Outcome outcome = Outcome::answered;
  /// answered: the words of the answer, cards in the pack's order; refused: the line as the record has it. Else empty.
  std::string line;
  Fault why = Fault::illegal;  ///< refused: illegal or garbage; where the seat was lost: the fault
  bool lost = false;           ///< the seat was forfeited here
  std::chrono::microseconds charged{};
  // Once it is heard again, as it was written:
  int id = 0;           ///< its number
  std::size_t end = 0;  ///< bytes from the `g` of `game` to the end of its line
};

/// What one seat heard in a recorded game, reconstructed.
struct RecordedSeat {
  enum class Proof {
    none,     ///< the records have no checksum: MOVE, BANK and `late` lines are guessed
    exact,    ///< the checksum in the records is that of these bytes
    differs,  ///< it is not
  };
  std::string bytes;  ///< from the `g` of `game` on, without the farewell to one who forfeits
  std::vector<ScriptedAsk> asks;
  Proof proof = Proof::none;
};

/// Plays a recorded game once more at a real table, where each bot does as recorded, and keeps what each seat is told:
/// one entry a seat, empty for one that was not there. The manifest has its rules, `timing` may be null. Throws InputError
/// when the game cannot be played again as recorded.
std::vector<RecordedSeat> hear_again(const GameRecord& record, const Manifest& manifest, const TimingRecord* timing);

}  // namespace arena
