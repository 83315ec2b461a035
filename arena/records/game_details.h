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

/// Returns the run and the game's id that a line of this type names: `game`, `timing` or `fault`. It looks only at the
/// start of the line, where the arena writes them, and does not parse it. Both are empty for any other line.
std::pair<std::string_view, std::string_view> game_of_line(std::string_view line, std::string_view type);

/// Finds the lines of each game in timings.jsonl or faults.jsonl.
///
/// A game may have more lines there than belong to its record. If the arena crashed before it wrote the game's line to
/// games.jsonl, the game was played again, and the lines of both tries are in the file. Those of the last try come
/// last, and they are the ones that belong to the record. Readers therefore need the number of each line among those of
/// its game.
///
/// The constructor reads the file once and keeps 32 bytes for each line. Lines that are added later are ignored. Only
/// one thread may use an object. All functions throw InputError, which names file and line, for a line that no arena
/// wrote, and std::system_error if the file cannot be read.
class GameLines {
 public:
  /// Indexes the lines of this type, `timing` or `fault`. If the file does not exist, there are none.
  GameLines(std::filesystem::path file, std::string_view type);

  struct Line {
    const boost::json::object& members;  ///< valid during the call
    const LinePlace& place;
    std::string_view run{};  ///< empty if the line names no game
    int block = -1;          ///< -1 if the line names no game
    int game = -1;           ///< within the block
    /// The number of the line among those of its game, from 1.
    std::size_t number = 0;
    std::size_t count = 0;  ///< how many lines the game has
    /// The number of `session` lines before it: each start of the arena writes one.
    int session = 0;
  };
  enum class Which { all, last_of_game };

  /// Reads the file again and calls `on_line` with its lines of this type, in their order. With Which::all that
  /// includes lines that name no game.
  void each(Which which, const std::function<void(const Line&)>& on_line) const;

  /// Calls `on_line` with the lines of one game, in their order. Reads only these lines.
  void of_game(std::string_view run, std::string_view id,
               const std::function<void(const boost::json::object&, const std::string& place)>& on_line);

  /// Returns Line::session of the game's last line. The game must have a line.
  int session_of(std::string_view run, std::string_view id) const { return lines_of(run, id).back().session; }

 private:
  struct Entry {
    int run;  // its number in runs_
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
  std::size_t lines_ = 0;                         // of the file, of any type
  std::map<std::string, int, std::less<>> runs_;  // each with a number of its own
  std::vector<Entry> entries_;                    // sorted by run, block, game and line
};

/// A line of type `timing`, parsed: the clocks of one game.
struct TimingRecord {
  struct Seat {
    std::string bot;
    SeatTiming timing;
  };
  std::string run;
  std::string id;  ///< the game's id
  std::chrono::microseconds duration{};
  bool busy = false;  ///< the machine had too much else to do
  /// Bots waited for a processor while the arena played more games at the same time than it had processors.
  bool crowded = false;
  /// When the game was over; empty if the line does not say so.
  std::optional<std::chrono::sys_seconds> ended;
  std::vector<Seat> seats;
  std::vector<Note> notes;
  std::vector<Note> stderr_texts;  ///< printable lines
};

/// Parses a line that timing_json() wrote. SeatTiming::run_delay is not in the line and stays 0. Throws InputError
/// "PLACE: ..." if the line is not one of these.
TimingRecord read_timing(const boost::json::object& line, std::string_view place);

/// A line of type `fault`, parsed. Its texts are printable.
struct FaultRecord {
  std::string run;
  std::string id;   ///< the game's id
  std::string bot;  ///< the bot's name
  FaultEvent event;
};

/// Parses a line that fault_json() wrote. Throws InputError "PLACE: ..." if the line is not one of these.
FaultRecord read_fault(const boost::json::object& line, std::string_view place);

/// Calls `on_line` with the clocks of each game in a file. If a game has several lines, the last one counts. Reads the
/// file twice. Throws InputError, which names file and line, for a line that no arena wrote, and std::system_error if
/// the file cannot be read.
void each_timing(const std::filesystem::path& file, const std::function<void(const TimingRecord&)>& on_line);

/// The number of faults of each recorded game, by run_id() and the game's id. Games without faults may be left out.
using RecordedFaults = std::map<std::pair<std::string, std::string>, std::size_t>;

/// A line of faults.jsonl, and its place among the faults of its game.
struct LedgerLine {
  FaultRecord fault;
  int block = 0;
  int game = 0;  ///< within the block
  /// Which fault of the game's record this is, from 1. It is empty if the record does not have it: because the
  /// block is void, or because the fault is of an earlier try of a game that was played again.
  std::optional<std::size_t> number;
};

/// Calls `on_line` with each line of type `fault` in a ledger (faults.jsonl), in order. If a game was played again
/// after a crash, its last lines are those of its record; see GameLines. Reads the file twice. Throws InputError, which
/// names file and line, for a line that is not a record, and std::system_error if the file cannot be read.
void each_ledger_line(const std::filesystem::path& file, const RecordedFaults& recorded,
                      const std::function<void(const LedgerLine&)>& on_line);

/// A game that a bot's process played earlier, and the bot's seat in it.
struct EarlierGame {
  TimingRecord timing;
  int seat = 0;
};

/// What the process in a seat had played before a game.
struct ProcessHistory {
  std::vector<EarlierGame> games;  ///< in the order in which it played them
  /// Games that the process began but that are not in the records, because their blocks became void.
  int lost = 0;
};

/// What timings.jsonl and faults.jsonl say about one game. Any of it may be missing, since no result depends on it.
struct GameDetails {
  bool busy = false;  ///< the machine had too much else to do
  /// Bots waited for a processor while the arena played more games at the same time than it had processors.
  bool crowded = false;
  hearts::PerSeat<SeatTiming> clocks{};
  std::vector<Note> notes;  ///< printable
  /// What bots that did not forfeit wrote to stderr, as printable lines.
  std::vector<Note> stderr_texts;
  /// The faults of the record in its order, with the lines and stderr (printable) of the ledger; empty if the ledger
  /// does not have them all.
  std::vector<FaultEvent> faults;
};

/// Reads the details of games from timings.jsonl and faults.jsonl of a run's folder, as far as these files exist. If a
/// game has several lines, the last ones count. The constructor reads each file once; after that only the lines of the
/// games that are asked for are read and parsed, so other lines may be damaged. Only one thread may use an object.
/// Throws as GameLines does, and InputError for clocks or faults that do not fit the game's table.
class DetailsReader {
 public:
  explicit DetailsReader(const std::filesystem::path& folder);

  GameDetails of(const GameRecord& record);
  /// Returns only the clocks of a game, or nothing if there are none.
  std::optional<TimingRecord> clocks(std::string_view run, std::string_view game);
  /// Returns what the process in a seat of this game had played since it was started. `game` holds the clocks of a game
  /// of this folder. Since a process lives in one start of the arena, only games of the same session are looked at.
  ProcessHistory history(const TimingRecord& game, int seat) const;

 private:
  GameLines timings_;
  GameLines faults_;
};

/// Finds one game of a stage and parses only its line. `games` indexes the stage's games.jsonl. Returns nothing if the
/// stage has no such game.
std::optional<GameRecord> find_record(GameLines& games, const Manifest& stage, std::string_view id);

}  // namespace arena
