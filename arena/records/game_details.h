#pragma once

#include <filesystem>
#include <vector>

#include "arena/records/game_record.h"

namespace arena {

/// What the files beside games.jsonl tell of one game. All of it may be missing.
struct GameDetails {
  bool busy = false;  ///< the machine had too much else to do
  hearts::PerSeat<SeatTiming> clocks{};
  std::vector<Note> notes;         ///< printable
  std::vector<Note> stderr_texts;  ///< of bots that did not forfeit; printable lines
  std::vector<FaultEvent> faults;  ///< the record's, in its order, with lines and stderr (printable); or none
};

/// Reads timings.jsonl and faults.jsonl of a run's folder, as far as they are there. Of several lines of a game the
/// last ones count. Throws InputError with file and line for one of the game that no arena wrote, std::system_error
/// when a file cannot be read.
GameDetails read_details(const std::filesystem::path& folder, const GameRecord& record);

}  // namespace arena
