#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"

namespace arena {

struct Manifest;

/// One `ask` line that a seat got in a recorded game, and the result.
struct ScriptedAsk {
  enum class Outcome {
    answered,
    refused,  ///< a try that was illegal or garbage
    silent,   ///< no answer in time
    gone,     ///< the bot went away
  };
  int question = 0;  ///< number of the seat's question, from 1
  int hand = 0;
  Outcome outcome = Outcome::answered;
  /// For `answered`, the words of the answer, with cards in the pack's order. For `refused`, the line as the record has
  /// it. Otherwise empty.
  std::string line;
  /// For `refused`: illegal or garbage. If the seat was lost here, the fault.
  Fault why = Fault::illegal;
  bool lost = false;  ///< the seat was forfeited here
  std::chrono::microseconds charged{};
  // The next two are set when the game is played again:
  int id = 0;           ///< the id of the `ask`
  std::size_t end = 0;  ///< number of bytes from the `g` of `game` to the end of the line
};

/// The bytes that one seat received in a recorded game, reconstructed.
struct RecordedSeat {
  enum class Proof {
    none,     ///< the records have no checksum: MOVE, BANK and `late` lines are guesses
    exact,    ///< these bytes have the checksum in the records
    differs,  ///< these bytes have another checksum
  };
  /// From the `g` of `game` on, without the farewell to a bot that forfeits.
  std::string bytes;
  std::vector<ScriptedAsk> asks;
  Proof proof = Proof::none;
};

/// Plays a recorded game again at a real table, where each bot acts as recorded, and keeps the bytes that each seat
/// received. Returns one entry for each seat, empty for a seat without a bot. The manifest must have its rules;
/// `timing` may be null. Throws InputError if the game cannot be played again as recorded.
std::vector<RecordedSeat> replay_input(const GameRecord& record, const Manifest& manifest, const TimingRecord* timing);

}  // namespace arena
