#pragma once

#include <boost/json/fwd.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/records/game_lines.h"
#include "arena/records/game_record.h"

namespace arena {

/// A line of type `timing` as read: the clocks of one game.
struct TimingRecord {
  struct Seat {
    std::string bot;
    SeatTiming timing;
  };
  std::string run;
  std::string id;  ///< of the game
  std::chrono::microseconds duration{};
  bool busy = false;  ///< the machine had too much else to do
  /// When the game was over; nothing where the line does not say it.
  std::optional<std::chrono::sys_seconds> ended;
  std::vector<Seat> seats;
  std::vector<Note> notes;
  std::vector<Note> stderr_texts;  ///< printable lines
};

/// Reads a line of timing_json(), which lacks each seat's delay. Throws InputError "PLACE: ..." when it is none.
TimingRecord read_timing(const boost::json::object& line, std::string_view place);

/// Calls `take` with the clocks of each game in a file, of several lines of a game with the last one. Reads the file
/// twice. Throws InputError naming file and line for what no arena wrote, std::system_error when it cannot be read.
void each_timing(const std::filesystem::path& file, const std::function<void(const TimingRecord&)>& take);

/// A recorded game and the start of the arena in which it was played.
struct PlayedGame {
  TimingRecord timing;
  int session = 0;  ///< lines of type `session` before it
};

/// The clocks of a game; of several lines the last counts. Nothing if there is none. `file` is timings.jsonl; throws
/// InputError naming file and line for what no arena wrote, std::system_error when it cannot be read.
std::optional<PlayedGame> find_played(const std::filesystem::path& file, std::string_view run, std::string_view game);

/// A game that a process had played before, and its seat there.
struct EarlierGame {
  TimingRecord timing;
  int seat = 0;
};

/// What the process of a seat had played before a game.
struct ProcessHistory {
  std::vector<EarlierGame> games;  ///< in the order in which it played them
  int lost = 0;                    ///< games it had begun that are not in the records: their block became void
};

/// Reads what the process in this seat had played since it was started, from all clocks of the run. A process belongs to
/// one start of the arena, so only lines of the game's session count. Throws as find_played() does.
ProcessHistory read_history(const std::filesystem::path& file, const PlayedGame& game, int seat);

/// What the files beside games.jsonl say about one game. All of it may be missing: no result follows from it.
struct GameDetails {
  bool busy = false;  ///< the machine had too much else to do
  hearts::PerSeat<SeatTiming> clocks{};
  std::vector<Note> notes;         ///< printable
  std::vector<Note> stderr_texts;  ///< of bots that did not forfeit; printable lines
  std::vector<FaultEvent> faults;  ///< the record's, in its order, with lines and stderr (printable); or none
};

/// Reads the details of games from timings.jsonl and faults.jsonl of a run's folder, as far as the files exist. Of several
/// lines of a game the last ones count. Reads each file through once, and then only the lines of the games that are asked
/// for: other lines may be damaged. For use by one thread; throws as GameLines does, and for clocks or faults that are
/// not of the game's table.
class DetailsReader {
 public:
  explicit DetailsReader(const std::filesystem::path& folder);

  GameDetails of(const GameRecord& record);
  /// Only the clocks of a game; nothing if there are none.
  std::optional<TimingRecord> clocks(std::string_view run, std::string_view game);

 private:
  GameLines timings_;
  GameLines faults_;
};

/// The details of one game, see DetailsReader.
GameDetails read_details(const std::filesystem::path& folder, const GameRecord& record);

}  // namespace arena
