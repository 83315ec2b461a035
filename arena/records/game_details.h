#pragma once

#include <boost/json/fwd.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/records/game_record.h"
#include "arena/records/record_file.h"

namespace arena {

/// The run and the game's id of a line of that type, `game`, `timing` or `fault`, without parsing it: our lines begin with
/// these. Both are empty for any other line.
std::pair<std::string_view, std::string_view> game_of_line(std::string_view line, std::string_view type);

/// Finds the lines of each game in timings.jsonl or faults.jsonl. A game may have lines of an earlier try there, which a
/// crash kept out of games.jsonl: its last lines are those of its record, so every reader needs to know which of its
/// game's lines a line is.
///
/// The constructor reads the file through once and keeps 32 bytes a line; lines that are added later are left out. For
/// use by one thread. All functions throw InputError naming file and line for what no arena wrote, and std::system_error
/// when the file cannot be read.
class GameLines {
 public:
  /// The lines of type `type`, `timing` or `fault`. A file that does not exist has none.
  GameLines(std::filesystem::path file, std::string_view type);

  struct Line {
    const boost::json::object& members;  ///< valid during the call
    const LinePlace& place;
    std::string_view run{};  ///< empty: the line names no game
    int block = -1;          ///< -1: likewise
    int game = -1;           ///< within the block
    std::size_t number = 0;  ///< of the line among those of its game, from 1
    std::size_t count = 0;   ///< how many lines the game has
    int session = 0;         ///< lines of type `session`, a start of the arena each, before it
  };
  enum class Which { all, last_of_game };

  /// Reads the file again and calls `take` with its lines of that type, in order, those that name no game included.
  void each(Which which, const std::function<void(const Line&)>& take) const;

  /// Calls `take` with the lines of one game, in order. Reads only these.
  void of_game(std::string_view run, std::string_view id,
               const std::function<void(const boost::json::object&, const std::string& place)>& take);

  /// Line::session of the last line of a game that has one.
  int session_of(std::string_view run, std::string_view id) const { return lines_of(run, id).back().session; }

 private:
  struct Entry {
    int run;  // in runs_
    int block;
    int game;
    int session;
    std::size_t line;
    std::uint64_t offset;
  };

  std::span<const Entry> lines_of(std::string_view run, std::string_view id) const;

  std::filesystem::path path_;
  std::string type_;
  std::ifstream file_;
  std::size_t lines_ = 0;  // of the file, of any type
  std::vector<std::string> runs_;
  std::vector<Entry> entries_;  // by run, block, game and line
};

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

/// A line of type `fault` as read. Texts are printable.
struct FaultRecord {
  std::string run;
  std::string id;   ///< of the game
  std::string bot;  ///< name
  FaultEvent event;
};

/// Reads a line of fault_json(). Throws InputError "PLACE: ..." when it is none.
FaultRecord read_fault(const boost::json::object& line, std::string_view place);

/// Calls `take` with the clocks of each game in a file, of several lines of a game with the last one. Reads the file
/// twice. Throws InputError naming file and line for what no arena wrote, std::system_error when it cannot be read.
void each_timing(const std::filesystem::path& file, const std::function<void(const TimingRecord&)>& take);

/// How many faults the recorded games have, by run_id() and id of the game; those that have none may be left out.
using RecordedFaults = std::map<std::pair<std::string, std::string>, std::size_t>;

/// A line of faults.jsonl, and which fault it tells of.
struct LedgerLine {
  FaultRecord fault;
  int block = 0;
  int game = 0;  ///< within the block
  /// Which of the faults that its game's record has, from 1; nothing where the record has it not: the block is void, or the
  /// game was played again after a crash.
  std::optional<std::size_t> number;
};

/// Calls `take` with each line of type `fault` in a ledger, faults.jsonl, in order. The last lines of a game are those of
/// its record: earlier ones are of a try that a crash kept out of games.jsonl. Reads the file twice, see GameLines. Throws
/// InputError naming file and line for what is not a record, std::system_error when the file cannot be read.
void each_ledger_line(const std::filesystem::path& file, const RecordedFaults& recorded,
                      const std::function<void(const LedgerLine&)>& take);

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
  /// What the process in a seat of that game had played since it was started. A process belongs to one start of the
  /// arena, so only games of the same session count. `game` are the clocks of a game that is here.
  ProcessHistory history(const TimingRecord& game, int seat) const;

 private:
  GameLines timings_;
  GameLines faults_;
};

/// The record of one game of a stage, read without those before it. `games` are the lines of its games.jsonl. Nothing
/// where the stage has no such game.
std::optional<GameRecord> find_record(GameLines& games, const Manifest& stage, std::string_view id);

}  // namespace arena
