#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "arena/protocol/limits.h"
#include "arena/records/game_details.h"
#include "engine/match.h"

namespace arena {

/// What of a game is shown, and how.
struct GameView {
  std::optional<hearts::Seat> seat;  ///< only what this seat could know
  int hand = 0;                      ///< only this one; 0: all
  bool notes = true;                 ///< with what the bots wrote beside their answers, and on stderr
  bool clocks = true;                ///< with times
  bool color = false;
};

/// What each seat is called: its bot, with the number of the seat where the bot sits in several, "ann:2".
std::vector<std::string> seat_names(const GameRecord& record);

/// Writes a recorded game trick by trick for people, played again by the engine. A card the arena played for a bot
/// is marked !, one of the house player !!, the winner of a trick *, a slow answer ~. What the details tell stands
/// where it happened. Returns what is wrong with the record, if anything; the text then goes as far as the game does.
std::optional<std::string> write_game_text(std::ostream& out, const GameRecord& record, const hearts::GameRules& rules,
                                           const hearts::MatchLength& length, const GameDetails& details = {},
                                           const Limits& limits = {}, const GameView& view = {});

}  // namespace arena
