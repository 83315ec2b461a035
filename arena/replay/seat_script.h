#pragma once

#include <string>
#include <vector>

#include "arena/records/game_record.h"
#include "arena/records/timing_record.h"
#include "engine/match.h"

namespace arena {

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
};

/// All that a seat did in a recorded game.
struct SeatScript {
  bool absent = false;  ///< there was no bot
  std::vector<ScriptedAsk> asks;
  /// The question at which the seat was forfeited before it was asked; 0: at none.
  int lost_before = 0;
  SeatInput input;
  /// Clocks and late answers are those of the game; else they are guessed.
  bool has_input = false;
};

/// The scripts of all seats. `timing` may be null. Throws InputError "game ID: ..." when the game cannot be played
/// again as recorded, or its clocks are not of this game.
std::vector<SeatScript> seat_scripts(const GameRecord& record, const hearts::GameRules& rules,
                                     const hearts::MatchLength& length, const TimingRecord* timing);

}  // namespace arena
