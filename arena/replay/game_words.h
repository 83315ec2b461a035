#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "arena/records/replay.h"

namespace arena {

/// What each seat is called: its bot, with the number of the seat where the bot sits in several, "ann:2".
std::vector<std::string> seat_names(const GameRecord& record);

/// "no pass", "pass left", "pass 2 to the right".
std::string pass_words(int offset, int seats);

/// Who decided: nothing for the bot, ! for the arena, !! for the house player.
std::string_view decider_mark(Decider decider);

/// At most five characters: "85us", "1.2ms", "312ms", "2.51s", "81.0s".
std::string short_time(std::chrono::microseconds time);

}  // namespace arena
