#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

}  // namespace arena
